import { useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../contract/failure.ts'
import { type DoNotCall, maxReasonLength } from '../../contract/person.ts'
import { isSameNumber } from '../../domain/phone-number.ts'
import { messages } from '../../messages/index.ts'
import { usePeople } from '../lib/people.ts'
import { usePage } from '../lib/page.ts'
import { settle } from '../lib/query.ts'
import { Dialog, DialogFooter } from './dialog.tsx'
import { Field, Input, tooLong } from './field.tsx'
import { FailureNotice } from './notice.tsx'

const dialogText = messages.doNotCall.dialog

type Number = { phoneNumber: string; phoneNumberDisplay: string; practice: boolean }

/** Renders the dialog that adds a number to the do-not-call list, with an optional reason. */
export const DoNotCallDialog = ({ number, onClose }: { number: Number; onClose: () => void }) => {
  const { api, announce } = usePage()
  const [reason, setReason] = useState('')
  const [state, setState] = useState<'open' | 'saving' | Failure>('open')
  const { phoneNumber, phoneNumberDisplay, practice } = number
  const hasReminder = useStore(
    usePeople().reminders.store,
    ({ data }) =>
      data?.value.some(({ call }) => call.practice === practice && isSameNumber(call.phoneNumber, phoneNumber)) ??
      false,
  )
  const lengthError = tooLong(reason, maxReasonLength)
  const isOff = state === 'saving' || lengthError !== null
  const save = async () => {
    if (isOff) return
    setState('saving')
    const saved = await settle(api.addDoNotCall({ phoneNumber, phoneNumberDisplay, practice, reason: reason.trim() }))
    if (!saved.ok) return setState(saved.failure)
    announce(messages.doNotCall.added(phoneNumberDisplay, hasReminder))
    return onClose()
  }
  return (
    <Dialog
      title={dialogText.title(phoneNumberDisplay)}
      open
      onClose={onClose}
      onCommit={() => void save()}
      foot={<DialogFooter hasKeys text={dialogText.save} isOff={isOff} onClose={onClose} onCommit={save} />}
    >
      <p>{dialogText.text(practice)}</p>
      {hasReminder && <p>{dialogText.reminder}</p>}
      <Field label={dialogText.reason} hint={dialogText.reasonHint} error={lengthError}>
        {(control) => <Input {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      {typeof state === 'object' && <FailureNotice failure={state} title={dialogText.failed} />}
    </Dialog>
  )
}

/**
 * Asks the user to confirm the removal of an entry, because calls to the number then no longer require a confirmation.
 */
export const RemoveDoNotCallDialog = ({ entry, onClose }: { entry: DoNotCall; onClose: () => void }) => {
  const { api, announce } = usePage()
  const [failure, setFailure] = useState<Failure | null>(null)
  const shown = messages.doNotCall.numberOf(entry)
  const remove = async () => {
    const removed = await settle(api.removeDoNotCall({ entryId: entry.entryId }))
    if (!removed.ok) return setFailure(removed.failure)
    announce(messages.doNotCall.removed(shown))
    return onClose()
  }
  return (
    <Dialog
      title={dialogText.removeTitle(shown)}
      open
      onClose={onClose}
      foot={<DialogFooter text={dialogText.remove} variant="danger" onClose={onClose} onCommit={remove} />}
    >
      <p>{messages.doNotCall.since(entry)}</p>
      <p>{dialogText.removeText}</p>
      {failure && <FailureNotice failure={failure} title={dialogText.removeFailed} />}
    </Dialog>
  )
}

import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../../contract/call.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery, settle, valueOf } from '../../../lib/query.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'

const noteText = messages.runs.note

/** Maximum length of a note, in characters. */
const maxNoteLength = 2000

/** Renders the dialog for adding or changing a call's note. */
export const NoteDialog = ({ call, onClose }: { call: Call; onClose: () => void }) => {
  const { api, now, announce } = usePage()
  const { callId, phoneNumberDisplay } = call
  const detail = useMemo(() => createQuery(() => api.getCall({ callId }), now), [api, now, callId])
  const loaded = useStore(detail.store)
  const [typed, setTyped] = useState<string | null>(null)
  const [state, setState] = useState<'open' | 'saving' | Failure>('open')
  useEffect(() => void detail.load(), [detail])
  const text = typed ?? valueOf(loaded)?.note?.text ?? ''
  const isReady = loaded.data !== null && state !== 'saving'
  const save = async () => {
    if (!isReady) return
    setState('saving')
    const saved = await settle(api.setCallNote({ callId, note: text.trim() }))
    if (!saved.ok) return setState(saved.failure)
    announce(saved.value.note ? noteText.saved : noteText.removed)
    return onClose()
  }
  return (
    <Dialog
      title={messages.afterCall.noteOn(phoneNumberDisplay)}
      open
      onClose={onClose}
      onCommit={() => void save()}
      foot={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            variant="loud"
            off={!isReady}
            aria-keyshortcuts={ariaKeysOf('callFromField')}
            onClick={() => void save()}
          >
            {state === 'saving' ? noteText.saving : noteText.save}
            <Kbd keys={keysOf('callFromField')} look="onColor" />
          </Button>
        </>
      }
    >
      <Field label={noteText.field}>
        {(control) => (
          <TextArea
            {...control}
            value={text}
            maxLength={maxNoteLength}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {loaded.step === 'failed' && <FailureNotice failure={loaded.failure} />}
      {typeof state === 'object' && <FailureNotice failure={state} title={noteText.failed} />}
    </Dialog>
  )
}

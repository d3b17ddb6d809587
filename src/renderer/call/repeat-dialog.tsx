import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { haste } from '../design/haste.ts'
import { useParts } from '../shell/parts.ts'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import type { CallStep } from './call-state.ts'
import type { CallStore } from './call-store.ts'

const said = words.repeat
type Asked = Extract<CallStep, { step: 'repeat' }>

const numberField = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-number-field]')

const useAnswerGuard = () => {
  const { now } = useParts()
  const opened = useRef(now())
  return (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && (event.repeat || now() - opened.current < haste))
      event.preventDefault()
  }
}

const whyOf = ({ draft, failure }: Asked, now: number): string[] => {
  const { call, reason } = failure
  if (reason === 'historyGap' || !call) return [said.gap(draft.phoneNumberDisplay)]
  const age = words.time.ago(Math.max(0, now - Date.parse(call.at)))
  const tag = words.callState.tagOf(call.state)
  return [said.lately(call.phoneNumberDisplay, age, call.profileName), ...(tag ? [said.stood(tag)] : [])]
}

/** Asks before a number is called a second time. Cancel has the focus; the second ring takes a choice of its own. */
export const RepeatDialog = ({ asked, form }: { asked: Asked; form: CallStore }) => {
  const { announce } = useParts()
  const now = useNow(1_000)
  const cancel = useRef<HTMLButtonElement>(null)
  const guard = useAnswerGuard()
  const why = whyOf(asked, now)
  const [heard] = useState(() => [said.title, ...whyOf(asked, now)].join(' '))
  useEffect(() => announce(heard), [announce, heard])
  const giveUp = () => {
    form.cancelRepeat()
    announce(said.cancelled)
  }
  return (
    <Dialog
      title={said.title}
      open
      onClose={giveUp}
      first={cancel}
      after={numberField}
      foot={
        <>
          <Button ref={cancel} onKeyDown={guard} onClick={giveUp}>
            {words.common.cancel}
          </Button>
          <Button look="danger" onKeyDown={guard} onClick={() => void form.confirmRepeat()}>
            {said.yes(asked.draft.phoneNumberDisplay)}
          </Button>
        </>
      }
    >
      <div>
        {why.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{said.text}</p>
      </div>
    </Dialog>
  )
}

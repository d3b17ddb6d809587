import { Phone, type LucideIcon, Check, CircleHelp, LoaderCircle } from 'lucide-react'
import type { Call } from '../../contract/call.ts'
import { Kbd } from '../design/kbd.tsx'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import css from './call-button.module.css'
import type { CallStep } from './call-state.ts'
import type { Readiness } from './readiness.ts'

type Props = {
  at: CallStep
  readiness: Readiness
  /** The run of the call that is being followed, seen in the service's list before the answer came. */
  foundRunId: number | null
  /** Enter goes on to a value that is not given yet; only Ctrl+Enter calls without it. */
  needsMore: boolean
  onCall: () => void
}
type Face = { icon: LucideIcon; title: string; line: string; look: 'on' | 'off' | 'under' | 'done' }

/** From here on the screen says that waiting is right and calling again is wrong, in milliseconds. */
const stillWaitingAfter = 5_000

const followingFace = (call: Call, foundRunId: number | null, now: number): Face => {
  const since = call.outcome.state === 'sending' ? call.outcome.since : call.preparedAt
  const waited = Math.max(0, now - Date.parse(since))
  const seconds = words.time.seconds(waited)
  const title = waited >= stillWaitingAfter ? words.call.stillWaiting(seconds) : words.call.sending(seconds)
  const { phoneNumberDisplay: number } = call
  const line = foundRunId === null ? number : words.call.foundWhileWaiting(number, foundRunId)
  return { icon: LoaderCircle, title, line, look: 'under' }
}

const faceOf = ({ at, readiness, foundRunId }: Props, now: number): Face => {
  switch (at.step) {
    case 'recording':
      return { icon: LoaderCircle, title: words.call.recording, line: '', look: 'under' }
    case 'repeat':
      return { icon: CircleHelp, title: words.call.asking, line: at.draft.phoneNumberDisplay, look: 'done' }
    case 'following':
      return followingFace(at.call, foundRunId, now)
    case 'settled': {
      const said = words.callState.inWords(at.call.outcome)
      const icon = said.placed === 'yes' ? Check : CircleHelp
      return {
        icon,
        title: words.call.settled(said.title, at.call.phoneNumberDisplay),
        line: words.call.nextHint,
        look: 'done',
      }
    }
    case 'refused':
      return {
        icon: CircleHelp,
        title: words.callState.ofFailure(at.failure).title,
        line: words.call.nextHint,
        look: 'done',
      }
    case 'editing':
      return readiness.ready
        ? {
            icon: Phone,
            title: words.call.button(readiness.dial),
            line: words.call.buttonRoute(readiness.dial),
            look: 'on',
          }
        : { icon: Phone, title: words.call.buttonOff, line: words.call.missing(readiness.missing), look: 'off' }
  }
}

/** The one loud thing: it says what will be dialled, or what is missing, or what became of it. */
export const CallButton = (props: Props) => {
  const now = useNow(props.at.step === 'following' ? 250 : null)
  const { icon: Icon, title, line, look } = faceOf(props, now)
  return (
    <button
      type="button"
      className={`${css['call']} ${css[look]}`}
      aria-disabled={look === 'on' ? undefined : true}
      aria-keyshortcuts="Control+Enter"
      data-call-button
      // A key that is held down came from the field before: it is no press of this button.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={look === 'on' ? props.onCall : undefined}
    >
      <Icon aria-hidden />
      <span className={css['words']}>
        <span className={css['title']}>{title}</span> <span className={css['line']}>{line}</span>
      </span>
      {look === 'on' && <Kbd keys={props.needsMore ? words.call.ctrlEnter : words.call.enter} look="onColor" />}
    </button>
  )
}

import { Check, CircleHelp, LoaderCircle, type LucideIcon, Phone, X } from 'lucide-react'
import type { Call } from '../../contract/call.ts'
import type { Placed } from '../words/english/outcome-words.ts'
import { words } from '../words/words.ts'
import type { CallStep } from './call-state.ts'
import type { Readiness } from './readiness.ts'

export type FaceParts = {
  at: CallStep
  readiness: Readiness
  /** The run of the call that is being followed, seen in the service's list before the answer came. */
  foundRunId: number | null
  /** What the agent needs and the call would go without. */
  without: readonly string[]
}

/** What stands on the call button; `without` is what the call goes without, before everything else on its line. */
export type Face = {
  icon: LucideIcon
  title: string
  line: string
  without: string | null
  look: 'on' | 'off' | 'under' | 'done'
}

/** From here on the screen says that waiting is right and calling again is wrong, in milliseconds. */
const stillWaitingAfter = 5_000

const followingFace = (call: Call, foundRunId: number | null, now: number): Face => {
  const since = call.outcome.state === 'sending' ? call.outcome.since : call.preparedAt
  const waited = Math.max(0, now - Date.parse(since))
  const seconds = words.time.seconds(waited)
  const title = waited >= stillWaitingAfter ? words.call.stillWaiting(seconds) : words.call.sending(seconds)
  const { phoneNumberDisplay: number } = call
  const line = foundRunId === null ? number : words.call.foundWhileWaiting(number, foundRunId)
  return { icon: LoaderCircle, title, line, without: null, look: 'under' }
}

const signs: Record<Placed, LucideIcon> = { yes: Check, no: X, unknown: CircleHelp, notYet: LoaderCircle }

const doneFace = (placed: Placed, title: string): Face => ({
  icon: signs[placed],
  title,
  line: words.call.nextHint,
  without: null,
  look: 'done',
})

const editingFace = ({ readiness, without }: FaceParts): Face => {
  if (!readiness.ready) {
    const line = words.call.missing(readiness.missing)
    return { icon: Phone, title: words.call.buttonOff, line, without: null, look: 'off' }
  }
  const { dial } = readiness
  const missing = without.length === 0 ? null : words.call.without(without)
  return {
    icon: Phone,
    title: words.call.button(dial),
    line: words.call.buttonRoute(dial),
    without: missing,
    look: 'on',
  }
}

/** What the call button says: what will be dialled, or what is missing, or what became of it. */
export const faceOf = (parts: FaceParts, now: number): Face => {
  const { at, foundRunId } = parts
  switch (at.step) {
    case 'recording':
      return { icon: LoaderCircle, title: words.call.recording, line: '', without: null, look: 'under' }
    case 'repeat': {
      const { phoneNumberDisplay: line } = at.draft
      return { icon: CircleHelp, title: words.call.asking, line, without: null, look: 'done' }
    }
    case 'following':
      return followingFace(at.call, foundRunId, now)
    case 'settled': {
      const said = words.callState.inWords(at.call.outcome)
      return doneFace(said.placed, words.call.settled(said.title, at.call.phoneNumberDisplay))
    }
    case 'refused': {
      const said = words.callState.ofFailure(at.failure)
      return doneFace(said.placed, said.title)
    }
    case 'editing':
      return editingFace(parts)
  }
}

/** Where the focus is: in a field whose Enter calls, on the call button itself, or where Enter means something else. */
export type EnterPlace = 'field' | 'button' | 'elsewhere'

/** The key that calls from there. With something missing, Enter in a field goes on to it. */
export const keysOf = (place: EnterPlace, needsMore: boolean): string =>
  place === 'button' || (place === 'field' && !needsMore) ? words.call.enter : words.call.ctrlEnter

import type { CallState, CallStateName } from '../../contract/call.ts'
import { Tag, type Tone } from '../design/tag.tsx'
import { words } from '../words/words.ts'

const tones: Record<CallStateName, Tone> = {
  queued: 'busy',
  sending: 'busy',
  accepted: 'good',
  rejected: 'bad',
  notSent: 'idle',
  failedAtProvider: 'bad',
  unknown: 'check',
  candidate: 'check',
  notFound: 'idle',
  closedByOperator: 'idle',
  cancelled: 'idle',
}

const found = { started: 'good', dialling: 'busy', orphaned: 'check' } as const

/** The tone of a state that is known by its name alone. */
export const toneOfName = (name: CallStateName): Tone => tones[name]

/** The tone of a call's state: what may be ringing wants a look like an unknown, whatever its state is called. */
export const toneOfState = (state: CallState): Tone => {
  if (state.state === 'failedAtProvider' && state.doubt) return 'check'
  return state.state === 'accepted' ? found[state.progress] : tones[state.state]
}

/** The state of a call in a word, with its sign. */
export const StateTag = ({ state }: { state: CallState }) => (
  <Tag tone={toneOfState(state)}>{words.callState.inWords(state).tag}</Tag>
)

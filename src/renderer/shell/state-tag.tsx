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

/** The tone of a call's state; a carrier's answer in doubt wants a look like an unknown. */
export const toneOfState = (state: CallState): Tone =>
  state.state === 'failedAtProvider' && state.doubt ? 'check' : tones[state.state]

/** The state of a call in a word, with its sign. */
export const StateTag = ({ state }: { state: CallState }) => (
  <Tag tone={toneOfState(state)}>{words.callState.inWords(state).tag}</Tag>
)

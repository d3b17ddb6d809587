import type { Call } from '../../../contract/call.ts'
import type { LookUp } from '../../../contract/look-up.ts'
import { words } from '../../words/words.ts'
import { useLookUp } from '../look-up/look-ups-store.ts'
import { useNow } from '../use-now.ts'
import { isGoingOn, useLiveRun } from './live-runs-store.ts'

const checkingOf = ({ step, nextAskAt }: LookUp, now: number): string =>
  step === 'asking'
    ? words.lookUp.shortNow
    : words.lookUp.inShort(nextAskAt === null ? null : Date.parse(nextAskAt) - now)

/** What became of a call, in a few words: how it is looked for, else how it goes on, else how it was answered. One reading for every list. */
export const useBecame = (call: Call): string => {
  const lookUp = useLookUp(call.callId)
  const live = useLiveRun(call.callId)
  const waits = lookUp !== null && call.outcome.state !== 'sending'
  const now = useNow(waits || isGoingOn(live) ? 1_000 : null)
  if (waits) return checkingOf(lookUp, now)
  return (live && words.live.inShort(live, now)) ?? words.callState.inShort(call)
}

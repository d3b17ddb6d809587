import type { Call } from '../../contract/call.ts'
import type { Failure, Outcome } from '../../contract/failure.ts'
import { createAskers } from './askers.ts'
import type { CaseBook, CaseBookParts } from './case-book.ts'
import { pickGroup } from './look-groups.ts'
import type { LookUpCase } from './look-up-case.ts'
import { leftAloneFor } from './look-up-times.ts'

/** Reads the lists once for all these cases, and does with each what follows; null when there was an answer. Never throws. */
export type LookAtGroup = (group: readonly LookUpCase[]) => Promise<Failure | null>

/** Calls that are due within this time are read together, in milliseconds. */
const gathering = 50

/**
 * Lets each profile's service be asked by one reader at a time: after a power loss two hundred calls are unresolved at
 * once, and reading the lists for each of them would be a storm.
 */
export const createLookQueue = (
  { after }: Pick<CaseBookParts, 'after'>,
  book: Pick<CaseBook, 'get'>,
  lookAt: LookAtGroup,
) => {
  const askers = createAskers()
  const due = new Set<string>()
  const busy = new Set<string>()

  const finish = (callId: string, failure: Failure | null): void => {
    const isWanted = askers.finish(callId, failure)
    const known = book.get(callId)
    // Its timer has rung and will not ring again: without this nobody would ever look at it any more. A service that
    // wants to be left alone has every timer of its calls set anew.
    if (isWanted && known !== undefined && leftAloneFor(failure) === 0) void ask(known)
  }

  /** Those that were settled while they waited their turn need no look any more. */
  const stillDue = (): LookUpCase[] =>
    [...due].flatMap((callId) => {
      const known = book.get(callId)
      if (known !== undefined) return known
      due.delete(callId)
      finish(callId, null)
      return []
    })

  /** Those who wait for a service that wants to be left alone hear so, and are looked at when it may be asked again. */
  const giveUp = (group: readonly LookUpCase[], failure: Failure | null): void => {
    for (const { call } of group) {
      due.delete(call.callId)
      finish(call.callId, failure)
    }
  }

  const work = async (profileId: string): Promise<void> => {
    const dueHere = (): LookUpCase[] => stillDue().filter(({ call }) => call.profileId === profileId)
    for (let group = pickGroup(dueHere()); group.length > 0; group = pickGroup(dueHere())) {
      for (const { call } of group) due.delete(call.callId)
      const failure = await lookAt(group)
      for (const { call } of group) finish(call.callId, failure)
      if (leftAloneFor(failure) > 0) giveUp(dueHere(), failure)
    }
    busy.delete(profileId)
  }

  const start = (profileId: string): void => {
    if (busy.has(profileId)) return
    busy.add(profileId)
    after(gathering, () => void work(profileId))
  }

  const ask = ({ call }: LookUpCase): Promise<Outcome<Call>> => {
    const joined = askers.join(call.callId, !due.has(call.callId))
    if (joined !== null) return joined
    due.add(call.callId)
    start(call.profileId)
    return askers.open(call)
  }

  return {
    /** Has a case looked at in its profile's turn; a second asker waits for the first one's answer. */
    ask,
    /** Takes note of where a call stands now, for those who wait. */
    note: askers.note,
    /** Lets nobody wait any longer. */
    stop: (): void => askers.finishAll(),
  }
}

import type { Call } from '../../contract/call.ts'
import { type Failure, fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { CaseBook, CaseBookParts } from './case-book.ts'
import { pickGroup } from './look-groups.ts'
import type { LookUpCase } from './look-up-case.ts'

/** Reads the lists once for all these cases, and does with each what follows; null when there was an answer. Never throws. */
export type LookAtGroup = (group: readonly LookUpCase[]) => Promise<Failure | null>

/** Somebody waits for a look: `call` is how the call stands now. */
type Asker = { call: Call; answer: Promise<Outcome<Call>>; tell: (answer: Outcome<Call>) => void }

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
  const askers = new Map<string, Asker>()
  const due = new Set<string>()
  const busy = new Set<string>()

  const finish = (callId: string, failure: Failure | null): void => {
    const asker = askers.get(callId)
    askers.delete(callId)
    asker?.tell(failure === null ? succeed(asker.call) : fail(failure))
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

  const work = async (profileId: string): Promise<void> => {
    for (;;) {
      const group = pickGroup(stillDue().filter(({ call }) => call.profileId === profileId))
      if (group.length === 0) break
      for (const { call } of group) due.delete(call.callId)
      const failure = await lookAt(group)
      for (const { call } of group) finish(call.callId, failure)
    }
    busy.delete(profileId)
  }

  const start = (profileId: string): void => {
    if (busy.has(profileId)) return
    busy.add(profileId)
    after(gathering, () => void work(profileId))
  }

  return {
    /** Has a case looked at in its profile's turn; a second asker waits for the first one's answer. */
    ask({ call }: LookUpCase): Promise<Outcome<Call>> {
      const current = askers.get(call.callId)
      if (current !== undefined) return current.answer
      const { promise, resolve } = Promise.withResolvers<Outcome<Call>>()
      askers.set(call.callId, { call, answer: promise, tell: resolve })
      due.add(call.callId)
      start(call.profileId)
      return promise
    },
    /** Takes note of where a call stands now, for those who wait. */
    note(call: Call): void {
      const asker = askers.get(call.callId)
      if (asker !== undefined) asker.call = call
    },
    /** Lets nobody wait any longer. */
    stop(): void {
      for (const callId of askers.keys()) finish(callId, null)
    },
  }
}

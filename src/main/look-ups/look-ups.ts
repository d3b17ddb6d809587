import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { LookUp } from '../../contract/look-up.ts'
import type { CallLedger } from '../calls/call-ledger.ts'
import type { ListClient } from './ask-lists.ts'
import { type CaseBookParts, createCaseBook } from './case-book.ts'
import { createConclude } from './conclude.ts'
import { createLookAtGroup } from './look-at-group.ts'
import { createLookQueue } from './look-queue.ts'
import { continueCase, describeCase, type LookUpCase, openCase } from './look-up-case.ts'
import { type Judge, judge } from './verdict.ts'

export type LookUpsParts = CaseBookParts & {
  ledger: Pick<CallLedger, 'resolve' | 'find'>
  clientOf: (profileId: string) => Promise<Outcome<ListClient>>
  /** Who says what readings mean; the house's own judge unless another is handed in. */
  judge?: Judge
  /** Told of an error that nobody foresaw; the calls stay unresolved and are looked at again. */
  onUnforeseen?: (error: unknown) => void
}

/**
 * Finds out what became of calls whose answer is late, lost or in doubt, by reading the service's lists of runs.
 * It only reads: nothing here ever sends a call. What it learns is written through the ledger, by compare-and-set.
 */
export const createLookUps = (parts: LookUpsParts) => {
  const book = createCaseBook(parts, (known) => void queue.ask(known))

  /** The case of a call as it is recorded now; null when it is watched as that already. */
  const caseOf = (call: Call): LookUpCase | null => {
    const known = book.get(call.callId)
    if (known === undefined) return openCase(call, book.now())
    return isDeepStrictEqual(known.call, call) ? null : continueCase(known, call, book.now())
  }

  /** Takes a call under watch when it is on its way or unresolved, and lets it go when it is resolved. */
  const watch = (call: Call): void => {
    queue.note(call)
    const changed = caseOf(call)
    if (changed !== null) book.schedule(changed)
  }

  const conclude = createConclude({ ledger: parts.ledger, judge: parts.judge ?? judge, book, watch })
  const { clientOf, onUnforeseen = () => {} } = parts
  const queue = createLookQueue(parts, book, createLookAtGroup({ clientOf, book, conclude, onUnforeseen }))

  const goOn = (isMeant: (known: LookUpCase) => boolean): void => {
    for (const known of book.all())
      if (known.halted && isMeant(known)) book.schedule({ ...known, halted: false, failures: 0, hurry: true })
  }

  /** The record counts, not what was last heard of it: where the two differ it is read once more, in its turn, and heard. */
  const recorded = async (call: Call): Promise<Outcome<Call>> => {
    const known = book.get(call.callId)
    if (known === undefined || isDeepStrictEqual(known.call, call)) return succeed(call)
    const found = await parts.ledger.find(call.callId)
    if (!found.ok) return found
    if (found.value !== null) watch(found.value)
    return succeed(found.value ?? call)
  }

  return {
    watch,
    drop: book.drop,
    list: (): LookUp[] => book.all().map((known) => describeCase(known, book.now())),
    /** Looks now, also where looking by itself has stopped; answers with the call as it stands afterwards. */
    async lookNow(asked: Call): Promise<Outcome<Call>> {
      const current = await recorded(asked)
      if (!current.ok) return current
      const call = current.value
      if (!isUnresolved(call.outcome) && call.outcome.state !== 'notFound') return succeed(call)
      const known = book.get(call.callId) ?? openCase(call, book.now())
      // A person asks: what was refused before is tried again, for the key may have been replaced.
      book.set({ ...known, halted: false })
      return book.isStopped() ? succeed(known.call) : queue.ask(known)
    },
    /** Looks again where a person had to put something right first: the key of this profile was replaced. */
    resume: (profileId: string): void => goOn(({ call }) => call.profileId === profileId),
    /** Looks again where a key was out of reach: the keychain was unlocked. */
    resumeLocked: (): void => goOn(({ lastFailure }) => lastFailure?.kind === 'keychain'),
    /** Ends all looking; a look that is on its way ends unheard. */
    stop(): void {
      book.stop()
      queue.stop()
    },
  }
}

export type LookUps = ReturnType<typeof createLookUps>

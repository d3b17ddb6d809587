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
import { continueCase, describeCase, openCase } from './look-up-case.ts'
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

  /** Takes a call under watch when it is on its way or unresolved, and lets it go when it is resolved. */
  const watch = (call: Call): void => {
    const known = book.get(call.callId)
    queue.note(call)
    book.schedule(known === undefined ? openCase(call, book.now()) : continueCase(known, call, book.now()))
  }

  const conclude = createConclude({ ledger: parts.ledger, judge: parts.judge ?? judge, book, watch })
  const { clientOf, onUnforeseen = () => {} } = parts
  const queue = createLookQueue(parts, book, createLookAtGroup({ clientOf, book, conclude, onUnforeseen }))

  return {
    watch,
    drop: book.drop,
    list: (): LookUp[] => book.all().map((known) => describeCase(known, book.now())),
    /** Looks now, also where looking by itself has stopped; answers with the call as it stands afterwards. */
    async lookNow(call: Call): Promise<Outcome<Call>> {
      if (!isUnresolved(call.outcome) && call.outcome.state !== 'notFound') return succeed(call)
      const known = book.get(call.callId) ?? openCase(call, book.now())
      // A person asks: what was refused before is tried again, for the key may have been replaced.
      book.set({ ...known, halted: false })
      return book.isStopped() ? succeed(known.call) : queue.ask(known)
    },
    /** Looks again where a person had to put something right first: the key of this profile was replaced. */
    resume(profileId: string): void {
      for (const known of book.all())
        if (known.halted && known.call.profileId === profileId)
          book.schedule({ ...known, halted: false, failures: 0, hurry: true })
    },
    /** Ends all looking; a look that is on its way ends unheard. */
    stop(): void {
      book.stop()
      queue.stop()
    },
  }
}

export type LookUps = ReturnType<typeof createLookUps>

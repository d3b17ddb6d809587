import type { Call, CallState } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { LookUp } from '../../contract/look-up.ts'
import type { CallLedger } from '../calls/call-ledger.ts'
import { askLists, askServerClock, type ListAnswer, type ListClient } from './ask-lists.ts'
import { type CaseBook, type CaseBookParts, createCaseBook } from './case-book.ts'
import { afterFailure, afterReading, verdictOf } from './learn.ts'
import { continueCase, describeCase, type LookUpCase, onItsWayOf, openCase } from './look-up-case.ts'

export type LookUpsParts = CaseBookParts & {
  ledger: Pick<CallLedger, 'resolve'>
  clientOf: (profileId: string) => Promise<Outcome<ListClient>>
}

/** The service's clock minus ours, where no answer has told it yet. */
const offsetOf = async (known: LookUpCase, client: ListClient, clock: () => number): Promise<number | null> => {
  if (known.serverOffset !== null) return known.serverOffset
  const serverNow = await askServerClock(client)
  return serverNow === null ? null : serverNow - clock()
}

const isSame = (one: CallState, other: CallState): boolean => JSON.stringify(one) === JSON.stringify(other)

type Asked = { serverOffset: number | null; answer: Outcome<ListAnswer> }

/** One look at the lists for one call: what it says is written, or the case waits for its next time. */
const createLook = (parts: LookUpsParts, book: CaseBook, watch: (call: Call) => void) => {
  const { ledger, clientOf, clock, monotonic } = parts

  const ask = async (known: LookUpCase): Promise<Asked> => {
    const client = await clientOf(known.call.profileId)
    if (!client.ok) return { serverOffset: known.serverOffset, answer: client }
    const serverOffset = await offsetOf(known, client.value, clock)
    const onItsWay = onItsWayOf({ ...known, serverOffset }, clock())
    const { agentUuid } = known.call
    return { serverOffset, answer: await askLists(client.value, known.list, { agentUuid, onItsWay }) }
  }

  /** Writes a verdict; when the call has moved on meanwhile, that stands and is watched by whoever moved it. */
  const write = async (known: LookUpCase, verdict: CallState): Promise<Outcome<Call>> => {
    const { call } = known
    const moved = isSame(call.outcome, verdict) ? succeed(null) : await ledger.resolve(call, verdict)
    if (!moved.ok) book.schedule({ ...known, failures: known.failures + 1 })
    else if (moved.value === null) book.schedule(known)
    else watch(moved.value)
    return moved.ok ? succeed(moved.value ?? call) : moved
  }

  return async (begun: LookUpCase): Promise<Outcome<Call>> => {
    const startedAt = monotonic()
    book.set({ ...begun, step: 'asking', attempts: begun.attempts + 1, lastAskedWall: clock() })
    const { serverOffset, answer } = await ask(begun)
    const known = book.get(begun.call.callId)
    // Resolved or closed by someone else while the lists were read.
    if (known === undefined) return succeed(begun.call)
    if (!answer.ok) {
      book.schedule(afterFailure(known, answer.failure))
      return answer
    }
    const times = { startedAt, wall: clock() }
    const verdict = verdictOf({ ...known, serverOffset }, answer.value, times)
    const next = afterReading({ ...known, serverOffset }, answer.value, times)
    if (verdict !== null) return write(book.set(next), verdict)
    book.schedule(next)
    return succeed(next.call)
  }
}

/**
 * Finds out what became of calls whose answer is late, lost or in doubt, by reading the service's lists of runs.
 * It only reads: nothing here ever sends a call. What it learns is written through the ledger, by compare-and-set.
 */
export const createLookUps = (parts: LookUpsParts) => {
  const { clock, monotonic } = parts
  const running = new Map<string, Promise<Outcome<Call>>>()
  const book = createCaseBook(parts, (callId) => void look(callId))

  /** Takes a call under watch when it is on its way or unresolved, and lets it go when it is resolved. */
  const watch = (call: Call): void => {
    const known = book.get(call.callId)
    const now = monotonic()
    book.schedule(known === undefined ? openCase(call, now) : continueCase({ ...known, attempts: 0 }, call, now))
  }

  const lookOnce = createLook(parts, book, watch)

  /** One look at a time for each call: a second asker waits for the first one's answer. */
  const look = (callId: string): Promise<Outcome<Call>> => {
    const known = book.get(callId)
    if (known === undefined) return Promise.resolve(fail({ kind: 'notFound', detail: '' }))
    book.cancelTimer(callId)
    const current = running.get(callId) ?? lookOnce(known).finally(() => running.delete(callId))
    running.set(callId, current)
    return current
  }

  return {
    watch,
    drop: book.drop,
    list: (): LookUp[] => book.all().map((known) => describeCase(known, monotonic(), clock())),
    /** Looks now, also where looking by itself has stopped; answers with the call as it stands afterwards. */
    async lookNow(call: Call): Promise<Outcome<Call>> {
      if (!isUnresolved(call.outcome) && call.outcome.state !== 'notFound') return succeed(call)
      const known = book.get(call.callId)
      // A person asks: a list that was refused before is tried again, for the key may have been replaced.
      book.set(known === undefined ? openCase(call, monotonic()) : { ...known, lists: 'untried' })
      return look(call.callId)
    },
    /** Ends all looking; a look that is on its way ends unheard. */
    stop: book.stop,
  }
}

export type LookUps = ReturnType<typeof createLookUps>

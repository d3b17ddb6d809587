import type { Call } from '../../../contract/call.ts'
import type { InitialContext } from '../../../contract/initial-context.ts'
import { isSameNumber, numberTail } from '../../../domain/phone-number.ts'
import type { RecentCallTo } from '../../storage/call-reader.ts'
import type { RememberedCall } from '../../storage/lists/erased-calls.ts'

/** A call that this process is sending, as it was recorded. */
export type InFlightCall = {
  readonly call: Call
  readonly initialContext: InitialContext
  /** The latest time by which its request ends, in monotonic milliseconds. */
  readonly until: number
  /** True once the response has arrived and only needs to be written. */
  answered: boolean
}

/** Indexes calls by the phone that they ring, so that a guard checks only the calls to one number. */
const createNumberIndex = <T>(callOf: (item: T) => Pick<Call, 'phoneNumber' | 'practice'>) => {
  const items = new Map<string, Set<T>>()
  return {
    add(item: T): void {
      const tail = numberTail(callOf(item).phoneNumber)
      const same = items.get(tail) ?? new Set()
      items.set(tail, same.add(item))
    },
    remove(item: T): void {
      const tail = numberTail(callOf(item).phoneNumber)
      const same = items.get(tail)
      if (same?.delete(item) === true && same.size === 0) items.delete(tail)
    },
    /** Practice calls and real calls do not block each other. */
    find: (phoneNumber: string, practice: boolean): T[] =>
      [...(items.get(numberTail(phoneNumber)) ?? [])].filter((item) => {
        const call = callOf(item)
        return call.practice === practice && isSameNumber(call.phoneNumber, phoneNumber)
      }),
  }
}

/**
 * Maximum number of sent calls kept in memory, about 1.5 KB each. Older ones are in the history; after the history is
 * restored, calls need a confirmation.
 */
const maxSent = 2_000

/**
 * Tracks the calls that this process has sent or is sending. The history can be damaged or replaced while calls are in
 * flight, so these records take precedence if they differ from the history.
 */
export const createInFlightCalls = () => {
  const inFlight = new Map<string, InFlightCall>()
  const byNumber = createNumberIndex<InFlightCall>(({ call }) => call)
  /** Oldest first; null for a call whose number was erased. */
  const sent = new Map<string, Call | null>()
  const recording = new Set<string>()

  const forgetOldest = (): void => {
    for (const callId of sent.keys()) {
      if (sent.size <= maxSent) return
      sent.delete(callId)
    }
  }

  return {
    /** Marks a call whose record was requested. Until the result is known, the history may contain the call. */
    beginRecord: (callId: string): void => void recording.add(callId),
    endRecord: (callId: string): void => void recording.delete(callId),
    /** Adds a call that is durable and that this process sends. */
    add(one: InFlightCall): void {
      sent.set(one.call.callId, one.call)
      forgetOldest()
      inFlight.set(one.call.callId, one)
      byNumber.add(one)
    },
    /** Removes a call whose outcome has been written. */
    remove(callId: string): void {
      const one = inFlight.get(callId)
      if (one === undefined) return
      inFlight.delete(callId)
      byNumber.remove(one)
    },
    all: (): InFlightCall[] => [...inFlight.values()],
    has: (callId: string): boolean => inFlight.has(callId),
    /** Returns true if only this process may settle the call. */
    isOwn: (callId: string): boolean => inFlight.has(callId) || recording.has(callId),
    /** Keeps only the IDs of the calls to a number that was erased, so that they are not sent again. */
    forgetNumber(phoneNumber: string): void {
      for (const [callId, call] of sent)
        if (call !== null && isSameNumber(call.phoneNumber, phoneNumber)) sent.set(callId, null)
    },
    /**
     * Returns a call that this process has sent, as it was recorded; null if its number was erased, and undefined if
     * this process has not sent it.
     */
    sentCall: (callId: string): Call | null | undefined => inFlight.get(callId)?.call ?? sent.get(callId),
    /** Returns the call in flight to the same phone. */
    callTo: (phoneNumber: string, practice: boolean): Call | undefined => byNumber.find(phoneNumber, practice)[0]?.call,
  }
}

export type InFlightCalls = ReturnType<typeof createInFlightCalls>

/** How far back the repeat guard looks at most, in milliseconds: one day, the maximum of the setting. */
export const longestRepeat = 24 * 60 * 60_000
/**
 * Maximum number of recent calls kept in memory, about 0.3 KB each. The history contains older ones with wall-clock
 * times.
 */
const maxRecent = 10_000

type RecentCall = { callId: string; phoneNumber: string; practice: boolean; at: number }

/**
 * Tracks the calls that this process has recorded, and those to numbers that it erases, with monotonic times. The history
 * contains only wall-clock times, and after a clock change, the repeat guard would miss calls.
 */
export const createRecentCalls = (monotonic: () => number) => {
  /** Oldest first. */
  const calls = new Set<RecentCall>()
  const byNumber = createNumberIndex<RecentCall>((call) => call)
  /** True once a number was or will be erased. Until then, the history has the numbers of all calls. */
  let hasErased = false

  const put = (call: RecentCall): void => {
    calls.add(call)
    byNumber.add(call)
  }

  const removeOld = (): void => {
    const now = monotonic()
    for (const call of calls) {
      if (now - call.at < longestRepeat && calls.size <= maxRecent) return
      calls.delete(call)
      byNumber.remove(call)
    }
  }

  /** Returns the IDs of the calls to this number within the last `milliseconds`. */
  const within = (milliseconds: number, phoneNumber: string, practice: boolean): string[] => {
    const since = monotonic() - milliseconds
    return byNumber
      .find(phoneNumber, practice)
      .filter((call) => call.at > since)
      .map(({ callId }) => callId)
  }

  return {
    add(callId: string, phoneNumber: string, practice: boolean): void {
      put({ callId, phoneNumber, practice, at: monotonic() })
      removeOld()
    },
    /**
     * Adds the calls of the history that this process has not recorded, because their number is erased; `now` is the
     * wall-clock time.
     */
    addOfHistory(found: readonly RecentCallTo[], now: number): void {
      hasErased = true
      const known = new Set([...calls].map(({ callId }) => callId))
      const unknown = found
        .filter(({ callId }) => !known.has(callId))
        .map(({ preparedAt, ...call }) => ({ ...call, at: monotonic() - Math.max(0, now - Date.parse(preparedAt)) }))
      const all = [...calls, ...unknown].toSorted((one, other) => one.at - other.at)
      for (const call of calls) byNumber.remove(call)
      calls.clear()
      for (const call of all) put(call)
      removeOld()
    },
    removeOld,
    within,
    /** Returns the IDs of the calls to this number whose records may have lost it. */
    mayBeErased: (phoneNumber: string, practice: boolean): string[] =>
      hasErased ? within(longestRepeat, phoneNumber, practice) : [],
    /** Returns the calls whose records may have lost their number. Those within the last `milliseconds` are recent. */
    allThatMayBeErased(milliseconds: number, practice: boolean): RememberedCall[] {
      if (!hasErased) return []
      const [oldest, since] = [monotonic() - longestRepeat, monotonic() - milliseconds]
      return [...calls]
        .filter((call) => call.practice === practice && call.at > oldest)
        .map(({ callId, phoneNumber, at }) => ({ callId, phoneNumber, isRecent: at > since }))
    },
  }
}

/**
 * How long a confirmation token is valid, in milliseconds: long enough to read the question, but not so long that the
 * user forgets it.
 */
const tokenLifetime = 2 * 60_000

/**
 * One-time tokens that confirm a repeated call. A token is valid for two minutes, for one number and for the earlier
 * calls that the user saw; if another call to the number was placed since, another confirmation is needed.
 */
export const createConfirmationTokens = ({
  monotonic,
  createId,
}: {
  monotonic: () => number
  createId: () => string
}) => {
  const tokens = new Map<string, { phoneNumber: string; confirms: string[]; expiresAt: number }>()

  const removeExpired = (): void => {
    for (const [id, token] of tokens) if (token.expiresAt <= monotonic()) tokens.delete(id)
  }

  return {
    forget(phoneNumber: string): void {
      for (const [id, token] of tokens) if (isSameNumber(token.phoneNumber, phoneNumber)) tokens.delete(id)
    },
    /**
     * `confirms` lists the IDs of the earlier calls and do-not-call entries, or `gap` for calls that the history may
     * have lost.
     */
    issue(phoneNumber: string, confirms: string[]): string {
      removeExpired()
      const id = createId()
      tokens.set(id, { phoneNumber, confirms, expiresAt: monotonic() + tokenLifetime })
      return id
    },
    /** Returns what a token confirms; empty if the token is used, expired, unknown, or for another number. */
    redeem(id: string | null, phoneNumber: string): string[] {
      removeExpired()
      const token = id === null ? undefined : tokens.get(id)
      if (id !== null) tokens.delete(id)
      return token !== undefined && isSameNumber(token.phoneNumber, phoneNumber) ? token.confirms : []
    },
  }
}

/**
 * Runs tasks with the same key one after the other, even after a failure; tasks with different keys run concurrently.
 */
export const createKeyedMutex = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(key)
    const done = before === undefined ? task() : before.then(task, task)
    last.set(key, done)
    const release = (): void => {
      if (last.get(key) === done) last.delete(key)
    }
    done.then(release, release)
    return done
  }
}

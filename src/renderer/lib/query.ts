import { fail, type Failure, type Outcome } from '../../contract/failure.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

/**
 * Waits for an operation's outcome. If the bridge throws, which it should not, reports the error to the page and
 * returns an `internal` failure, so that no screen hangs.
 */
export const settle = async <T>(operation: Promise<Outcome<T>>): Promise<Outcome<T>> => {
  try {
    return await operation
  } catch (error) {
    reportError(error)
    return fail({ kind: 'internal', reference: 'bridge' })
  }
}

/** A loaded value and the time when it was loaded, in milliseconds since 1970. */
type LoadedValue<T> = { readonly value: T; readonly at: number }

type FailedQuery<T> = {
  readonly step: 'failed'
  readonly failure: Failure
  readonly at: number
  readonly data: LoadedValue<T> | null
}

/**
 * The state of a query. `data` keeps the last value while a new one loads and after a load fails; `failed` keeps the
 * state after a failed load while a new value loads.
 */
export type QueryState<T> =
  | { readonly step: 'idle'; readonly data: null }
  | {
      readonly step: 'loading'
      readonly since: number
      readonly data: LoadedValue<T> | null
      readonly failed: FailedQuery<T> | null
    }
  | { readonly step: 'ready'; readonly data: LoadedValue<T> }
  | FailedQuery<T>

export type Query<T> = {
  readonly store: StoreApi<QueryState<T>>
  /** Loads the value. If it is already being loaded, joins that load. */
  readonly load: () => Promise<void>
  /**
   * Loads the value after a change. If it is already being loaded, loads it once more, because the result of the first
   * load may predate the change.
   */
  readonly refresh: () => Promise<void>
  /** Sets a value that came from elsewhere, such as another operation's result. A load that is running starts again. */
  readonly setData: (value: T) => void
}

/** Returns a query that loads with `fetchValue`; `now` is in milliseconds since 1970. */
export const createQuery = <T>(fetchValue: () => Promise<Outcome<T>>, now: () => number): Query<T> => {
  const store = createStore<QueryState<T>>(() => ({ step: 'idle', data: null }))
  let pending: Promise<void> | null = null
  let queued: Promise<void> | null = null
  let changes = 0
  const setData = (value: T) => {
    changes += 1
    store.setState({ step: 'ready', data: { value, at: now() } }, true)
  }
  const run = async (): Promise<void> => {
    const before = store.getState()
    const failed = before.step === 'failed' ? before : null
    store.setState({ step: 'loading', since: now(), data: before.data, failed }, true)
    const changesBefore = changes
    const answer = await settle(fetchValue())
    // The result may predate the value that was set in the meantime.
    if (changes !== changesBefore) return run()
    pending = null
    if (answer.ok) setData(answer.value)
    else store.setState({ step: 'failed', failure: answer.failure, at: now(), data: store.getState().data }, true)
  }
  const load = () => (pending ??= run())
  const loadAfter = async (current: Promise<void>) => {
    await current
    queued = null
    await load()
  }
  return { store, setData, load, refresh: () => (pending ? (queued ??= loadAfter(pending)) : load()) }
}

/** How long a value from the service is used before it is read again, in milliseconds. */
export const maxAge = 60_000

/** True if a value that was read at `at` must be read again at `now`. If the clock was set back, its age is unknown. */
export const isOld = (at: number, now: number): boolean => now < at || now - at >= maxAge

/** Removes the loaded value or the failure. A load that is running continues. */
export const clearData = <T>({ store }: Query<T>): void => {
  const query = store.getState()
  store.setState(query.step === 'loading' ? { ...query, data: null, failed: null } : { step: 'idle', data: null }, true)
}

/** Returns the last loaded value, or null. */
export const valueOf = <T>(query: QueryState<T>): T | null => query.data?.value ?? null

/** Returns the state after the last finished load: while a value loads after a failed load, that failure. */
export const finishedOf = <T>(query: QueryState<T>): QueryState<T> =>
  query.step === 'loading' ? (query.failed ?? query) : query

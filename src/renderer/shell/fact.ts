import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Outcome } from '../../contract/failure.ts'
import { settle } from './settle.ts'

/** An answer, and when it came (milliseconds since 1970). */
export type Known<T> = { readonly value: T; readonly at: number }

/** Something asked outside: an older answer stays on the screen, with its age, while a new one is awaited or has failed. */
export type Fact<T> =
  | { readonly step: 'unasked'; readonly known: null }
  | { readonly step: 'asking'; readonly since: number; readonly known: Known<T> | null }
  | { readonly step: 'known'; readonly known: Known<T> }
  | { readonly step: 'failed'; readonly failure: Failure; readonly at: number; readonly known: Known<T> | null }

export type FactStore<T> = {
  readonly store: StoreApi<Fact<T>>
  /** Asks; while an answer is awaited a second asking is the same one. */
  readonly ask: () => Promise<void>
  /** Asks because something changed: an answer already on its way may not know of it, so another is asked for after it. */
  readonly askAfresh: () => Promise<void>
  /** Puts an answer that came by another way. */
  readonly learn: (value: T) => void
}

/** Makes a fact from a question and a clock. */
export const createFact = <T>(question: () => Promise<Outcome<T>>, now: () => number): FactStore<T> => {
  const store = createStore<Fact<T>>(() => ({ step: 'unasked', known: null }))
  let pending: Promise<void> | null = null
  const learn = (value: T) => store.setState({ step: 'known', known: { value, at: now() } }, true)
  const run = async () => {
    store.setState({ step: 'asking', since: now(), known: store.getState().known }, true)
    const answer = await settle(question())
    pending = null
    if (answer.ok) learn(answer.value)
    else store.setState({ step: 'failed', failure: answer.failure, at: now(), known: store.getState().known }, true)
  }
  const ask = () => (pending ??= run())
  let queued: Promise<void> | null = null
  const afterThis = async (current: Promise<void>) => {
    await current
    queued = null
    await ask()
  }
  return { store, learn, ask, askAfresh: () => (pending ? (queued ??= afterThis(pending)) : ask()) }
}

/** The last answer of a fact, or null. */
export const valueOf = <T>(fact: Fact<T>): T | null => fact.known?.value ?? null

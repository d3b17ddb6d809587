import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../settle.ts'

/** How far a key has come: on its way into main's hands, held there under an id, or not taken. */
export type KeyEntry =
  | { step: 'empty' }
  | { step: 'handing' }
  | { step: 'held'; entryId: string; length: number }
  | { step: 'refused'; failure: Failure }

export type KeyEntryStore = {
  readonly store: StoreApi<KeyEntry>
  /** SECURITY: the text passes through once and is kept nowhere in the page. */
  readonly type: (text: string) => Promise<void>
  readonly paste: () => Promise<void>
  readonly clear: () => void
  /** Waits until a key on its way is held or refused. */
  readonly settled: () => Promise<void>
  /** Says that main let the held key go. */
  readonly expire: () => void
}

/** Makes the entry of one key. It holds only what main answers: an id and a length. */
export const createKeyEntry = (desk: Desk): KeyEntryStore => {
  const store = createStore<KeyEntry>(() => ({ step: 'empty' }))
  let pending = Promise.resolve()
  const give = async (question: ReturnType<Desk['enterKey']>) => {
    store.setState({ step: 'handing' }, true)
    const answer = await settle(question)
    store.setState(answer.ok ? { step: 'held', ...answer.value } : { step: 'refused', failure: answer.failure }, true)
  }
  const hand = (question: ReturnType<Desk['enterKey']>) => (pending = give(question))
  return {
    store,
    settled: () => pending,
    type: (text) => hand(desk.enterKey({ from: 'typed', text: text.trim() })),
    paste: () => hand(desk.enterKey({ from: 'clipboard' })),
    clear: () => store.setState({ step: 'empty' }, true),
    expire: () =>
      store.setState(
        { step: 'refused', failure: { kind: 'invalid', issues: [{ path: ['entryId'], code: 'keyExpired' }] } },
        true,
      ),
  }
}

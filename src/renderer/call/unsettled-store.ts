import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import { valueOf, type FactStore } from '../shell/fact.ts'
import type { CallFormState } from './call-state.ts'

/** Today's calls that the outcome panel does not tell: those that nobody can say anything of, and those settled since. */
export type UnsettledState = {
  waiting: readonly Call[]
  settled: readonly Call[]
  /** The one of them that somebody looks into. */
  opened: string | null
}

export type UnsettledStore = {
  readonly store: StoreApi<UnsettledState>
  /** Looks into one of them, or into none. */
  readonly open: (callId: string | null) => void
  /** Somebody has read that a call is settled. */
  readonly read: (callId: string) => void
  readonly close: () => void
}

/** More of either kind would bury the panel; the list of today has them all. */
const most = 3

/** The newest, and the one that somebody looks into: what is half done about it stays where it is. */
const newestAnd = (opened: string | null, calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ callId }, index) => index < most || callId === opened)

const told = ({ last }: CallFormState): string | null => (last.kind === 'call' ? last.call.callId : null)

/** The call that is looked into, where it still is one of them. */
export const openedOf = ({ waiting, settled, opened }: UnsettledState): Call | null =>
  [...waiting, ...settled].find(({ callId }) => callId === opened) ?? null

/** The waiting calls that have a row of their own. */
export const shownOf = ({ waiting, opened }: UnsettledState): readonly Call[] => newestAnd(opened, waiting)

/** Follows today's calls, so that none of them goes out of sight before it is known what became of it. */
export const createUnsettled = (parts: { form: StoreApi<CallFormState>; today: FactStore<Call[]> }): UnsettledStore => {
  const { form, today } = parts
  const store = createStore<UnsettledState>(() => ({ waiting: [], settled: [], opened: null }))
  const update = () => {
    const calls = valueOf(today.store.getState()) ?? []
    const inPanel = told(form.getState())
    const isElsewhere = ({ callId }: Call): boolean => callId !== inPanel
    const { waiting, settled, opened } = store.getState()
    const watched = new Set([...waiting, ...settled].map(({ callId }) => callId))
    store.setState({
      waiting: calls.filter((call) => isUnresolved(call.outcome) && isElsewhere(call)),
      settled: newestAnd(
        opened,
        calls.filter((call) => !isUnresolved(call.outcome) && watched.has(call.callId) && isElsewhere(call)),
      ),
    })
  }
  const closeToday = today.store.subscribe((fact, before) => fact.known !== before.known && update())
  const closeForm = form.subscribe((state, before) => told(state) !== told(before) && update())
  return {
    store,
    open: (opened) => store.setState({ opened }),
    read: (callId) =>
      store.setState(({ settled, opened }) => ({
        settled: settled.filter((call) => call.callId !== callId),
        opened: opened === callId ? null : opened,
      })),
    close: () => (closeToday(), closeForm()),
  }
}

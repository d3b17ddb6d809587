import type { StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../../contract/desk.ts'
import { settle } from '../../shell/settle.ts'
import type { RunsState } from '../runs-store.ts'
import type { ListRows } from './list-rows.ts'

type Parts = { desk: Desk; store: StoreApi<RunsState>; list: ListRows }

/** The chosen row: it is moved by keys and presses, and may lie where no call has been fetched yet. */
export const createChoice = ({ desk, store, list }: Parts) => {
  let journey = 0

  /** Ends a way to the oldest row that is under way. */
  const stay = (): void => {
    journey += 1
    if (store.getState().goingToEnd) store.setState({ goingToEnd: false })
  }

  const choose = (row: number): void => {
    stay()
    const { rows } = store.getState()
    if (rows.count === 0) return
    const chosen = Math.min(rows.count - 1, Math.max(0, row))
    store.setState({ chosen, selected: rows.at(chosen)?.callId ?? null })
    const { first, end } = list.seen()
    // The rows around it are in sight as soon as the list has gone there; they are fetched from now on.
    if (chosen < first || chosen >= end) list.see(chosen, chosen + end - first)
  }

  const goToOldest = async (): Promise<void> => {
    stay()
    const mine = journey
    store.setState({ goingToEnd: true })
    const isThere = await list.goToEnd(() => mine === journey)
    if (mine !== journey) return
    store.setState({ goingToEnd: false })
    if (isThere) choose(store.getState().rows.count - 1)
  }

  return {
    stay,
    choose,
    /** Moves the choice by so many rows; by Infinity to the oldest. */
    move: (by: number): void => {
      if (by === Infinity) return void goToOldest()
      // Whatever is chosen in a list of a million rows, `Home` is the newest.
      choose(by === -Infinity ? 0 : store.getState().chosen + by)
    },
    /** Moves the choice by as many rows as are in sight. */
    turnPage: (direction: 1 | -1): void => {
      const { first, end } = list.seen()
      choose(store.getState().chosen + direction * Math.max(1, end - first - 2))
    },
    /** Chooses a call by its id, wherever in the whole history it stands. */
    find: async (callId: string): Promise<void> => {
      const page = await settle(desk.listCalls({ search: callId, after: null, limit: 1 }))
      const { selected, rows } = store.getState()
      // Meanwhile another one may have been chosen.
      if (page.ok && page.value.place > 0 && selected === callId) choose(rows.count - page.value.place)
    },
  }
}

export type Choice = ReturnType<typeof createChoice>

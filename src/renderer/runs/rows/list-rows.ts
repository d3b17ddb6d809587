import type { StoreApi } from 'zustand/vanilla'
import type { CallPage } from '../../../contract/call-filter.ts'
import type { Desk } from '../../../contract/desk.ts'
import { settle } from '../../shell/settle.ts'
import { filterOf, isNarrow } from '../filters/wish.ts'
import type { RunsState } from '../runs-store.ts'
import { createFoundRows } from './found-rows.ts'
import { type Asked, asksForAll, notesWith } from './list-state.ts'
import { type AskPage, rowsAtOnce } from './row-source.ts'
import { createShownRows } from './shown-rows.ts'
import { createSight } from './sight.ts'
import { createWholeRows } from './whole-rows.ts'

/** A list is shown once this much of it is here, so that its first screen comes in one piece. */
const firstScreen = 40
/** More calls than these that changed at once are not asked about one by one. */
const mostSingly = 20

type Parts = { desk: Desk; store: StoreApi<RunsState>; now: () => number }

/** Asks main for pages of what is looked for, and keeps the notes that come with them. */
const createAsking = ({ desk, store, now }: Parts) => {
  return ({ search, wish }: Asked): AskPage => {
    const filter = isNarrow(wish) ? { filter: filterOf(wish, now()) } : {}
    return async (page) => {
      const answer = await settle(desk.listCalls({ search, ...filter, ...page }))
      if (answer.ok) store.setState(({ notes }) => ({ notes: notesWith(notes, answer.value) }))
      return answer
    }
  }
}

/** Keeps the rows of the list in the store: begins lists, fetches what comes into sight, follows what changes. */
export const createListRows = (parts: Parts) => {
  const { desk, store } = parts
  const asking = createAsking(parts)
  const shown = createShownRows(desk, store)
  const { source, goToEnd } = shown
  const { see, seen } = createSight({ source, onFetched: shown.publish, onFailed: shown.fail })
  let turn = 0

  const begin = async (asked: Asked, ask: AskPage, newest: CallPage, isMine: () => boolean): Promise<void> => {
    const begun = (asksForAll(asked) ? createWholeRows : createFoundRows)(ask, newest)
    const failure = begun.isMissing(0, firstScreen) ? await begun.want(0, firstScreen) : null
    if (!isMine()) return
    if (failure) return shown.fail(failure)
    shown.begin(begun, asked, newest)
    see(seen().first, seen().end)
  }

  const load = async (asked: Asked): Promise<void> => {
    const mine = (turn += 1)
    const ask = asking(asked)
    const newest = await ask({ after: null, limit: rowsAtOnce })
    if (mine !== turn) return
    if (!newest.ok) return shown.fail(newest.failure)
    const before = store.getState().asked
    const isSame = source() !== null && asked.search === before.search && asked.wish === before.wish
    if (!isSame) return begin(asked, ask, newest.value, () => mine === turn)
    // Far down in what was found nothing is pulled away from under a person's eyes.
    shown.renew(newest.value, !asksForAll(asked) && seen().first > rowsAtOnce)
  }

  return {
    /** Asks for the list: another one begins anew, the same one takes in what is new. */
    load,
    /** These rows are in sight: what is missing around them is fetched. */
    see,
    seen,
    goToEnd,
    /** Takes in that these calls changed. */
    async refresh(callIds: readonly string[]): Promise<void> {
      const changed = new Set(callIds)
      const here = Array.from(source()?.here() ?? [], ({ callId }) => callId).filter((callId) => changed.has(callId))
      if (here.length > mostSingly) shown.forget()
      await load(store.getState().asked)
      // The newest ones came with the page; of the others each is asked about.
      const newest = new Set(Array.from({ length: rowsAtOnce }, (_, index) => source()?.at(index)?.callId))
      if (here.length <= mostSingly) await shown.replaceSingly(here.filter((callId) => !newest.has(callId)))
    },
  }
}

export type ListRows = ReturnType<typeof createListRows>

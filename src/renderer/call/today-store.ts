import type { Call } from '../../contract/call.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'

export type TodayStore = { readonly calls: FactStore<Call[]>; readonly close: () => void }

const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0)

/** The latest calls of one profile prepared today (at most 200 of all profiles are looked through), read again when calls change. */
export const createTodayStore = ({ desk, now }: Parts, profileId: string): TodayStore => {
  const ask = async () => {
    const answer = await desk.listCalls({ search: '', after: null, limit: 200 })
    if (!answer.ok) return answer
    const since = startOfDay(now())
    const mine = answer.value.calls.filter(
      (call) => call.profileId === profileId && Date.parse(call.preparedAt) >= since,
    )
    return { ok: true as const, value: mine }
  }
  const calls = createFact(ask, now)
  const close = desk.onCallsChanged(() => void calls.askAfresh())
  return { calls, close }
}

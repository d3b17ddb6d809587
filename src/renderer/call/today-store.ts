import type { Call } from '../../contract/call.ts'
import { succeed, type Outcome } from '../../contract/failure.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'

export type TodayStore = { readonly calls: FactStore<Call[]>; readonly close: () => void }

const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0)

/** A page is asked for only while today's calls go on beyond the one before it. */
const page = 200

/** Today's calls of one profile, newest first, read again when calls change. */
export const createTodayStore = ({ desk, now }: Parts, profileId: string): TodayStore => {
  const ask = async (): Promise<Outcome<Call[]>> => {
    const since = startOfDay(now())
    let today: Call[] = []
    for (;;) {
      const answer = await desk.listCalls({ search: '', after: today.at(-1)?.callId ?? null, limit: page })
      if (!answer.ok) return answer
      const more = answer.value.calls.filter(({ preparedAt }) => Date.parse(preparedAt) >= since)
      today = [...today, ...more]
      if (!answer.value.more || more.length < answer.value.calls.length)
        return succeed(today.filter((call) => call.profileId === profileId))
    }
  }
  const calls = createFact(ask, now)
  const close = desk.onCallsChanged(() => void calls.askAfresh())
  return { calls, close }
}

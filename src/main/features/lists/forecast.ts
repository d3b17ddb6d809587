import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { List } from '../../../contract/list.ts'
import type { Output } from '../../../contract/operations.ts'
import type { ListPolicy } from '../../../contract/policy.ts'
import { hoursOfPolicy } from '../../../domain/lists/calling-hours.ts'
import { expectedFinish } from '../../../domain/lists/finish.ts'
import type { Storage } from '../../storage/storage.ts'

/** How long a call is expected to take if the agent has no earlier calls, in milliseconds: for real and practice calls. */
const [usualCall, practiceCall] = [120_000, 5_000]

/** Returns when the ready rows of a list will have been called once; null if there are none or it has no agent. */
export const forecastList = async (
  storage: Pick<Storage, 'run'>,
  { listId, options }: List,
  policy: ListPolicy,
  now: number,
): Promise<Outcome<Output<'forecastList'>>> => {
  const found = await storage.run('listForecast', { listId })
  if (!found.ok) return found
  if (found.value === null || found.value.groups.length === 0) return succeed(null)
  const { practice, groups } = found.value
  const callMilliseconds = found.value.callMilliseconds ?? (practice ? practiceCall : usualCall)
  const hours = { ...options.hours, days: options.days, ...hoursOfPolicy(policy) }
  const pace = { atOnce: options.atOnce, callMilliseconds, hours: practice ? null : hours }
  const endsAt = expectedFinish(groups, pace, now)
  return succeed({
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    callSeconds: Math.max(1, Math.round(callMilliseconds / 1000)),
  })
}

import type { ApiKeySummary } from '../../contract/api-key.ts'
import { fail, type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** A failure after which nobody knows whether the service did what it was asked. */
const isLost = (failure: Failure): boolean => failure.kind === 'unavailable' || failure.kind === 'unreachable'

export const everyKey = (client: ServiceClient): Promise<Outcome<ApiKeySummary[]>> =>
  client.keys({ includeArchived: true })

/** What the list shows decides whether a change was made, whatever became of the answer to it. */
export const confirmChange = async (
  client: ServiceClient,
  changed: Outcome<null>,
  { id, archived }: Pick<ApiKeySummary, 'id' | 'archived'>,
): Promise<Outcome<ApiKeySummary[]>> => {
  if (!changed.ok && !isLost(changed.failure)) return changed
  const keys = await everyKey(client)
  if (!keys.ok) return changed.ok ? keys : changed
  if (keys.value.find((one) => one.id === id)?.archived === archived) return keys
  return changed.ok ? fail({ kind: 'unavailable', cause: 'wrongShape' }) : changed
}

/** Archives the very key that asks: it can no longer be asked afterwards, so what was known before is the list. */
export const archiveOwn = async (
  client: ServiceClient,
  keys: ApiKeySummary[],
  key: ApiKeySummary,
): Promise<Outcome<ApiKeySummary[]>> => {
  const without = succeed(keys.map((one) => (one === key ? { ...key, archived: true } : one)))
  const archived = await client.archiveKey(key.id)
  if (archived.ok) return without
  // The second try after a lost answer is refused for the reason that the first one did its work.
  if (!isLost(archived.failure) && archived.failure.kind !== 'unauthorized') return archived
  const after = await everyKey(client)
  if (!after.ok) return after.failure.kind === 'unauthorized' ? without : archived
  return after.value.find((one) => one.id === key.id)?.archived === true ? after : archived
}

import type { ApiKeySummary } from '../../contract/api-key.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { ListedKey } from '../../contract/listed-key.ts'
import type { KeyUsers } from '../profiles/key-users.ts'
import { type KeyMarks, markOf } from './key-marks.ts'

export type DescribeKeysParts = { users: KeyUsers; marks: KeyMarks }

/** Whose list it is: the profile's name stands first among those that use its key. */
export type ListOwner = { origin: string; name: string }

/** Makes the description of listed keys: who uses them on this computer, and what is remembered of them. */
export const createDescribeKeys =
  ({ users, marks }: DescribeKeysParts) =>
  async ({ origin, name }: ListOwner, keys: readonly ApiKeySummary[]): Promise<Outcome<ListedKey[]>> => {
    const kept = await marks.read(origin)
    if (!kept.ok) return kept
    const listed: ListedKey[] = []
    for (const key of keys) {
      const others = (await users.named(origin, key.prefix)).filter((other) => other !== name)
      const usedBy = key.usedByThisApp ? [name, ...others] : others
      listed.push({ ...key, usedBy, usedByThisApp: usedBy.length > 0, mark: markOf(kept.value, key) })
    }
    return succeed(listed)
  }

export type DescribeKeys = ReturnType<typeof createDescribeKeys>

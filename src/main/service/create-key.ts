import type { ApiKeySummary } from '../../contract/api-key.ts'
import type { Failure, Outcome } from '../../contract/failure.ts'
import type { CreatedKey } from './wire-keys.ts'

/**
 * What became of the wish for a key that gave none. `made` says whether the service made one all the same: `no`,
 * `yes` (an orphan whose text nobody will ever see; show it and offer to archive it), or `unknown` when the list could
 * not tell.
 */
export type KeyNotCreated =
  | { ok: false; failure: Failure; made: 'no' | 'unknown' }
  | { ok: false; failure: Failure; made: 'yes'; orphan: ApiKeySummary }

/** The new key, or what is known about its absence. */
export type KeyCreation = { ok: true; value: CreatedKey } | KeyNotCreated

export type CreateKeyParts = {
  /** Sends the request once. */
  create: (name: string) => Promise<Outcome<CreatedKey>>
  /** The active keys, as the service lists them now; `once` asks a single time. */
  list: (how: { once: boolean }) => Promise<Outcome<ApiKeySummary[]>>
  wait: (milliseconds: number) => Promise<void>
}

/** The list is read at once and again: a request whose answer was lost may be finished a little later. */
const looks = [0, 1_000, 3_000]

/** A failure that says nothing about whether the service did what it was asked. */
const isLost = (failure: Failure): boolean => failure.kind === 'unavailable'

/**
 * Makes `createKey`. The name must be one that nobody else chooses: when the answer is lost, the key is looked up by
 * it among the keys that were not there before.
 */
export const createCreateKey = ({ create, list, wait }: CreateKeyParts) => {
  const lookUp = async (name: string, before: Set<number>, failure: Failure): Promise<KeyNotCreated> => {
    let seen = false
    for (const pause of looks) {
      if (pause > 0) await wait(pause)
      const keys = await list({ once: true })
      seen = keys.ok
      if (!keys.ok) continue
      const [orphan, ...others] = keys.value.filter((key) => key.name === name && !before.has(key.id))
      // Two of the same name: nobody can say which one is ours.
      if (others.length > 0) return { ok: false, failure, made: 'unknown' }
      if (orphan !== undefined) return { ok: false, failure, made: 'yes', orphan }
    }
    return { ok: false, failure, made: seen ? 'no' : 'unknown' }
  }

  return async (name: string): Promise<KeyCreation> => {
    const before = await list({ once: false })
    if (!before.ok) return { ...before, made: 'no' }
    const created = await create(name)
    if (created.ok) return created
    if (!isLost(created.failure)) return { ...created, made: 'no' }
    return lookUp(name, new Set(before.value.map((key) => key.id)), created.failure)
  }
}

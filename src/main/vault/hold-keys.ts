import type { Outcome } from '../../contract/failure.ts'
import type { KeyVault, VaultEntry } from './key-vault.ts'
import type { Secret } from './secret.ts'

export type HoldKeysParts = {
  vault: KeyVault
  /** A clock that only goes forward, in milliseconds. */
  monotonic: () => number
}

const holdMilliseconds = 60_000

const nameOf = ({ profileId, origin, custody }: VaultEntry): string => [profileId, origin, custody].join(' ')

/**
 * The same vault, which remembers a key for a minute after the keychain gave it: a keychain takes milliseconds, and a
 * look-up asks every few seconds. What is stored or removed is forgotten at once; a failure is never remembered.
 */
export const holdKeys = ({ vault, monotonic }: HoldKeysParts): KeyVault => {
  const held = new Map<string, { key: Secret; until: number }>()

  const forgetting = async (entry: VaultEntry, act: Promise<Outcome<null>>): Promise<Outcome<null>> => {
    held.delete(nameOf(entry))
    const done = await act
    // Once more: a question that was on its way meanwhile may have brought the old key.
    held.delete(nameOf(entry))
    return done
  }

  const forgetOld = (): void => {
    for (const [name, { until }] of held) if (until <= monotonic()) held.delete(name)
  }

  return {
    async get(entry) {
      forgetOld()
      const known = held.get(nameOf(entry))
      if (known !== undefined) return { ok: true, value: known.key }
      const key = await vault.get(entry)
      if (key.ok) held.set(nameOf(entry), { key: key.value, until: monotonic() + holdMilliseconds })
      return key
    },
    set: (entry, secret) => forgetting(entry, vault.set(entry, secret)),
    delete: (entry) => forgetting(entry, vault.delete(entry)),
    status: () => vault.status(),
    close() {
      held.clear()
      vault.close()
    },
  }
}

import type { Outcome } from '../../contract/failure.ts'
import type { KeyVault, VaultEntry } from './key-vault.ts'
import type { Secret } from './secret.ts'

export type HoldKeysParts = {
  vault: KeyVault
  /** A clock that only goes forward, in milliseconds. */
  monotonic: () => number
  /** Runs an act after some milliseconds. */
  after: (milliseconds: number, act: () => void) => unknown
}

const holdMilliseconds = 60_000

const nameOf = ({ profileId, origin, custody }: VaultEntry): string => [profileId, origin, custody].join(' ')

/**
 * The same vault, which remembers a key for a minute after the keychain gave it: a keychain takes milliseconds, and a
 * look-up asks every few seconds. What is stored or removed is forgotten at once; a failure is never remembered.
 */
export const holdKeys = ({ vault, monotonic, after }: HoldKeysParts): KeyVault => {
  const held = new Map<string, { key: Secret; until: number }>()
  const asked = new Map<string, Promise<Outcome<Secret>>>()

  const forget = (entry: VaultEntry): void => {
    held.delete(nameOf(entry))
    asked.delete(nameOf(entry))
  }

  const hold = (name: string, key: Secret): void => {
    held.set(name, { key, until: monotonic() + holdMilliseconds })
    // SECURITY: it is let go also when nobody asks again; the clock speaks for a computer that slept.
    after(holdMilliseconds, () => held.get(name)?.key === key && held.delete(name))
  }

  /** Whoever asks while the keychain is asked gets the same answer: a person who has to unlock it is asked once. */
  const askOnce = (entry: VaultEntry): Promise<Outcome<Secret>> => {
    const name = nameOf(entry)
    const before = asked.get(name)
    if (before !== undefined) return before
    const asking = vault.get(entry).then((key) => {
      // What was stored or removed meanwhile has made this the old key: it is answered, and not kept.
      if (asked.get(name) !== asking) return key
      asked.delete(name)
      if (key.ok) hold(name, key.value)
      return key
    })
    asked.set(name, asking)
    return asking
  }

  const forgetting = async (entry: VaultEntry, act: Promise<Outcome<null>>): Promise<Outcome<null>> => {
    forget(entry)
    const done = await act
    // Once more: a question that was on its way meanwhile may have brought the old key.
    forget(entry)
    return done
  }

  const forgetOld = (): void => {
    for (const [name, { until }] of held) if (until <= monotonic()) held.delete(name)
  }

  return {
    async get(entry) {
      forgetOld()
      const known = held.get(nameOf(entry))
      return known === undefined ? askOnce(entry) : { ok: true, value: known.key }
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

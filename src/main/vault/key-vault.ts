import type { KeychainStatus } from '../../contract/app-info.ts'
import { fail, type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { KeyCustody } from '../../contract/profile.ts'
import { createSecret, openSecret, type Secret } from './secret.ts'
import type { VaultProcess, VaultResult } from './vault-process.ts'

/** Names one key: the profile and the origin it belongs to, so that a changed origin never meets an old key. */
export type VaultEntry = { profileId: string; origin: string; custody: KeyCustody }

/** Where keys are kept. Only `get` gives a Secret, and a missing key is a failure with its reason, never an empty value. */
export type KeyVault = {
  get(entry: VaultEntry): Promise<Outcome<Secret>>
  /** Stores, reads back and compares. */
  set(entry: VaultEntry, secret: Secret): Promise<Outcome<null>>
  delete(entry: VaultEntry): Promise<Outcome<null>>
  status(): Promise<KeychainStatus>
  close(): void
}

type KeychainReason = Extract<Failure, { kind: 'keychain' }>['reason']

const reasonOf = (result: Exclude<VaultResult, { ok: true }>): KeychainReason =>
  result.fault === 'died' ? 'unavailable' : result.fault

const refuse = (reason: KeychainReason): { ok: false; failure: Failure } => fail({ kind: 'keychain', reason })

const accountOf = ({ profileId, origin }: VaultEntry): string => `${profileId} ${origin}`

/** Makes the vault over its child process. */
export const createKeyVault = (process: VaultProcess): KeyVault => {
  /** A locked keyring says "nothing there"; writing a harmless text tells whether that is true. */
  const missingOrLocked = async (custody: KeyCustody): Promise<KeychainReason> => {
    if (custody === 'session') return 'missing'
    const probe = await process.ask({ act: 'probe' })
    return probe.ok ? 'missing' : reasonOf(probe)
  }

  const readText = async (entry: VaultEntry): Promise<Outcome<string>> => {
    const result = await process.ask({ act: 'get', store: entry.custody, account: accountOf(entry) })
    if (!result.ok) return refuse(reasonOf(result))
    return result.text === null ? refuse(await missingOrLocked(entry.custody)) : succeed(result.text)
  }

  return {
    async get(entry) {
      const text = await readText(entry)
      return text.ok ? succeed(createSecret(text.value)) : text
    },

    async set(entry, secret) {
      const text = openSecret(secret)
      const stored = await process.ask({ act: 'set', store: entry.custody, account: accountOf(entry), text })
      if (!stored.ok) return refuse(reasonOf(stored))
      const back = await readText(entry)
      if (!back.ok) return back
      return back.value === text ? succeed(null) : refuse('unavailable')
    },

    async delete(entry) {
      const result = await process.ask({ act: 'delete', store: entry.custody, account: accountOf(entry) })
      if (!result.ok) return refuse(reasonOf(result))
      if (result.found) return succeed(null)
      const reason = await missingOrLocked(entry.custody)
      return reason === 'missing' ? succeed(null) : refuse(reason)
    },

    async status() {
      const result = await process.ask({ act: 'reach' })
      return result.ok ? { usable: true } : { usable: false, reason: reasonOf(result) }
    },

    close: () => process.close(),
  }
}

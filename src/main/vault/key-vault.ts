import type { KeychainStatus } from '../../contract/app-info.ts'
import { fail, type Failure, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { KeyCustody } from '../../contract/profile.ts'
import { createSecret, openSecret, type Secret } from './secret.ts'
import { faultOfText } from './storable-text.ts'
import type { Turn, VaultProcess, VaultResult } from './vault-process.ts'

/** Names one key: the profile and the origin it belongs to, so that a changed origin never meets an old key. */
export type VaultEntry = { profileId: string; origin: string; custody: KeyCustody }

/** Where keys are kept. Only `get` gives a Secret, and a missing key is a failure with its reason, never an empty value. */
export type KeyVault = {
  get(entry: VaultEntry): Promise<Outcome<Secret>>
  /** Stores, reads back and compares. A text that no keychain keeps whole is refused before it gets to one. */
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

/** Quicker than a person can close a window, in milliseconds: an answer that took longer may have been theirs. */
const quick = 1_000

/** Makes the vault over its processes. Whatever it is asked, it answers within their deadline. */
export const createKeyVault = ({ begin, monotonic, close }: VaultProcess): KeyVault => {
  /**
   * A locked keyring says "nothing there"; writing a harmless text tells whether that is true. It may ask the person to
   * unlock, so nobody is asked a second time who has just closed such a window: `locked` then also means "or removed".
   */
  const whyNothing = async (turn: Turn, custody: KeyCustody, begun: number): Promise<KeychainReason> => {
    if (custody === 'session') return 'missing'
    if (monotonic() - begun > quick) return 'locked'
    const probe = await turn.ask({ act: 'probe' })
    return probe.ok ? 'missing' : reasonOf(probe)
  }

  const readText = async (turn: Turn, entry: VaultEntry): Promise<Outcome<string>> => {
    const begun = monotonic()
    const result = await turn.ask({ act: 'get', store: entry.custody, account: accountOf(entry) })
    if (!result.ok) return refuse(reasonOf(result))
    return result.text === null ? refuse(await whyNothing(turn, entry.custody, begun)) : succeed(result.text)
  }

  return {
    async get(entry) {
      const text = await readText(begin(), entry)
      if (!text.ok) return text
      // What we could not have stored is somebody else's text under our name: no key of ours is there.
      return faultOfText(text.value) === null ? succeed(createSecret(text.value)) : refuse('missing')
    },

    async set(entry, secret) {
      const text = openSecret(secret)
      const fault = faultOfText(text)
      if (fault !== null) return invalid(['key'], fault)
      const turn = begin()
      const stored = await turn.ask({ act: 'set', store: entry.custody, account: accountOf(entry), text })
      if (!stored.ok) return refuse(reasonOf(stored))
      const back = await readText(turn, entry)
      if (!back.ok) return back
      return back.value === text ? succeed(null) : refuse('unavailable')
    },

    async delete(entry) {
      const turn = begin()
      const begun = monotonic()
      const result = await turn.ask({ act: 'delete', store: entry.custody, account: accountOf(entry) })
      if (!result.ok) return refuse(reasonOf(result))
      if (result.found) return succeed(null)
      const reason = await whyNothing(turn, entry.custody, begun)
      return reason === 'missing' ? succeed(null) : refuse(reason)
    },

    async status() {
      const result = await begin().ask({ act: 'reach' })
      return result.ok ? { usable: true } : { usable: false, reason: reasonOf(result) }
    },

    close,
  }
}

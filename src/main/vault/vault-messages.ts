import type { KeyCustody } from '../../contract/profile.ts'

/** One question to the vault's child process. `probe` writes and removes a text that is no secret: is the keychain open? */
export type VaultQuestion =
  | { id: number; act: 'get' | 'delete'; store: KeyCustody; account: string }
  | { id: number; act: 'set'; store: KeyCustody; account: string; text: string }
  | { id: number; act: 'probe' }
  | { id: number; act: 'reach' }

export type VaultFault = 'locked' | 'unavailable'

/** `text` is null where nothing is stored; for `delete` it tells nothing and `found` does. */
export type VaultAnswer =
  | { id: number; ok: true; text: string | null; found: boolean }
  | { id: number; ok: false; fault: VaultFault }

export type VaultMessage = { ready: true } | VaultAnswer

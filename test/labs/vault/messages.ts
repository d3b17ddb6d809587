import type { VaultEntry } from '../../../src/main/vault/key-vault.ts'
import type { PlantedName } from './planted-vaults.ts'

/** What the process that plays main is told to be. */
export type VaultOrder = { dataFolder: string; planted: PlantedName | null }

/** A question to the vault itself, below the desk: `get` tells only whether it is the same text. */
export type VaultQuestion = { id: number; act: 'get' | 'set' | 'delete'; entry: VaultEntry; text: string }

import type { VaultMessage, VaultQuestion } from './vault-messages.ts'

/** A running child process, as the vault sees it. `onExit` is called once, however the child ended. */
export type VaultLink = {
  send(question: VaultQuestion): void
  onMessage(listener: (message: VaultMessage) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export type SpawnVault = () => VaultLink

import { createSessionStore } from '../vault/key-store.ts'
import { createKeyVault, type KeyVault } from '../vault/key-vault.ts'
import { createVaultAnswers } from '../vault/vault-answers.ts'
import type { SpawnVault } from '../vault/vault-link.ts'
import type { VaultMessage } from '../vault/vault-messages.ts'
import { createVaultProcess } from '../vault/vault-process.ts'

/** The vault's child inside this process, over stores in memory. */
const createMemoryLink: SpawnVault = () => {
  const answer = createVaultAnswers({ keychain: createSessionStore(), session: createSessionStore() })
  const messages: ((message: VaultMessage) => void)[] = []
  const exits: (() => void)[] = []
  const send = (message: VaultMessage): void => messages.forEach((listener) => listener(message))
  queueMicrotask(() => send({ ready: true }))
  return {
    send: (question) => void answer(question).then(send),
    onMessage: (listener) => void messages.push(listener),
    onExit: (listener) => void exits.push(listener),
    kill: () => exits.splice(0).forEach((listener) => listener()),
  }
}

/** Makes a vault that keeps keys in this process only: every key must be entered again after a restart. */
export const createMemoryVault = (): KeyVault =>
  createKeyVault(createVaultProcess({ spawn: createMemoryLink, deadlineMilliseconds: 10_000 }))

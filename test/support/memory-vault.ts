import { createSessionStore, type KeyStore } from '../../src/main/vault/key-store.ts'
import { createKeyVault, type KeyVault } from '../../src/main/vault/key-vault.ts'
import { createVaultAnswers } from '../../src/main/vault/vault-answers.ts'
import type { SpawnVault } from '../../src/main/vault/vault-link.ts'
import type { VaultMessage } from '../../src/main/vault/vault-messages.ts'
import { createVaultProcess } from '../../src/main/vault/vault-process.ts'

/** The vault's child inside this process: the same questions and answers, over the stores handed in. */
export const createInlineLink =
  (keychain: KeyStore, session: KeyStore = createSessionStore()): SpawnVault =>
  () => {
    const answer = createVaultAnswers({ keychain, session })
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

/** A vault over a keychain in memory, with a deadline short enough for a test. */
export const createMemoryVault = (keychain: KeyStore = createSessionStore(), deadlineMilliseconds = 1_000): KeyVault =>
  createKeyVault(createVaultProcess({ spawn: createInlineLink(keychain), deadlineMilliseconds }))

import { createSessionStore, type KeyStore } from './key-store.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import { createVaultAnswers } from './vault-answers.ts'
import type { SpawnVault } from './vault-link.ts'
import type { VaultMessage } from './vault-messages.ts'
import { createVaultProcess, keychainMilliseconds } from './vault-process.ts'

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

/** A vault that keeps keys in this process only: they are forgotten with it, unless a store is handed in. */
export const createMemoryVault = (
  keychain: KeyStore = createSessionStore(),
  deadlineMilliseconds = keychainMilliseconds,
): KeyVault => createKeyVault(createVaultProcess({ spawn: createInlineLink(keychain), deadlineMilliseconds }))

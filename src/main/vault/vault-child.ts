import { createSessionStore, type KeyStore } from './key-store.ts'
import { createVaultAnswers } from './vault-answers.ts'
import { busPath, isCollectionLocked } from './session-bus.ts'
import type { VaultMessage, VaultQuestion } from './vault-messages.ts'

// [Note: keytar in a child] The native module can crash, hang behind an unlock prompt, or be missing its library.
// Here it takes nobody down with it: the child is restarted, and the main process only hears an answer or an exit.
const service = 'Rundesk'

/** Loaded at first use, so that a machine without libsecret answers "unavailable" instead of dying at start. */
const loadKeytar = async () => (await import('keytar')).default

const keychain: KeyStore = {
  get: async (account) => (await loadKeytar()).getPassword(service, account),
  set: async (account, text) => (await loadKeytar()).setPassword(service, account, text),
  delete: async (account) => (await loadKeytar()).deletePassword(service, account),
}

/** Electron's utility process speaks through `parentPort`; a forked Node process through `process.send`. */
type Port = {
  postMessage(message: VaultMessage): void
  on(event: 'message', listener: (event: { data: VaultQuestion }) => void): void
}

const utilityPort = (): Port | undefined =>
  // `parentPort` exists in Electron's utility process only, and Node's types do not know it.
  'parentPort' in process ? process.parentPort : undefined

const isLocked = async (): Promise<boolean | null> => {
  const path = process.platform === 'linux' ? busPath(process.env) : null
  const userId = process.getuid?.()
  return path === null || userId === undefined ? null : isCollectionLocked({ path, userId, milliseconds: 2_000 })
}

const answer = createVaultAnswers({ keychain, session: createSessionStore(), isLocked })
const port = utilityPort()
const send = (message: VaultMessage): void => void (port ? port.postMessage(message) : process.send?.(message))

const take = (question: VaultQuestion): void => void answer(question).then(send)

if (port) port.on('message', (event) => take(event.data))
else process.on('message', take)
if (!port) process.on('disconnect', () => process.exit(0))

send({ ready: true })

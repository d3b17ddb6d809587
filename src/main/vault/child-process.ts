import { busPath, createSessionStore, createVaultHandler, isCollectionLocked, type KeyStore } from './key-store.ts'
import type { VaultMessage, VaultRequest } from './child.ts'

// [Note: keytar in a child] The native module can crash, hang behind an unlock prompt, or be missing its library. In a
// child process, this affects nothing else: the child process is restarted, and the main process gets either a response
// or an exit event.
const service = 'Rundesk'

/**
 * Loaded on first use, so that without libsecret, the child process reports "unavailable" instead of crashing on
 * startup.
 */
const loadKeytar = async () => (await import('keytar')).default

const keychain: KeyStore = {
  get: async (account) => (await loadKeytar()).getPassword(service, account),
  set: async (account, text) => (await loadKeytar()).setPassword(service, account, text),
  delete: async (account) => (await loadKeytar()).deletePassword(service, account),
}

/** Electron's utility process uses `parentPort`; a forked Node process uses `process.send`. */
type Port = {
  postMessage(message: VaultMessage): void
  on(event: 'message', listener: (event: { data: VaultRequest }) => void): void
}

const utilityPort = (): Port | undefined =>
  // `parentPort` exists only in Electron's utility process and is missing in Node's types.
  'parentPort' in process ? process.parentPort : undefined

const isLocked = async (): Promise<boolean | null> => {
  const path = process.platform === 'linux' ? busPath(process.env) : null
  const userId = process.getuid?.()
  return path === null || userId === undefined ? null : isCollectionLocked({ path, userId, milliseconds: 2_000 })
}

const handle = createVaultHandler({ keychain, session: createSessionStore(), isLocked })
const port = utilityPort()
const send = (message: VaultMessage): void => void (port ? port.postMessage(message) : process.send?.(message))

const onRequest = (request: VaultRequest): void => void handle(request).then(send)

if (port) port.on('message', (event) => onRequest(event.data))
else process.on('message', onRequest)
if (!port) process.on('disconnect', () => process.exit(0))

send({ ready: true })

// node main-process.ts <options as JSON>: the main process without a window, with the real keychain. Its parent may send
// requests to the vault, and reads the event loop measurements at the end.
import { fileURLToPath } from 'node:url'
import type { Operations } from '../../../src/contract/operations.ts'
import { createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps, serveApp } from '../../../src/main/headless/run.ts'
import { createProcessLog } from '../../../src/main/log/log.ts'
import { createProcessScrub } from '../../../src/main/vault/masks.ts'
import { createForkVault, createVaultProcesses, keychainMilliseconds } from '../../../src/main/vault/child.ts'
import { createKeyVault, type KeyVault } from '../../../src/main/vault/vault.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'
import type { VaultOptions, VaultRequest } from './vault-app.ts'
import type { FaultyVaultName } from './faulty-vaults.ts'
import { createWatch } from './watch-loop.ts'

// Only the lab starts this process, with these options.
const options = JSON.parse(process.argv[2] ?? '{}') as VaultOptions
const watch = createWatch()
const log = createProcessLog(options.dataFolder, createProcessScrub())

/** Creates the vault as the app does, but measures the startup of its processes separately. */
const realVault = (): KeyVault => {
  const spawn = createForkVault(fileURLToPath(new URL('../../../src/main/vault/child-process.ts', import.meta.url)))
  const deadlineMilliseconds = keychainMilliseconds
  return createKeyVault(createVaultProcesses({ spawn: () => watch.starting(spawn), deadlineMilliseconds }))
}

const createFaultyVault = async (name: FaultyVaultName): Promise<KeyVault> => {
  // Imported on demand, because it loads keytar, which the real vault must not find in this process.
  const { faultyVault } = await import('./faulty-vaults.ts')
  return faultyVault(name, options.dataFolder)
}

const vault = options.faulty === null ? realVault() : await createFaultyVault(options.faulty)

const answer = async ({ operation, entry, text }: VaultRequest): Promise<unknown> => {
  if (operation === 'set') return vault.set(entry, createSecret(text))
  if (operation === 'delete') return vault.delete(entry)
  const found = await vault.get(entry)
  return found.ok ? { ok: true, value: { isSame: openSecret(found.value) === text } } : found
}

process.on('message', (request: VaultRequest) => {
  void watch.answering(answer(request)).then((outcome) => process.send?.({ id: request.id, outcome }))
})

const timed = (operations: Operations): Operations => {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    // Each operation keeps its own types; a list of operations has no common type.
    (input: never) => watch.answering((operation as (input: never) => Promise<unknown>)(input)),
  ])
  // The same names with the same operations.
  return Object.fromEntries(entries) as Operations
}

let isReady = false

await serveApp({
  input: process.stdin,
  write: (line) => {
    // The first line reports that the app is ready. From here on, a user would notice blocks.
    if (!isReady) watch.start()
    isReady = true
    process.stdout.write(`${line}\n`)
  },
  onStop: (listener) => void process.on('SIGTERM', listener),
  log,
  version: 'lab',
  createApp: (announce) => {
    const deps = createHeadlessDeps({
      dataFolder: options.dataFolder,
      keychain: 'system',
      version: 'lab',
      announce,
      log,
    })
    const app = createApp({ ...deps, vault })
    return { ...app, operations: timed(app.operations) }
  },
})
process.stderr.write(`${JSON.stringify({ measured: watch.stop() })}\n`)
process.stdin.destroy()
process.disconnect?.()

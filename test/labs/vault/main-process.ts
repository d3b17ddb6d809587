// node main-process.ts <order as JSON>: plays main. A desk on its standard input and output, as without a window, with the
// real keychain; its parent may ask the vault itself, and is told at the end what was measured of the event loop.
import { fileURLToPath } from 'node:url'
import type { Operations } from '../../../src/contract/operations.ts'
import { createDesk } from '../../../src/main/desk.ts'
import { headlessParts } from '../../../src/main/headless/headless-parts.ts'
import { serveDesk } from '../../../src/main/headless/serve-desk.ts'
import { createProcessLog, createProcessScrub } from '../../../src/main/process-log.ts'
import { createForkVault } from '../../../src/main/vault/fork-vault.ts'
import { createKeyVault, type KeyVault } from '../../../src/main/vault/key-vault.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'
import { createVaultProcess, keychainMilliseconds } from '../../../src/main/vault/vault-process.ts'
import type { VaultOrder, VaultQuestion } from './messages.ts'
import type { PlantedName } from './planted-vaults.ts'
import { createWatch } from './watch-loop.ts'

// The lab that starts this process writes nothing else here.
const order = JSON.parse(process.argv[2] ?? '{}') as VaultOrder
const watch = createWatch()
const log = createProcessLog(order.dataFolder, createProcessScrub())

/** As the desk without a window makes it; only the start of its processes is measured apart. */
const realVault = (): KeyVault => {
  const spawn = createForkVault(fileURLToPath(new URL('../../../src/main/vault/vault-child.ts', import.meta.url)))
  const deadlineMilliseconds = keychainMilliseconds
  return createKeyVault(createVaultProcess({ spawn: () => watch.starting(spawn), deadlineMilliseconds }))
}

const plant = async (name: PlantedName): Promise<KeyVault> => {
  // The real one is looked at in a process that has never loaded keytar: this file does.
  const { plantedVault } = await import('./planted-vaults.ts')
  return plantedVault(name, order.dataFolder)
}

const vault = order.planted === null ? realVault() : await plant(order.planted)

const answer = async ({ act, entry, text }: VaultQuestion): Promise<unknown> => {
  if (act === 'set') return vault.set(entry, createSecret(text))
  if (act === 'delete') return vault.delete(entry)
  const found = await vault.get(entry)
  return found.ok ? { ok: true, value: { isSame: openSecret(found.value) === text } } : found
}

process.on('message', (question: VaultQuestion) => {
  void watch.answering(answer(question)).then((outcome) => process.send?.({ id: question.id, outcome }))
})

const timed = (operations: Operations): Operations => {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    // Each keeps the types of its own name; a list of them has none in common.
    (input: never) => watch.answering((operation as (input: never) => Promise<unknown>)(input)),
  ])
  // The same names, each with the same operation behind it.
  return Object.fromEntries(entries) as Operations
}

let isReady = false

await serveDesk({
  input: process.stdin,
  write: (line) => {
    // The first line says that it is ready: what stands still from here on stands still in front of a person.
    if (!isReady) watch.begin()
    isReady = true
    process.stdout.write(`${line}\n`)
  },
  onStop: (listener) => void process.on('SIGTERM', listener),
  log,
  version: 'lab',
  createDesk: (announce) => {
    const parts = headlessParts({ dataFolder: order.dataFolder, keychain: 'system', version: 'lab', announce, log })
    const desk = createDesk({ ...parts, vault })
    return { ...desk, operations: timed(desk.operations) }
  },
})
process.stderr.write(`${JSON.stringify({ measured: watch.stop() })}\n`)
process.stdin.destroy()
process.disconnect?.()

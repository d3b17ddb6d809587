// node main-process.ts <order as JSON>: plays main. A desk on its standard input and output, as without a window, with the
// real keychain; its parent may ask the vault itself, and is told at the end how long the event loop stood still.
import { createDesk } from '../../../src/main/desk.ts'
import { headlessParts } from '../../../src/main/headless/headless-parts.ts'
import { serveDesk } from '../../../src/main/headless/serve-desk.ts'
import { createProcessLog, createProcessScrub } from '../../../src/main/process-log.ts'
import type { KeyVault } from '../../../src/main/vault/key-vault.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'
import type { VaultOrder, VaultQuestion } from './messages.ts'
import type { PlantedName } from './planted-vaults.ts'
import { watchLoop } from './watch-loop.ts'

// The lab that starts this process writes nothing else here.
const order = JSON.parse(process.argv[2] ?? '{}') as VaultOrder
const log = createProcessLog(order.dataFolder, createProcessScrub())
const parts = headlessParts({
  dataFolder: order.dataFolder,
  keychain: 'system',
  version: 'lab',
  announce: () => undefined,
  log,
})

const plant = async (name: PlantedName): Promise<KeyVault> => {
  // The real one is looked at in a process that has never loaded keytar: this file does.
  const { plantedVault } = await import('./planted-vaults.ts')
  return plantedVault(name, order.dataFolder)
}

const vault = order.planted === null ? parts.vault : await plant(order.planted)

const answer = async ({ act, entry, text }: VaultQuestion): Promise<unknown> => {
  if (act === 'set') return vault.set(entry, createSecret(text))
  if (act === 'delete') return vault.delete(entry)
  const found = await vault.get(entry)
  return found.ok ? { ok: true, value: { isSame: openSecret(found.value) === text } } : found
}

process.on('message', (question: VaultQuestion) => {
  void answer(question).then((outcome) => process.send?.({ id: question.id, outcome }))
})

const watches: ReturnType<typeof watchLoop>[] = []

await serveDesk({
  input: process.stdin,
  write: (line) => {
    // The first line says that it is ready: what stands still from here on stands still in front of a person.
    if (watches.length === 0) watches.push(watchLoop())
    process.stdout.write(`${line}\n`)
  },
  onStop: (listener) => void process.on('SIGTERM', listener),
  log,
  version: 'lab',
  createDesk: (announce) => createDesk({ ...parts, announce, vault }),
})
process.stderr.write(`${JSON.stringify({ stall: watches[0]?.stop() })}\n`)
process.stdin.destroy()
process.disconnect?.()

// A desk whose keychain outlives it: it loads everything, says `{ "warm": true }`, and waits to be told what to be.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDesk } from '../../../src/main/desk.ts'
import { headlessParts } from '../../../src/main/headless/headless-parts.ts'
import { serveDesk } from '../../../src/main/headless/serve-desk.ts'
import type { KeyStore } from '../../../src/main/vault/key-store.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { createFileKeychain } from './file-keychain.ts'
import { plantKeychain, plantStorage } from './plant-crash.ts'
import type { RotateOrder } from './rotate-order.ts'

/** The planted leak: what is stored is written beside the history as well. */
const leaking = (keychain: KeyStore, dataFolder: string): KeyStore => ({
  ...keychain,
  set: async (account, text) => {
    appendFileSync(join(dataFolder, 'notes.txt'), `${account} ${text}\n`)
    await keychain.set(account, text)
  },
})

const run = async (order: RotateOrder): Promise<void> => {
  const { dataFolder, keychainFile } = order
  const keychain = plantKeychain(createFileKeychain(keychainFile), order)
  await serveDesk({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    onStop: (listener) => void process.on('SIGTERM', listener),
    log: (level, event, facts) => void process.stderr.write(`${level} ${event} ${JSON.stringify(facts ?? {})}\n`),
    version: 'lab',
    createDesk: (announce) => {
      const parts = headlessParts({ dataFolder, keychain: 'memory', version: 'lab', announce })
      return createDesk({
        ...parts,
        storage: plantStorage(parts.storage, order),
        vault: createMemoryVault(order.isLeaky === true ? leaking(keychain, dataFolder) : keychain),
      })
    },
  })
  process.stdin.destroy()
}

process.once('message', (order: RotateOrder) => {
  process.disconnect()
  void run(order)
})
process.send?.({ warm: true })

// An app with a keychain that outlives it: loads everything, sends `{ "warm": true }`, and waits for its options.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps, serveApp } from '../../../src/main/headless/run.ts'
import type { KeyStore } from '../../../src/main/vault/key-store.ts'
import { createMemoryVault } from '../../../src/main/vault/vault.ts'
import { createFileKeychain, injectKeychainCrash, injectStorageFaults } from './faulty-deps.ts'
import type { RotateOptions } from './crash-points.ts'

/** Injected bug: also writes every key to a file next to the history. */
const leaking = (keychain: KeyStore, dataFolder: string): KeyStore => ({
  ...keychain,
  set: async (account, text) => {
    appendFileSync(join(dataFolder, 'notes.txt'), `${account} ${text}\n`)
    await keychain.set(account, text)
  },
})

const run = async (options: RotateOptions): Promise<void> => {
  const { dataFolder, keychainFile } = options
  const keychain = injectKeychainCrash(createFileKeychain(keychainFile), options)
  await serveApp({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    onStop: (listener) => void process.on('SIGTERM', listener),
    log: (level, event, details) => void process.stderr.write(`${level} ${event} ${JSON.stringify(details ?? {})}\n`),
    version: 'lab',
    createApp: (announce) => {
      const deps = createHeadlessDeps({ dataFolder, keychain: 'memory', version: 'lab', announce })
      return createApp({
        ...deps,
        storage: injectStorageFaults(deps.storage, options),
        vault: createMemoryVault(options.isLeaky === true ? leaking(keychain, dataFolder) : keychain),
      })
    },
  })
  process.stdin.destroy()
}

process.once('message', (options: RotateOptions) => {
  process.disconnect()
  void run(options)
})
process.send?.({ warm: true })

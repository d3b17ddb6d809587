import { createMemoryVault, type KeyVault } from '../../../src/main/vault/vault.ts'
import type { KeyStore } from '../../../src/main/vault/key-store.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { fail } from '../../../src/contract/failure.ts'
import type { ChildMessage, ChildOptions, Command, KeychainFault } from './canary-app.ts'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps, createOnStop, serveApp } from '../../../src/main/headless/run.ts'
import { type Announce, noOsIntegration } from '../../../src/main/app/runtime.ts'
import { createProcessLog, type Log } from '../../../src/main/log/log.ts'
import { createHoldsSecret, createProcessScrub } from '../../../src/main/vault/masks.ts'

/** Current faults of the keychain and the storage. */
type FaultState = { keychain: KeychainFault; explode: string | null; storageFull: boolean }

/** A keychain in memory with the faults of real ones. Its errors contain all of its inputs. */
const createFaultyKeyStore = (keys: Map<string, string>, faults: FaultState): KeyStore => {
  const act = async <T>(name: string, message: string, work: () => T, empty: T): Promise<T> => {
    switch (faults.keychain) {
      case 'throws':
        throw new Error(`${name} failed for ${message} among ${[...keys.values()].join(' ')}`)
      case 'locked':
        throw new Error(`the collection is locked: ${message}`)
      case 'hangs':
        return new Promise<never>(() => undefined)
      case 'empty':
        return empty
      case 'mangles':
      case 'well':
        return work()
    }
  }
  return {
    get: (account) =>
      act('get', account, () => keys.get(account) ?? null, null).then((text) =>
        faults.keychain === 'mangles' && text !== null ? `${text}x` : text,
      ),
    set: (account, text) => act('set', `${account} ${text}`, () => void keys.set(account, text), undefined),
    delete: (account) => act('delete', account, () => keys.delete(account), false),
  }
}

/** A vault with such a keychain; it can throw unexpected errors. */
const createFaultyVault = (keys: Map<string, string>, faults: FaultState): KeyVault => {
  const vault = createMemoryVault(createFaultyKeyStore(keys, faults), 400)
  return {
    ...vault,
    get: (entry) => (faults.explode === null ? vault.get(entry) : Promise.reject(new Error(faults.explode))),
    status: () => (faults.explode === null ? vault.status() : Promise.reject(new TypeError(faults.explode))),
  }
}

/** A storage that can be full and can throw unexpected errors. */
const createFaultyStorage = (storage: Storage, faults: FaultState): Storage => ({
  run(name, input) {
    if (faults.explode !== null && (name === 'getCall' || name === 'readSetting'))
      return Promise.reject(new RangeError(`${faults.explode} in ${name}`))
    return faults.storageFull ? Promise.resolve(fail({ kind: 'storage', reason: 'full' })) : storage.run(name, input)
  },
  close: () => storage.close(),
})

// The complete app in its own process: real storage, sockets, log and masking; keychain, clipboard and proxies are
// simulated. It receives its options over IPC, so that they do not appear in arguments or the environment.

const send = (message: ChildMessage): void => void process.send?.(message)

const writeEverywhere = (text: string, log: Log): void => {
  process.stderr.write(`control ${text}\n`)
  log('warn', 'control', { text })
  writeFileSync(join(tmpdir(), 'control'), text)
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)', text], {
    stdio: 'ignore',
    env: { CONTROL: text },
  }).unref()
}

const run = async (options: ChildOptions): Promise<void> => {
  const keys = new Map(options.keychain)
  const faults: FaultState = { keychain: 'well', explode: null, storageFull: false }
  const log = createProcessLog(options.dataFolder, options.bareLog === true ? (text) => text : createProcessScrub())
  let clipboard = ''
  let storage: Storage | null = null
  let app: App | null = null

  /** The last saved file. */
  let saved: string | null = null
  const createCanaryApp = (announce: Announce) => {
    const parts = createHeadlessDeps({
      dataFolder: options.dataFolder,
      keychain: 'memory',
      version: 'lab',
      announce,
      log,
    })
    storage = parts.storage
    app = createApp({
      ...parts,
      osIntegration: { ...noOsIntegration, holdsSecret: createHoldsSecret() },
      storage: createFaultyStorage(parts.storage, faults),
      vault: createFaultyVault(keys, faults),
      clipboard: {
        read: () => Promise.resolve(clipboard),
        write: async (text) => send({ clipboard: text }),
      },
      sealedFiles: {
        toSave: async () => join(options.exportFolder, 'canary.rundesk-key'),
        toOpen: async () => join(options.exportFolder, 'canary.rundesk-key'),
      },
      showSecret: async ({ kind }, text) => {
        if (kind === 'passphrase') clipboard = text
        return { copy: false }
      },
      chooseWorkflowFile: async () => join(import.meta.dirname, 'agent-file.json'),
      chooseFile: ({ name }) => Promise.resolve((saved = join(options.exportFolder, name))),
      chooseEvidenceFile: async () => saved,
      environment: options.environment,
      resolveProxy: options.proxyRules === null ? null : () => Promise.resolve(options.proxyRules ?? ''),
      dialMilliseconds: 1_500,
    })
    return app
  }

  const execute = async (command: Command): Promise<void> => {
    switch (command.command) {
      case 'keychain':
        faults.keychain = command.fault
        break
      case 'explode':
        faults.explode = command.text
        break
      case 'storageFull':
        faults.storageFull = command.full
        break
      case 'clipboard':
        clipboard = command.text
        break
      case 'shortcut':
        await app?.externalRequests.shortcutPressed()
        break
      case 'link':
        await app?.externalRequests.linkOpened(command.link)
        break
      case 'backUp':
        await storage?.run('backUp', { now: new Date().toISOString() })
        break
      case 'fall':
        setTimeout(() => {
          throw new Error(command.words)
        })
        void Promise.reject(new TypeError(command.words))
        break
      case 'write':
        writeEverywhere(command.text, log)
        break
    }
    send({ done: command.command })
  }

  process.on('message', (command: Command) => void execute(command))
  await serveApp({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    onStop: createOnStop(log),
    log,
    version: 'lab',
    createApp: createCanaryApp,
  })
  send({ keychain: [...keys] })
  process.stdin.destroy()
  process.disconnect()
}

process.once('message', (options: ChildOptions) => void run(options))
send({ warm: true })

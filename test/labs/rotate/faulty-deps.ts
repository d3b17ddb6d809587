import { storedRotationSchema } from '../../../src/contract/key.ts'
import { succeed } from '../../../src/contract/failure.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import type { KeyStore } from '../../../src/main/vault/key-store.ts'
import type { AppCrash, RotateOptions } from './crash-points.ts'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const killProcess = (): void => void process.kill(process.pid, 'SIGKILL')

/** Returns whether a query writes the record of a rotation at this point. */
const isRecord = (crash: AppCrash, name: string, input: unknown): boolean => {
  if (crash.at !== 'record' || name !== 'writeSetting') return false
  const { name: setting, value } = Object.fromEntries(Object.entries(input ?? {}))
  if (typeof setting !== 'string' || !setting.startsWith('key-rotation:')) return false
  const record = storedRotationSchema.parse(JSON.parse(String(value)))
  return record.step === crash.step && record.names.length > 0 === (crash.named ?? record.names.length > 0)
}

/** Wraps a storage so that it kills its process at a write to the record, or drops every record. */
export const injectStorageFaults = (storage: Storage, { crash, skipsSteps }: RotateOptions): Storage => ({
  ...storage,
  async run(name, input) {
    const isHere = crash !== null && isRecord(crash, name, input)
    if (isHere && crash.when === 'before') killProcess()
    const setting = Object.fromEntries(Object.entries(input ?? {}))['name']
    const isDropped = skipsSteps === true && String(setting).startsWith('key-rotation:')
    // Reading and writing a setting both return null here.
    const answer = isDropped ? succeed(null as never) : await storage.run(name, input)
    if (isHere) killProcess()
    return answer
  },
})

/** Wraps a keychain so that it kills its process at an operation. */
export const injectKeychainCrash = (keychain: KeyStore, { crash }: RotateOptions): KeyStore => {
  const crashAround = async <T>(operation: 'set' | 'delete', account: string, work: () => Promise<T>): Promise<T> => {
    const [owner = ''] = account.split(' ')
    const suffix = owner.includes('/') ? owner.slice(owner.indexOf('/')) : ''
    const isHere = crash?.at === operation && crash.account === suffix
    if (isHere && crash.when === 'before') killProcess()
    const result = await work()
    if (isHere) killProcess()
    return result
  }
  return {
    get: (account) => keychain.get(account),
    set: (account, text) => crashAround('set', account, () => keychain.set(account, text)),
    delete: (account) => crashAround('delete', account, () => keychain.delete(account)),
  }
}

/** Returns the contents of the keychain by account. */
export const readKeychain = (file: string): Record<string, string> =>
  // Only this module writes the file: one string per account.
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}

/** A keychain in a file. Like the system's keychain, it outlives the app. */
export const createFileKeychain = (file: string): KeyStore => {
  const write = (keys: Record<string, string>): void => {
    writeFileSync(`${file}.new`, JSON.stringify(keys))
    renameSync(`${file}.new`, file)
  }
  return {
    get: async (account) => readKeychain(file)[account] ?? null,
    set: async (account, text) => write({ ...readKeychain(file), [account]: text }),
    delete: async (account) => {
      const { [account]: removed, ...rest } = readKeychain(file)
      write(rest)
      return removed !== undefined
    },
  }
}

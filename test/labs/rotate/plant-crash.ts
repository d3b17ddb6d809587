import { keptRotationSchema } from '../../../src/contract/key-rotation.ts'
import { succeed } from '../../../src/contract/failure.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import type { KeyStore } from '../../../src/main/vault/key-store.ts'
import type { DeskCrash, RotateOrder } from './rotate-order.ts'

const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** Whether a question of the storage is the record of a rotation at this point. */
const isRecord = (crash: DeskCrash, name: string, input: unknown): boolean => {
  if (crash.at !== 'record' || name !== 'writeSetting') return false
  const { name: setting, value } = Object.fromEntries(Object.entries(input ?? {}))
  if (typeof setting !== 'string' || !setting.startsWith('key-rotation:')) return false
  const record = keptRotationSchema.parse(JSON.parse(String(value)))
  return record.step === crash.step && record.names.length > 0 === (crash.named ?? record.names.length > 0)
}

/** The same storage, which ends its process at a write of the record, or forgets every one. */
export const plantStorage = (storage: Storage, { crash, isForgetful }: RotateOrder): Storage => ({
  ...storage,
  async ask(name, input) {
    const isHere = crash !== null && isRecord(crash, name, input)
    if (isHere && crash.when === 'before') die()
    const setting = Object.fromEntries(Object.entries(input ?? {}))['name']
    const isForgotten = isForgetful === true && String(setting).startsWith('key-rotation:')
    // Both questions about a setting answer with nothing when there is nothing.
    const answer = isForgotten ? succeed(null as never) : await storage.ask(name, input)
    if (isHere) die()
    return answer
  },
})

/** The same keychain, which ends its process at an act. */
export const plantKeychain = (keychain: KeyStore, { crash }: RotateOrder): KeyStore => {
  const around = async <T>(act: 'set' | 'delete', account: string, work: () => Promise<T>): Promise<T> => {
    const [owner = ''] = account.split(' ')
    const end = owner.includes('/') ? owner.slice(owner.indexOf('/')) : ''
    const isHere = crash?.at === act && crash.account === end
    if (isHere && crash.when === 'before') die()
    const done = await work()
    if (isHere) die()
    return done
  }
  return {
    get: (account) => keychain.get(account),
    set: (account, text) => around('set', account, () => keychain.set(account, text)),
    delete: (account) => around('delete', account, () => keychain.delete(account)),
  }
}

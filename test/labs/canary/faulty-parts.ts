import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import type { KeyStore } from '../../../src/main/vault/key-store.ts'
import type { KeyVault } from '../../../src/main/vault/key-vault.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { fail } from '../../../src/contract/failure.ts'
import type { KeychainMood } from './desk-order.ts'

/** How the parts of a canary desk behave now. */
export type Moods = { keychain: KeychainMood; explode: string | null; storageFull: boolean }

/** A keychain in memory with the moods of real ones; what it throws has everything in it that it was told. */
const createMoodyStore = (keys: Map<string, string>, moods: Moods): KeyStore => {
  const act = async <T>(name: string, told: string, work: () => T, empty: T): Promise<T> => {
    switch (moods.keychain) {
      case 'throws':
        throw new Error(`${name} failed for ${told} among ${[...keys.values()].join(' ')}`)
      case 'locked':
        throw new Error(`the collection is locked: ${told}`)
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
        moods.keychain === 'mangles' && text !== null ? `${text}x` : text,
      ),
    set: (account, text) => act('set', `${account} ${text}`, () => void keys.set(account, text), undefined),
    delete: (account) => act('delete', account, () => keys.delete(account), false),
  }
}

/** The vault over such a keychain; when it explodes, it does so in a way that no code of ours foresees. */
export const createMoodyVault = (keys: Map<string, string>, moods: Moods): KeyVault => {
  const vault = createMemoryVault(createMoodyStore(keys, moods), 400)
  return {
    ...vault,
    get: (entry) => (moods.explode === null ? vault.get(entry) : Promise.reject(new Error(moods.explode))),
    status: () => (moods.explode === null ? vault.status() : Promise.reject(new TypeError(moods.explode))),
  }
}

/** The storage, which can be full, and can break in a way that nobody foresaw. */
export const createMoodyStorage = (storage: Storage, moods: Moods): Storage => ({
  ask(name, input) {
    if (moods.explode !== null && (name === 'getCall' || name === 'readSetting'))
      return Promise.reject(new RangeError(`${moods.explode} in ${name}`))
    return moods.storageFull ? Promise.resolve(fail({ kind: 'storage', reason: 'full' })) : storage.ask(name, input)
  },
  close: () => storage.close(),
})

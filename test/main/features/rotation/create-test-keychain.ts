import type { KeyStore } from '../../../../src/main/vault/key-store.ts'

/** Creates a keychain in memory, with a condition for operations that it refuses. */
export const createTestKeychain = () => {
  const texts = new Map<string, string>()
  let refuses = (_act: 'get' | 'set' | 'delete', _account: string): boolean => false
  const open = (act: 'get' | 'set' | 'delete', account: string): void => {
    if (refuses(act, account)) throw new Error('The keychain refuses.')
  }
  const store: KeyStore = {
    get: async (account) => {
      open('get', account)
      return texts.get(account) ?? null
    },
    set: async (account, text) => {
      open('set', account)
      texts.set(account, text)
    },
    delete: async (account) => {
      open('delete', account)
      return texts.delete(account)
    },
  }
  return {
    store,
    texts,
    refuse: (when: typeof refuses) => void (refuses = when),
    /** Returns the accounts of a rotation's copies, which are stored next to the profiles' own keys. */
    copies: (): string[] => [...texts.keys()].filter((account) => /^[^ ]+\/(old|new) /.test(account)),
  }
}

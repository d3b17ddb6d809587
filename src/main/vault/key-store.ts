import type { VaultFault, VaultRequest, VaultResponse } from './child.ts'

/**
 * Stores strings under exact names. keytar's search functions are omitted because they crash the process if the keyring
 * is locked.
 */
export type KeyStore = {
  get(account: string): Promise<string | null>
  set(account: string, text: string): Promise<void>
  delete(account: string): Promise<boolean>
}

/** Creates a store in the memory of this process. */
export const createSessionStore = (): KeyStore => {
  const keys = new Map<string, string>()
  return {
    get: (account) => Promise.resolve(keys.get(account) ?? null),
    set: (account, text) => {
      keys.set(account, text)
      return Promise.resolve()
    },
    delete: (account) => Promise.resolve(keys.delete(account)),
  }
}

type Stores = {
  keychain: KeyStore
  session: KeyStore
  /** Returns whether the keychain is locked, without opening an unlock dialog; null if unknown. */
  isLocked?: () => Promise<boolean | null>
}

/** Handles the vault's requests. An error of a store becomes `locked` or `unavailable`; its message is dropped. */
export const createVaultHandler =
  (stores: Stores) =>
  async (request: VaultRequest): Promise<VaultResponse> => {
    try {
      return { id: request.id, ok: true, ...(await perform(stores, request)) }
    } catch (error) {
      return { id: request.id, ok: false, fault: faultOf(error) }
    }
  }

const probeAccount = 'probe'

const perform = async (stores: Stores, request: VaultRequest): Promise<{ text: string | null; found: boolean }> => {
  const { keychain } = stores
  switch (request.operation) {
    case 'get': {
      const text = await stores[request.store].get(request.account)
      return { text, found: text !== null }
    }
    case 'set':
      await stores[request.store].set(request.account, request.text)
      return { text: null, found: true }
    case 'delete':
      return { text: null, found: await stores[request.store].delete(request.account) }
    case 'probe':
      await keychain.set(probeAccount, 'not a secret')
      await keychain.delete(probeAccount)
      return { text: null, found: true }
    case 'reach':
      // A locked keyring reports keys as missing, as an unlocked one would.
      if ((await stores.isLocked?.()) === true) throw new Error('The keychain is locked.')
      await keychain.get(probeAccount)
      return { text: null, found: true }
  }
}

const faultOf = (error: unknown): VaultFault =>
  error instanceof Error && /locked/i.test(error.message) ? 'locked' : 'unavailable'

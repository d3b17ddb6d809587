/** A place for keys under exact names. keytar's search functions are not here: on a locked keyring they crash the process. */
export type KeyStore = {
  get(account: string): Promise<string | null>
  set(account: string, text: string): Promise<void>
  delete(account: string): Promise<boolean>
}

/** Keeps keys in this process's memory only: forgotten when it ends. */
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

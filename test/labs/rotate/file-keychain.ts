import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { KeyStore } from '../../../src/main/vault/key-store.ts'

/** What lies in the keychain, by account. */
export const readKeychain = (file: string): Record<string, string> =>
  // Only this file writes it, one text an account.
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}

/** A keychain in a file of its own: it stays when a desk is killed, as the system's does. */
export const createFileKeychain = (file: string): KeyStore => {
  const write = (keys: Record<string, string>): void => {
    writeFileSync(`${file}.new`, JSON.stringify(keys))
    renameSync(`${file}.new`, file)
  }
  return {
    get: async (account) => readKeychain(file)[account] ?? null,
    set: async (account, text) => write({ ...readKeychain(file), [account]: text }),
    delete: async (account) => {
      const { [account]: gone, ...rest } = readKeychain(file)
      write(rest)
      return gone !== undefined
    },
  }
}

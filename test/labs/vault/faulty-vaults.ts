import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import keytar from 'keytar'
import { fail, succeed } from '../../../src/contract/failure.ts'
import type { KeyVault, VaultEntry } from '../../../src/main/vault/vault.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'

/**
 * Injected bugs: keytar in the main process without a timeout; the same with keytar's search; a program that blocks the
 * main process; a plain file if there is no keychain.
 */
export type FaultyVaultName = 'inMain' | 'searching' | 'blocking' | 'plainFile'

const service = 'Rundesk'
const accountOf = ({ profileId, origin }: VaultEntry): string => `${profileId} ${origin}`
const missing = fail({ kind: 'keychain', reason: 'missing' })

const keytarInMain: KeyVault = {
  async get(entry) {
    const text = await keytar.getPassword(service, accountOf(entry))
    return text === null ? missing : succeed(createSecret(text))
  },
  async set(entry, secret) {
    await keytar.setPassword(service, accountOf(entry), openSecret(secret))
    return succeed(null)
  },
  async delete(entry) {
    await keytar.deletePassword(service, accountOf(entry))
    return succeed(null)
  },
  status: () => Promise.resolve({ usable: true }),
  close: () => undefined,
}

const searching: KeyVault = {
  ...keytarInMain,
  async get(entry) {
    // oxlint-disable-next-line no-restricted-properties -- injected bug: this function can crash.
    const all = await keytar.findCredentials(service)
    const found = all.find(({ account }) => account === accountOf(entry))
    return found === undefined ? missing : succeed(createSecret(found.password))
  },
}

const blocking: KeyVault = {
  ...keytarInMain,
  get(entry) {
    const args = ['lookup', 'service', service, 'account', accountOf(entry)]
    const { stdout, status } = spawnSync('secret-tool', args, { encoding: 'utf8', timeout: 2_000 })
    return Promise.resolve(
      status === 0 ? succeed(createSecret(stdout)) : fail({ kind: 'keychain', reason: 'timedOut' }),
    )
  },
}

const plainFile = (dataFolder: string): KeyVault => ({
  ...keytarInMain,
  set(entry, secret) {
    const line = { account: accountOf(entry), key: Buffer.from(openSecret(secret)).toString('base64') }
    appendFileSync(join(dataFolder, 'keys.json'), JSON.stringify(line))
    return Promise.resolve(succeed(null))
  },
})

export const faultyVault = (name: FaultyVaultName, dataFolder: string): KeyVault => {
  const vaults = { inMain: keytarInMain, searching, blocking, plainFile: plainFile(dataFolder) }
  return vaults[name]
}

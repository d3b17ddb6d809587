import { changedSettings } from '../../contract/changed-settings.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Settings } from '../../contract/settings.ts'
import { checkCertificateFile } from '../network/certificate-file.ts'
import { readProxyAddress, showProxyAddress } from '../network/proxy-address.ts'
import type { KeyVault, VaultEntry } from '../vault/key-vault.ts'
import { createSecret, type Secret } from '../vault/secret.ts'
import type { SettingsBook } from './settings-book.ts'

export type SettingsServiceParts = {
  settings: SettingsBook
  vault: KeyVault
  /** Whether the policy of this computer keeps a setting as it is. */
  isLocked?: (name: string) => boolean
}

type Proxy = Settings['proxy']

/** Where the password of a proxy lies: by its address and user, so that another proxy never gets it. */
const entryOf = (proxy: Proxy): VaultEntry | null =>
  proxy.mode === 'manual' && proxy.user !== null
    ? { profileId: 'proxy', origin: `${proxy.user}@${proxy.url}`, custody: 'keychain' }
    : null

/** SECURITY: an address with a password in it is refused, because settings are written to a file. */
const readProxy = (proxy: Proxy): Outcome<Proxy> => {
  if (proxy.mode !== 'manual') return succeed(proxy)
  const written = readProxyAddress(proxy.url)
  if (written === null || written.credentials !== null) return invalid(['proxy', 'url'], 'proxyAddress')
  return succeed({ ...proxy, url: showProxyAddress(written.address), user: proxy.user?.trim() || null })
}

const checkFile = async (file: string | null): Promise<Outcome<null>> => {
  if (file === null) return succeed(null)
  const check = await checkCertificateFile(file)
  return check.ok ? succeed(null) : invalid(['extraCertificatesFile'], 'certificateFile', check.code)
}

/** Changes what an admin may set; nothing is written that would not work. */
export const createSettingsService = ({ settings, vault, isLocked = () => false }: SettingsServiceParts) => ({
  async change(wanted: Settings): Promise<Outcome<Settings>> {
    const read = await settings.read()
    if (!read.ok) return read
    const known = read.value
    const changed = changedSettings(wanted, known)
    const locked = changed.find(isLocked)
    if (locked !== undefined) return invalid([locked], 'setByPolicy')
    // What stays as it is is not judged again: a policy may name a file that is not there yet.
    const proxy = changed.includes('proxy') ? readProxy(wanted.proxy) : succeed(known.proxy)
    if (!proxy.ok) return proxy
    const file = await checkFile(changed.includes('extraCertificatesFile') ? wanted.extraCertificatesFile : null)
    return file.ok ? settings.change({ ...wanted, proxy: proxy.value }) : file
  },

  /** Keeps the password of the proxy in the settings where keys are kept; an empty one is removed. */
  async enterProxyPassword(text: string): Promise<Outcome<null>> {
    const entry = entryOf(settings.known().proxy)
    if (entry === null) return invalid(['proxy'], 'proxyAddress')
    return text === '' ? vault.delete(entry) : vault.set(entry, createSecret(text))
  },

  /** The password for the proxy in the settings; null when it needs none, or none can be had. */
  async proxyPassword(): Promise<Secret | null> {
    const entry = entryOf(settings.known().proxy)
    const password = entry === null ? null : await vault.get(entry)
    return password?.ok ? password.value : null
  },
})

export type SettingsService = ReturnType<typeof createSettingsService>

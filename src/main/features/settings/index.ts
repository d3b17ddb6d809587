import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import { defaultSettings, type Settings, settingsSchema } from '../../../contract/settings.ts'
import { changedSettings } from '../../../domain/changed-settings.ts'
import { checkCertificateFile } from '../../network/certificates.ts'
import { readProxyAddress, showProxyAddress } from '../../network/proxies.ts'
import type { Storage } from '../../storage/storage.ts'
import { createSecret, type Secret } from '../../vault/secret.ts'
import type { KeyVault, VaultEntry } from '../../vault/vault.ts'

export type SettingsStore = {
  read(): Promise<Outcome<Settings>>
  /** Returns the most recently read settings, or the defaults before the first read. */
  known(): Settings
  change(settings: Settings): Promise<Outcome<Settings>>
}

const settingName = 'settings'

/**
 * Stores the settings and keeps them in memory, because every call needs them. `onChanged` receives them after they are
 * stored. `applyPolicy` replaces the values that a policy sets.
 */
export const createSettingsStore = (
  storage: Pick<Storage, 'run'>,
  onChanged: (settings: Settings) => void = () => {},
  applyPolicy: (settings: Settings) => Settings = (settings) => settings,
): SettingsStore => {
  let own: Settings = defaultSettings
  let known: Settings | null = null

  const read = async (): Promise<Outcome<Settings>> => {
    if (known !== null) return succeed(known)
    const text = await storage.run('readSetting', { name: settingName })
    if (!text.ok) return text
    own = parseSettings(text.value)
    known = applyPolicy(own)
    return succeed(known)
  }

  return {
    read,
    known: () => known ?? applyPolicy(defaultSettings),
    async change(settings) {
      // Settings that could not be read are not overwritten.
      const shown = await read()
      if (!shown.ok) return shown
      const next = mergeChanges(own, shown.value, settings)
      const written = await storage.run('writeSetting', { name: settingName, value: JSON.stringify(next) })
      if (!written.ok) return written
      own = next
      known = applyPolicy(next)
      onChanged(known)
      return succeed(known)
    },
  }
}

const readJson = (text: string | null): Record<string, unknown> => {
  try {
    const read: unknown = text === null ? {} : JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    // Damaged settings must not stop the app: the defaults apply.
    return {}
  }
}

const partialSchema = settingsSchema.partial()

/** A setting that is missing or invalid gets its default; the others keep their values. */
const parseSettings = (text: string | null): Settings => {
  const valid = Object.entries(readJson(text)).filter(
    ([name, value]) => partialSchema.safeParse({ [name]: value }).success,
  )
  return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(valid) })
}

/** Adds the user's changes to their own settings. Values that are only set by a policy do not become the user's own. */
const mergeChanges = (own: Settings, shown: Settings, wanted: Settings): Settings => {
  const changed = changedSettings(wanted, shown).map((name) => [name, wanted[name]])
  // The names and values come from the settings.
  return { ...own, ...(Object.fromEntries(changed) as Partial<Settings>) }
}

type SettingsServiceDeps = {
  settings: SettingsStore
  vault: KeyVault
  /** Returns whether the policy locks a setting. */
  isLocked?: (name: string) => boolean
}

/** Checks and changes settings, and stores the proxy password in the vault. */
export const createSettingsService = ({ settings, vault, isLocked = () => false }: SettingsServiceDeps) => ({
  async change(wanted: Settings): Promise<Outcome<Settings>> {
    const read = await settings.read()
    if (!read.ok) return read
    const known = read.value
    const changed = changedSettings(wanted, known)
    const locked = changed.find(isLocked)
    if (locked !== undefined) return invalid([locked], 'setByPolicy')
    // Unchanged values are not checked: a policy may name a certificate file that does not exist yet.
    const proxy = changed.includes('proxy') ? checkProxy(wanted.proxy) : succeed(known.proxy)
    if (!proxy.ok) return proxy
    if (changed.includes('extraCertificatesFile') && wanted.extraCertificatesFile !== null) {
      const check = await checkCertificateFile(wanted.extraCertificatesFile)
      if (!check.ok) return invalid(['extraCertificatesFile'], 'certificateFile', check.code)
    }
    return settings.change({ ...wanted, proxy: proxy.value })
  },

  /** Stores the proxy password; an empty one removes it. */
  async setProxyPassword(text: string): Promise<Outcome<null>> {
    const entry = proxyEntry(settings.known().proxy)
    if (entry === null) return invalid(['proxy'], 'proxyAddress')
    return text === '' ? vault.delete(entry) : vault.set(entry, createSecret(text))
  },

  /** Returns the proxy password; null if none is needed or it cannot be read. */
  async proxyPassword(): Promise<Secret | null> {
    const entry = proxyEntry(settings.known().proxy)
    const password = entry === null ? null : await vault.get(entry)
    return password?.ok ? password.value : null
  },
})

type Proxy = Settings['proxy']

/**
 * Returns the vault entry of the proxy password. Its name contains the address and the user, so that another proxy
 * never receives the password.
 */
const proxyEntry = (proxy: Proxy): VaultEntry | null =>
  proxy.mode === 'manual' && proxy.user !== null
    ? { profileId: 'proxy', origin: `${proxy.user}@${proxy.url}`, keyStorage: 'keychain' }
    : null

/** SECURITY: refuses an address with a password, because settings are stored unencrypted. */
const checkProxy = (proxy: Proxy): Outcome<Proxy> => {
  if (proxy.mode !== 'manual') return succeed(proxy)
  const written = readProxyAddress(proxy.url)
  if (written === null || written.credentials !== null) return invalid(['proxy', 'url'], 'proxyAddress')
  return succeed({ ...proxy, url: showProxyAddress(written.address), user: proxy.user?.trim() || null })
}

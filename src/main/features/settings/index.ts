import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import { defaultSettings, type Settings, settingsSchema } from '../../../contract/settings.ts'
import { changedSettings } from '../../../domain/changed-settings.ts'
import { checkCertificateFile } from '../../network/certificates.ts'
import { readProxyAddress, showProxyAddress } from '../../network/proxies.ts'
import type { Storage } from '../../storage/storage.ts'
import { createSecret, type Secret } from '../../vault/secret.ts'
import { type KeyVault, proxyPasswordOwner, type VaultEntry } from '../../vault/vault.ts'
import type { Input, Operations, Output } from '../../../contract/operations.ts'
import { rememberedRoutesSchema, routeLabelsSchema } from '../../../contract/telephony.ts'
import { isObject, parseJson } from '../../../domain/json.ts'

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

const partialSchema = settingsSchema.partial()

/** A setting that is missing or invalid gets its default; the others keep their values. */
const parseSettings = (text: string | null): Settings => {
  // Damaged settings must not stop the app: the defaults apply.
  const stored = parseJson(text ?? '')
  const valid = Object.entries(isObject(stored) ? stored : {}).filter(
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
  async setProxyPassword({ text }: Input<'setProxyPassword'>): Promise<Outcome<Output<'setProxyPassword'>>> {
    const entry = proxyEntry(settings.known().proxy)
    if (entry === null) return invalid(['proxy'], 'proxyAddress')
    const stored = await (text === '' ? vault.delete(entry) : vault.set(entry, createSecret(text)))
    return stored.ok ? succeed({}) : stored
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
    ? { profileId: proxyPasswordOwner, origin: `${proxy.user}@${proxy.url}`, keyStorage: 'keychain' }
    : null

/** SECURITY: refuses an address with a password, because settings are stored unencrypted. */
const checkProxy = (proxy: Proxy): Outcome<Proxy> => {
  if (proxy.mode !== 'manual') return succeed(proxy)
  const written = readProxyAddress(proxy.url)
  if (written === null || written.credentials !== null) return invalid(['proxy', 'url'], 'proxyAddress')
  return succeed({ ...proxy, url: showProxyAddress(written.address), user: proxy.user?.trim() || null })
}

type RouteOperations = Pick<Operations, 'readLastRoute' | 'saveLastRoute' | 'listRouteLabels' | 'labelRouteId'>

/** If there are more than these numbers of entries, the oldest ones are dropped. */
const maxRoutes = 200
const maxLabels = 200

/** Stores the last route of each agent and profile, and the labels of typed IDs. */
export const createRouteStore = (storage: Pick<Storage, 'run'>): RouteOperations => {
  const routes = createListStore(storage, rememberedRoutesSchema, maxRoutes)
  const labels = createListStore(storage, routeLabelsSchema, maxLabels)
  return {
    readLastRoute: async ({ profileId, agentUuid }) => {
      const known = await routes.read(`routes:${profileId}`)
      if (!known.ok) return known
      return succeed({ route: known.value.find((one) => one.agentUuid === agentUuid)?.route ?? null })
    },
    saveLastRoute: async ({ profileId, agentUuid, route }) => {
      const saved = await routes.change(`routes:${profileId}`, (known) => [
        { agentUuid, route },
        ...known.filter((one) => one.agentUuid !== agentUuid),
      ])
      return saved.ok ? succeed({}) : saved
    },
    listRouteLabels: ({ profileId }) => labels.read(`route-labels:${profileId}`),
    labelRouteId: ({ profileId, kind, id, label }) =>
      labels.change(`route-labels:${profileId}`, (known) => [
        ...(label === '' ? [] : [{ kind, id, label }]),
        ...known.filter((one) => one.kind !== kind || one.id !== id),
      ]),
  }
}

type ListSchema<T> = { safeParse: (value: unknown) => { success: true; data: T } | { success: false } }

/** Stores arrays in the settings table. Changes run one after another, so that none is lost. */
const createListStore = <T>(storage: Pick<Storage, 'run'>, schema: ListSchema<T[]>, maxItems: number) => {
  const read = async (name: string): Promise<Outcome<T[]>> => {
    const text = await storage.run('readSetting', { name })
    if (!text.ok) return text
    // A damaged array is treated as empty; the user can choose again.
    const parsed = schema.safeParse(parseJson(text.value ?? ''))
    return succeed(parsed.success ? parsed.data : [])
  }
  const write = async (name: string, update: (known: T[]) => T[]): Promise<Outcome<T[]>> => {
    const known = await read(name)
    if (!known.ok) return known
    const list = update(known.value).slice(0, maxItems)
    const written = await storage.run('writeSetting', { name, value: JSON.stringify(list) })
    return written.ok ? succeed(list) : written
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    read,
    change: (name: string, update: (known: T[]) => T[]): Promise<Outcome<T[]>> => {
      const result = last.then(() => write(name, update))
      last = result
      return result
    },
  }
}

type KeyPath = 'prefixed' | 'bare'

/**
 * Stores the path under which each origin serves the key endpoints. If it cannot be read or written, the next request
 * determines it again with one GET.
 */
export const createKeyPathStore = (storage: Pick<Storage, 'run'>) => {
  const known = new Map<string, KeyPath>()
  const nameOf = (origin: string): string => `key-path:${origin}`

  const load = async (origin: string): Promise<KeyPath | null> => {
    const cached = known.get(origin)
    if (cached !== undefined) return cached
    const text = await storage.run('readSetting', { name: nameOf(origin) })
    if (!text.ok || (text.value !== 'prefixed' && text.value !== 'bare')) return null
    known.set(origin, text.value)
    return text.value
  }

  return {
    forOrigin: (origin: string) => ({
      read: () => load(origin),
      async save(path: KeyPath): Promise<void> {
        if (known.get(origin) === path) return
        known.set(origin, path)
        await storage.run('writeSetting', { name: nameOf(origin), value: path })
      },
    }),
  }
}

import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import { rememberedRoutesSchema, routeLabelsSchema } from '../../../contract/telephony.ts'
import type { Storage } from '../../storage/storage.ts'

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
    const parsed = schema.safeParse(text.value === null ? [] : readJson(text.value))
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

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // A damaged array is treated as empty; the user can choose again.
    return []
  }
}

type KeyPath = 'prefixed' | 'bare'

/**
 * Stores the path under which each origin serves the key endpoints. If it cannot be read or written, the next request
 * determines it again with one GET.
 */
export const createKeyPathStore = (storage: Pick<Storage, 'run'>) => {
  const known = new Map<string, KeyPath>()
  const settingName = (origin: string): string => `key-path:${origin}`

  const load = async (origin: string): Promise<KeyPath | null> => {
    const cached = known.get(origin)
    if (cached !== undefined) return cached
    const text = await storage.run('readSetting', { name: settingName(origin) })
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
        await storage.run('writeSetting', { name: settingName(origin), value: path })
      },
    }),
  }
}

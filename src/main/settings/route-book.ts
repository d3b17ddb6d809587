import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Operations } from '../../contract/operations.ts'
import { rememberedRoutesSchema, routeLabelsSchema } from '../../contract/route.ts'
import type { Storage } from '../storage/storage.ts'

/** More agents than anybody calls from one desk; the one whose route was chosen longest ago goes first. */
const mostRoutes = 200
const mostLabels = 200

type RouteOperation = 'recallRoute' | 'rememberRoute' | 'listRouteLabels' | 'labelRouteId'
export type RouteBook = Pick<Operations, RouteOperation>

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // What is broken on the disk is as good as nothing: a person chooses once more.
    return []
  }
}

/** As much of a schema as reading needs. */
type Schema<T> = { safeParse: (value: unknown) => { success: true; data: T } | { success: false } }

/** A list kept under one name of the settings; each change waits for the one before it, so that none is lost. */
const createList = <T>(storage: Pick<Storage, 'ask'>, schema: Schema<T[]>, most: number) => {
  const read = async (name: string): Promise<Outcome<T[]>> => {
    const text = await storage.ask('readSetting', { name })
    if (!text.ok) return text
    const parsed = schema.safeParse(text.value === null ? [] : readJson(text.value))
    return succeed(parsed.success ? parsed.data : [])
  }
  const write = async (name: string, changed: (known: T[]) => T[]): Promise<Outcome<T[]>> => {
    const known = await read(name)
    if (!known.ok) return known
    const list = changed(known.value).slice(0, most)
    const written = await storage.ask('writeSetting', { name, value: JSON.stringify(list) })
    return written.ok ? succeed(list) : written
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    read,
    change: (name: string, changed: (known: T[]) => T[]): Promise<Outcome<T[]>> => {
      const mine = last.then(() => write(name, changed))
      last = mine
      return mine
    },
  }
}

/** Remembers beside the history what calls were sent through, an agent and profile each, and what people call typed ids. */
export const createRouteBook = (storage: Pick<Storage, 'ask'>): RouteBook => {
  const routes = createList(storage, rememberedRoutesSchema, mostRoutes)
  const labels = createList(storage, routeLabelsSchema, mostLabels)
  return {
    recallRoute: async ({ profileId, agentUuid }) => {
      const known = await routes.read(`routes:${profileId}`)
      if (!known.ok) return known
      return succeed({ route: known.value.find((one) => one.agentUuid === agentUuid)?.route ?? null })
    },
    rememberRoute: async ({ profileId, agentUuid, route }) => {
      const kept = await routes.change(`routes:${profileId}`, (known) => [
        { agentUuid, route },
        ...known.filter((one) => one.agentUuid !== agentUuid),
      ])
      return kept.ok ? succeed({}) : kept
    },
    listRouteLabels: ({ profileId }) => labels.read(`route-labels:${profileId}`),
    labelRouteId: ({ profileId, kind, id, label }) =>
      labels.change(`route-labels:${profileId}`, (known) => [
        ...(label === '' ? [] : [{ kind, id, label }]),
        ...known.filter((one) => one.kind !== kind || one.id !== id),
      ]),
  }
}

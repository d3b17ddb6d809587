import { starredAgentsSchema } from '../../contract/agent.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'

/** So many favourites are none any more; the one starred longest ago goes first. */
const mostStarred = 100

const settingOf = (profileId: string): string => `starred:${profileId}`

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Favourites that are broken on the disk are as good as none: a person stars them anew.
    return []
  }
}

const parse = (text: string | null): string[] => {
  const parsed = starredAgentsSchema.safeParse(text === null ? [] : readJson(text))
  return parsed.success ? parsed.data : []
}

/** Keeps which agents a person wants at hand, a profile each, beside the history. */
export const createStarredAgents = (storage: Pick<Storage, 'ask'>) => {
  const list = async (profileId: string): Promise<Outcome<string[]>> => {
    const text = await storage.ask('readSetting', { name: settingOf(profileId) })
    return text.ok ? succeed(parse(text.value)) : text
  }

  const change = async (profileId: string, agentUuid: string, isStarred: boolean): Promise<Outcome<string[]>> => {
    const known = await list(profileId)
    if (!known.ok) return known
    const others = known.value.filter((one) => one !== agentUuid)
    const starred = (isStarred ? [...others, agentUuid] : others).slice(-mostStarred)
    const written = await storage.ask('writeSetting', { name: settingOf(profileId), value: JSON.stringify(starred) })
    return written.ok ? succeed(starred) : written
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    /** The Agent UUIDs in the order in which they were starred. */
    list,
    /** Stars an agent or takes its star; answers all that are starred then. One change waits for the one before it. */
    star: (profileId: string, agentUuid: string, isStarred: boolean): Promise<Outcome<string[]>> => {
      const mine = last.then(() => change(profileId, agentUuid, isStarred))
      last = mine
      return mine
    },
  }
}

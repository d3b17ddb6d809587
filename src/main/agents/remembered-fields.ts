import type { RememberedField } from '../../contract/agent-text.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'

/** So many calls tell what is usual, and one with a slip of the finger is soon forgotten. */
const lastCalls = 20
const mostFields = 50

/** The names in a context from the outside in, down to what is no object; lists are values. */
const pathsIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] => {
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  if (inner.length === 0) return path.length === 0 ? [] : [path]
  return inner.flatMap(([name, child]) => pathsIn(child, [...path, name]))
}

/**
 * Which fields the last 20 calls to an agent carried, those of the newest call first: a form for agents whose text the
 * service does not give. Names only: the values were other people's.
 */
export const recallFields = async (
  storage: Pick<Storage, 'ask'>,
  agent: { profileId: string; agentUuid: string },
): Promise<Outcome<RememberedField[]>> => {
  const sent = await storage.ask('sentContexts', { ...agent, limit: lastCalls })
  if (!sent.ok) return sent
  const fields = new Map<string, RememberedField>()
  for (const { context, preparedAt } of sent.value) {
    for (const path of pathsIn(context)) {
      const name = path.join('.')
      const known = fields.get(JSON.stringify(path)) ?? { name, path: [...path], uses: 0, lastUsedAt: preparedAt }
      fields.set(JSON.stringify(path), { ...known, uses: known.uses + 1 })
    }
  }
  return succeed([...fields.values()].slice(0, mostFields))
}

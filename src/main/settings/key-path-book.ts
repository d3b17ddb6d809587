import type { Storage } from '../storage/storage.ts'

type Kind = 'prefixed' | 'bare'

const nameOf = (origin: string): string => `key-path:${origin}`

const read = (text: string | null): Kind | null => (text === 'prefixed' || text === 'bare' ? text : null)

/**
 * Remembers beside the history under which path each origin keeps its keys. What cannot be read or written is found out
 * again with the next question: it costs one GET.
 */
export const createKeyPathBook = (storage: Pick<Storage, 'ask'>) => {
  const known = new Map<string, Kind>()
  const recall = async (origin: string): Promise<Kind | null> => {
    const kept = known.get(origin)
    if (kept !== undefined) return kept
    const text = await storage.ask('readSetting', { name: nameOf(origin) })
    const kind = text.ok ? read(text.value) : null
    if (kind !== null) known.set(origin, kind)
    return kind
  }
  return {
    memoryOf: (origin: string) => ({
      recall: () => recall(origin),
      async learn(kind: Kind): Promise<void> {
        if (known.get(origin) === kind) return
        known.set(origin, kind)
        await storage.ask('writeSetting', { name: nameOf(origin), value: kind })
      },
    }),
  }
}

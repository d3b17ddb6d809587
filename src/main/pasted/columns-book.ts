import { createHash } from 'node:crypto'
import { type Outcome, succeed } from '../../contract/failure.ts'
import { type ColumnTarget, rememberedColumnsSchema, type RememberedColumns } from '../../contract/pasted.ts'
import type { Storage } from '../storage/storage.ts'
import { plainName } from './name-words.ts'
import type { Table } from './read-table.ts'

/** Arrangements kept for one agent; the one that was not used for longest goes first. */
const mostKept = 20

/**
 * Stands for an arrangement of columns: their headers, or without any how many there are and which holds the numbers.
 * SECURITY: a digest, because a line that looks like headers may be a person's; and nothing of a row is ever kept.
 */
export const signatureOf = ({ hasHeader, columns, numberAt }: Table): string => {
  const arrangement = hasHeader ? columns.map(({ header }) => plainName(header ?? '')) : [columns.length, numberAt]
  return createHash('sha256').update(JSON.stringify(arrangement)).digest('base64url').slice(0, 22)
}

const settingOf = (agentUuid: string): string => `columns:${agentUuid}`

/** What an older or newer version wrote in another shape is as good as nothing: a person says it once more. */
const parse = (text: string | null): RememberedColumns => {
  const stored: unknown = text === null ? [] : JSON.parse(text)
  const parsed = rememberedColumnsSchema.safeParse(stored)
  return parsed.success ? parsed.data : []
}

/** Remembers per agent where the columns of an arrangement go, beside the history. */
export const createColumnsBook = (storage: Pick<Storage, 'ask'>) => {
  const read = async (agentUuid: string): Promise<Outcome<RememberedColumns>> => {
    const text = await storage.ask('readSetting', { name: settingOf(agentUuid) })
    return text.ok ? succeed(parse(text.value)) : text
  }
  return {
    /** Null when nobody has said it yet, for another number of columns too, and where it cannot be read. */
    async recall(agentUuid: string, signature: string, columns: number): Promise<ColumnTarget[] | null> {
      const kept = await read(agentUuid)
      const found = kept.ok ? kept.value.find((one) => one.signature === signature) : undefined
      return found?.targets.length === columns ? found.targets : null
    },
    async remember(agentUuid: string, signature: string, targets: ColumnTarget[]): Promise<Outcome<null>> {
      const kept = await read(agentUuid)
      if (!kept.ok) return kept
      const others = kept.value.filter((one) => one.signature !== signature)
      const value = JSON.stringify([{ signature, targets }, ...others].slice(0, mostKept))
      return storage.ask('writeSetting', { name: settingOf(agentUuid), value })
    },
  }
}

export type ColumnsBook = ReturnType<typeof createColumnsBook>

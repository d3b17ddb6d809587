import { basename } from 'node:path'
import type { AuditCheck } from '../../contract/audit.ts'
import { type Failure, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Operations, Output } from '../../contract/operations.ts'
import type { Storage } from '../storage/storage.ts'

export type AuditLogParts = {
  storage: Pick<Storage, 'ask'>
  /** Lets a person choose where the copy is written; null when they choose nothing. */
  chooseFile: (offered: { name: string; format: 'jsonLines' }) => Promise<string | null>
  /** Writes a file piece by piece, whole or not at all. */
  writeFile: (file: string, pieces: AsyncGenerator<string, boolean, undefined>) => Promise<boolean>
  clock: () => number
}

const atOnce = 500

/** A log that could not be read on the way. */
class Unreadable extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** What was done on this computer, to be read, checked, and copied out with its chain. */
export const createAuditLog = ({ storage, chooseFile, writeFile, clock }: AuditLogParts) => {
  /** Each line with its number, its hash and that of the one before: whoever has the copy can check it. */
  async function* lines(count: (entries: number) => void) {
    for (let after = 0; ;) {
      const page = await storage.ask('auditLinks', { after, limit: atOnce })
      if (!page.ok) throw new Unreadable(page.failure)
      yield page.value.map((link) => `${JSON.stringify(link)}\n`).join('')
      count(page.value.length)
      const last = page.value.at(-1)
      if (last === undefined || page.value.length < atOnce) return true
      after = last.sequence
    }
  }

  const write = async (file: string): Promise<Outcome<Output<'exportAudit'>>> => {
    let entries = 0
    try {
      await writeFile(
        file,
        lines((more) => (entries += more)),
      )
      return succeed({ file: basename(file), entries })
    } catch (error) {
      if (error instanceof Unreadable) return { ok: false, failure: error.failure }
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
      return invalid(['file'], 'exportFile', code)
    }
  }

  return {
    async listAudit({ before, limit }) {
      const found = await storage.ask('listAudit', { before, limit: limit + 1 })
      if (!found.ok) return found
      return succeed({ entries: found.value.slice(0, limit), more: found.value.length > limit })
    },
    checkAudit: (): Promise<Outcome<AuditCheck>> => storage.ask('checkAudit', {}),
    async exportAudit() {
      const name = `rundesk-acts-${new Date(clock()).toISOString().slice(0, 10)}.jsonl`
      const file = await chooseFile({ name, format: 'jsonLines' })
      return file === null ? succeed({ file: null, entries: 0 }) : write(file)
    },
  } satisfies Pick<Operations, 'listAudit' | 'checkAudit' | 'exportAudit'>
}

import { basename } from 'node:path'
import type { AuditCheck } from '../../contract/audit.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Operations, Output } from '../../contract/operations.ts'
import type { Storage } from '../storage/storage.ts'

export type AuditLogParts = {
  storage: Pick<Storage, 'ask'>
  /** Lets a person choose where the copy is written; null when they choose nothing. */
  chooseFile: (offered: { name: string; format: 'jsonLines' }) => Promise<string | null>
  /** Writes a file piece by piece, whole or not at all; a failure in the place of a piece comes back. */
  writeFile: (file: string, pieces: Pieces) => Promise<Outcome<boolean>>
  clock: () => number
}

type Pieces = AsyncGenerator<Outcome<string>, boolean, undefined>

const atOnce = 500

/** What was done on this computer, to be read, checked, and copied out with its chain. */
export const createAuditLog = ({ storage, chooseFile, writeFile, clock }: AuditLogParts) => {
  /** Each line with its number, its hash and that of the one before: whoever has the copy can check it. */
  async function* lines(count: (entries: number) => void): Pieces {
    for (let after = 0; ;) {
      const page = await storage.ask('auditLinks', { after, limit: atOnce })
      if (!page.ok) {
        yield page
        return false
      }
      yield succeed(page.value.map((link) => `${JSON.stringify(link)}\n`).join(''))
      count(page.value.length)
      const last = page.value.at(-1)
      if (last === undefined || page.value.length < atOnce) return true
      after = last.sequence
    }
  }

  const write = async (file: string): Promise<Outcome<Output<'exportAudit'>>> => {
    let entries = 0
    const written = await writeFile(
      file,
      lines((more) => (entries += more)),
    )
    return written.ok ? succeed({ file: basename(file), entries }) : written
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

import { basename } from 'node:path'
import type { Export, ExportedCall } from '../../contract/call-filter.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { Storage } from '../storage/storage.ts'
import { type ExportFormat, exportHead, exportLine, type RunEnd } from './export-rows.ts'
import { type Pieces, writeExport } from './write-export.ts'

/** Lets a person choose where a file is to be written, under a name that is offered; null when they choose none. */
export type ChooseFile = (offered: { name: string; format: ExportFormat | 'html' | 'text' }) => Promise<string | null>

export type ExportCallsParts = {
  storage: Pick<Storage, 'ask'>
  chooseFile: ChooseFile
  clock: () => number
  /** How the run of a call ended, where it was followed; null where it was not, or goes on. */
  endOf: (callId: string) => RunEnd | null
  /** Told how many calls have been written so far. */
  announce: (calls: number) => void
}

const atOnce = 200

type Page = { calls: ExportedCall[]; next: number | null }

const nothing: Export = { file: null, calls: 0 }

/** Nothing of a run but its end goes into the file. */
const endIn = (end: RunEnd | null): RunEnd => ({
  durationSeconds: end?.durationSeconds ?? null,
  disposition: end?.disposition ?? null,
})

/** Writes calls to files, one export after the other. */
export const createExportCalls = ({ storage, chooseFile, clock, endOf, announce }: ExportCallsParts) => {
  let turn: Promise<unknown> = Promise.resolve()
  let cancelled = false

  const lineOf = (format: ExportFormat, exported: ExportedCall): string =>
    exportLine(format, { ...exported, end: endIn(endOf(exported.call.callId)) })

  /** The text of the file, page by page; false at the end when it was cancelled. */
  async function* pieces(asked: Input<'exportCalls'>, count: (calls: number) => void): Pieces {
    const { search, filter, format } = asked
    yield succeed(exportHead(format))
    let next: number | null = null
    for (;;) {
      const page: Outcome<Page> = await storage.ask('exportCalls', { search, filter, next, limit: atOnce })
      if (!page.ok) {
        yield page
        return false
      }
      yield succeed(page.value.calls.map((exported) => lineOf(format, exported)).join(''))
      count(page.value.calls.length)
      ;({ next } = page.value)
      if (cancelled) return false
      if (next === null) return true
    }
  }

  const write = async (file: string, asked: Input<'exportCalls'>): Promise<Outcome<Export>> => {
    let calls = 0
    const count = (more: number): void => announce((calls += more))
    const written = await writeExport(file, pieces(asked, count))
    if (!written.ok) return written
    return succeed(written.value ? { file: basename(file), calls } : nothing)
  }

  const run = async (asked: Input<'exportCalls'>): Promise<Outcome<Export>> => {
    const ending = asked.format === 'csv' ? 'csv' : 'jsonl'
    const name = `rundesk-calls-${new Date(clock()).toISOString().slice(0, 10)}.${ending}`
    const file = await chooseFile({ name, format: asked.format })
    cancelled = false
    return file === null ? succeed(nothing) : write(file, asked)
  }

  return {
    run(asked: Input<'exportCalls'>): Promise<Outcome<Export>> {
      const result = turn.then(() => run(asked))
      // Whoever asked for this export hears of its failure; the next one starts all the same.
      turn = result.catch(() => undefined)
      return result
    },
    /** Ends the export that is being written; nothing is left of its file. */
    cancel(): void {
      cancelled = true
    },
  }
}

export type ExportCalls = ReturnType<typeof createExportCalls>

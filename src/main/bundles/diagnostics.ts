import { basename } from 'node:path'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Scrub } from '../log/scrub.ts'
import { type DiagnosticsFacts, diagnosticsText, versionLines } from './diagnostics-text.ts'
import { type ChooseBundle, type WriteBundle } from './evidence.ts'

export type DiagnosticsParts = {
  /** Gathers what the diagnostics tell of, now. */
  gather: () => Promise<DiagnosticsFacts>
  chooseFile: ChooseBundle
  write: WriteBundle
  scrub: Scrub
  clock: () => number
  createUuid: () => string
  /** Runs an act after some milliseconds. */
  after: (milliseconds: number, act: () => void) => unknown
}

export type ShownDiagnostics = { diagnosticsId: string; text: string }

/** For as long a person may read before they save. */
const holdMilliseconds = 600_000
const mostCharacters = 500_000

/**
 * Diagnostics in two steps: what was shown is what is saved, to the letter. SECURITY: every line passes the scrubber; a
 * line of the log passed it once already, when it was written.
 */
export const createDiagnostics = (parts: DiagnosticsParts) => {
  const { gather, chooseFile, write, scrub, clock, createUuid, after } = parts
  let shown: ShownDiagnostics | null = null

  return {
    async show(): Promise<Outcome<ShownDiagnostics>> {
      const facts = await gather()
      const versions = new Set(versionLines(facts.app))
      const lines = diagnosticsText(facts)
        .split('\n')
        .map((line) => (versions.has(line) ? line : scrub(line)))
      const mine = { diagnosticsId: createUuid(), text: lines.join('\n').slice(-mostCharacters) }
      shown = mine
      after(holdMilliseconds, () => {
        if (shown === mine) shown = null
      })
      return succeed(mine)
    },

    async save(diagnosticsId: string): Promise<Outcome<{ file: string | null }>> {
      if (shown?.diagnosticsId !== diagnosticsId) return invalid(['diagnosticsId'], 'invalid')
      const { text } = shown
      const name = `rundesk-diagnostics-${new Date(clock()).toISOString().slice(0, 10)}.txt`
      const file = await chooseFile({ name, format: 'text' })
      if (file === null) return succeed({ file: null })
      const written = await write(file, text)
      return written.ok ? succeed({ file: basename(file) }) : written
    },
  }
}

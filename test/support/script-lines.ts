import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const scripts = join(import.meta.dirname, '..', '..', 'scripts')

/** Runs lines of code that use the scripts in a separate process, and returns the JSON of their last line. */
export const runScriptLines = (text: string, env: Record<string, string> = {}, timeout = 60_000): unknown => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-lines-'))
  try {
    const file = join(folder, 'lines.mjs')
    writeFileSync(file, text.replaceAll("'scripts/", `'${scripts}/`))
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      timeout,
      env: { ...process.env, ...env },
    })
    const last = stdout.trimEnd().split('\n').at(-1)
    if (last === undefined || last === '') throw new Error(`The script wrote nothing:\n${stderr}`)
    return JSON.parse(last)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { root } from '../lib/paths.mjs'
import { lastLines, PlainError, run } from '../lib/run.mjs'
import { npm } from '../setup/modules.mjs'

/** The bill of materials of everything in the lockfile, in CycloneDX's JSON, as npm itself writes it. Needs no network. */
export async function readBom() {
  const { command, args } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')
  const { code, output } = await run(command, args, { cwd: root, timeoutMs: 60_000 })
  if (code !== 0) throw new PlainError(`npm could not list the packages:\n${lastLines(output)}`)
  // npm's warnings come on the other channel and stand before the list here.
  return JSON.parse(output.slice(output.indexOf('{')))
}

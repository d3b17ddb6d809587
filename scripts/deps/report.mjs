import { lockedFolders, lockedPackages } from './inspect.mjs'
import { root } from '../lib/paths.mjs'
import { lastLines, PlainError, run } from '../lib/run.mjs'
import { npm } from '../setup/modules.mjs'

const titles = {
  '.': 'The app and what builds it',
  'scripts/package/tools': 'What packages it',
  'scripts/deps/tools': 'What checks it',
}

/**
 * Returns a Markdown page of all locked packages by license, one section per lockfile. The notices list the shipped
 * ones.
 */
export function licenseReport() {
  const parts = lockedFolders.map((folder) => `## ${titles[folder]}\n\n${listByLicense(lockedPackages(folder))}`)
  return `# Licenses\n\n${parts.join('\n\n')}\n`
}

function listByLicense(packages) {
  const groups = [...Map.groupBy(packages, ({ license }) => license ?? 'none named')]
  const sorted = groups.toSorted(([, one], [, other]) => other.length - one.length)
  return sorted.map(([license, members]) => `- **${license}** (${members.length}): ${namesOf(members)}`).join('\n')
}

const namesOf = (members) =>
  [...new Set(members.map(({ name, version }) => `${name} ${version}`))]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join(', ')

/** Returns npm's bill of materials for the lockfile as CycloneDX JSON. Needs no network. */
export async function readBom() {
  const { command, args } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')
  const { code, output } = await run(command, args, { cwd: root, timeoutMs: 60_000 })
  if (code !== 0) throw new PlainError(`npm could not list the packages:\n${lastLines(output)}`)
  // npm writes warnings to stderr, which appears before the list here.
  return JSON.parse(output.slice(output.indexOf('{')))
}

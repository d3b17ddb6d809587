import { lockedFolders, lockedPackages } from './hygiene.mjs'

const titles = {
  '.': 'The app and what builds it',
  'scripts/package/tools': 'What packages it',
  'scripts/hygiene/tools': 'What checks it',
}

/** All locked packages by licence, lockfile by lockfile, as a page of Markdown. What is shipped is named in a package's own notices. */
export function licenceReport() {
  const parts = lockedFolders.map((folder) => `## ${titles[folder]}\n\n${listByLicence(lockedPackages(folder))}`)
  return `# Licences\n\n${parts.join('\n\n')}\n`
}

function listByLicence(packages) {
  const groups = [...Map.groupBy(packages, ({ licence }) => licence ?? 'none named')]
  const sorted = groups.toSorted(([, one], [, other]) => other.length - one.length)
  return sorted.map(([licence, members]) => `- **${licence}** (${members.length}): ${namesOf(members)}`).join('\n')
}

const namesOf = (members) =>
  [...new Set(members.map(({ name, version }) => `${name} ${version}`))]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join(', ')

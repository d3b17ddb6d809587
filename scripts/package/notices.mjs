import { PlainError } from '../lib/run.mjs'
import { licenseFaults } from '../deps/inspect.mjs'

const line = '-'.repeat(80)

/**
 * Returns the notices in the package: the authors of its parts, and their license texts.
 * Throws a PlainError if a license may not be shipped, or if a package has no license text.
 */
export function createNotices({ packages, electron }) {
  const faults = [...licenseFaults(packages, 'shipped'), ...withoutText(packages)]
  if (faults.length > 0) throw new PlainError(`the package cannot be made:\n${faults.join('\n')}`)
  const list = packages.map(({ name, version, license }) => `${name} ${version} (${license})`)
  const intro = [
    'Rundesk contains the work of others. Their names and licenses follow.',
    `It runs on Electron ${electron} (MIT) with Chromium and Node.js; the licenses of these lie beside the program,`,
    'in LICENSE.electron.txt and LICENSES.chromium.html.',
  ]
  return `${[...intro, '', ...list, '', ...texts(packages)].join('\n')}\n`
}

const withoutText = (packages) =>
  packages.filter(({ text }) => text.trim() === '').map(({ name }) => `${name} comes without the text of its license.`)

/** Packages with the same license text share one entry. */
function texts(packages) {
  const byText = Map.groupBy(packages, ({ text }) => text.trim().replaceAll('\r\n', '\n'))
  return [...byText].flatMap(([text, owners]) => [line, owners.map(({ name }) => name).join(', '), line, '', text, ''])
}

import { PlainError } from '../lib/run.mjs'
import { licenceFaults } from '../hygiene/licences.mjs'

const line = '-'.repeat(80)

/**
 * The notices that lie in the package: who wrote what is in it, and the licences as their authors wrote them.
 * A PlainError when a licence is not among those we may ship, or a package came without its text.
 */
export function createNotices({ packages, electron }) {
  const faults = [...licenceFaults(packages, 'shipped'), ...withoutText(packages)]
  if (faults.length > 0) throw new PlainError(`the package cannot be made:\n${faults.join('\n')}`)
  const list = packages.map(({ name, version, licence }) => `${name} ${version} (${licence})`)
  const intro = [
    'Rundesk contains the work of others. Their names and licences follow.',
    `It runs on Electron ${electron} (MIT) with Chromium and Node.js; the licences of these lie beside the program,`,
    'in LICENSE.electron.txt and LICENSES.chromium.html.',
  ]
  return `${[...intro, '', ...list, '', ...texts(packages)].join('\n')}\n`
}

const withoutText = (packages) =>
  packages.filter(({ text }) => text.trim() === '').map(({ name }) => `${name} comes without the text of its licence.`)

/** Many packages share a text word for word; it is given once, under all their names. */
function texts(packages) {
  const byText = Map.groupBy(packages, ({ text }) => text.trim().replaceAll('\r\n', '\n'))
  return [...byText].flatMap(([text, owners]) => [line, owners.map(({ name }) => name).join(', '), line, '', text, ''])
}

// node scripts/deps/electron-rules-scan.mjs <tools folder>
// Runs electronegativity on source text. It reads { electron, files: [{ name, text }] } from standard input and writes
// { findings: [{ check, file, line, sample }], unread: [{ file, reason }] } to standard output.
// It runs in its own process because the tool sets global variables. The tool's command line needs the network for
// translations and Electron releases, and parses every .ts file as JSX, so that generic functions are syntax errors. This
// script uses its checks without that command line.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** These two are checked by our own scripts: the Electron version and whether it is still supported. */
const checksReplacedByOurs = ['electronversionjsoncheck', 'availablesecurityfixesglobalcheck']

const require = createRequire(join(process.argv[2], 'package.json'))
const tool = join(process.argv[2], 'node_modules/@doyensec/electronegativity/dist')
const locale = 'en-US'
require('i18n').configure({
  locales: [locale],
  defaultLocale: locale,
  directory: join(tool, 'locales'),
  updateFiles: false,
  objectNotation: true,
  register: globalThis,
})
const { Parser } = require(join(tool, 'parser'))
const { Finder, GlobalChecks } = require(join(tool, 'finder'))

const { electron, files } = JSON.parse(await text(process.stdin))
const whole = new GlobalChecks([], checksReplacedByOurs)
const each = new Finder(
  [],
  checksReplacedByOurs.filter((name) => !name.includes('globalcheck')),
)
const seen = []
const unread = []

for (const { name, text: source } of files) {
  try {
    const [type, data, content] = parserFor(name).parse(name, Buffer.from(source))
    if (data === null) throw new Error('the tool does not know this kind of file')
    seen.push(...(await each.find(name, data, type, content, null, electron)))
  } catch (error) {
    unread.push({ file: name, reason: error.message.split('\n')[0] })
  }
}

const issues = await whole.getResults(seen, true)
const findings = issues
  .filter(({ visibility }) => !visibility?.inlineDisabled && !visibility?.globalCheckDisabled)
  .map(({ id, file, location, sample }) => ({ check: id, file, line: location?.line ?? 0, sample: sample ?? '' }))
console.log(JSON.stringify({ findings, unread }))

/** Only .tsx files contain JSX; in other files `<T>(value: T)` is a function. */
function parserFor(name) {
  const parser = new Parser(false, true)
  if (!name.endsWith('.tsx')) parser.tsPlugins = parser.tsPlugins.filter((plugin) => plugin !== 'jsx')
  return parser
}

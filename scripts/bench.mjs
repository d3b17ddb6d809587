// npm run bench <name> [-- --n N] [--rows N]
// Measures what something costs beside the bare thing, both in one run; the last line is one JSON object.
import { parseArgs } from 'node:util'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { main, PlainError } from './lib/run.mjs'
import { inWindowHouse, runInWindowHouse } from './lib/window-house.mjs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run bench <name> -- [--n N] [--rows N]'

const fileOf = (name) => `test/bench/${name}/bench.ts`

const names = () =>
  readdirSync(inRoot('test/bench'))
    .filter((name) => existsSync(inRoot(fileOf(name))))
    .toSorted()

function readOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { n: { type: 'string' }, rows: { type: 'string' } },
    })
    const [name = '', ...more] = positionals
    if (more.length === 0 && names().includes(name)) return { name, ...values }
  } catch (error) {
    throw new PlainError(`${error.message}. ${usage}`)
  }
  throw new PlainError(`which bench? There are: ${names().join(', ')}. ${usage}`)
}

function wholeNumber(option, text) {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new PlainError(`--${option} wants a whole number above 0; "${text}" is none. ${usage}`)
}

/** How many rows a bench works on; one that has none wants no such option. */
function rowsFor(bench, rows) {
  if (rows === undefined) return bench.standardRows
  if (bench.standardRows !== undefined) return wholeNumber('rows', rows)
  throw new PlainError(`the bench "${bench.name}" has no rows. ${usage}`)
}

await rerunOnNode24(import.meta.url)
await main(async () => {
  const options = readOptions()
  const { bench } = await import(`../${fileOf(options.name)}`)
  if (bench.needs === 'window' && !inWindowHouse()) {
    process.exitCode = await runInWindowHouse(fileURLToPath(import.meta.url), process.argv.slice(2))
    return
  }
  const n = options.n === undefined ? bench.standard : wholeNumber('n', options.n)
  const rows = rowsFor(bench, options.rows)
  const progress = (done, of) => done % 100 === 0 && process.stderr.write(`${options.name}: ${done} of ${of}\n`)
  const { figures, ok } = await bench.run({ n, rows, progress })
  console.log(JSON.stringify({ bench: options.name, n, ...(rows === undefined ? {} : { rows }), ...figures, ok }))
  process.exitCode = ok ? 0 : 1
})

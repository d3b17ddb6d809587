// npm run bench <name> [-- --n N] [--rows N] [--history N]
// Measures an operation and its bare equivalent in the same run; the last line is one JSON object.
// npm run bench
// Runs all benchmarks, and writes their figures to docs/bench.json and to the table in docs/proofs.md.
import { parseArgs } from 'node:util'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { runAllBenches } from './lib/bench-figures.mjs'
import { main, PlainError } from './lib/run.mjs'
import { hasVirtualDesktop, runOnVirtualDesktop } from './lib/virtual-desktop.mjs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run bench [name] -- [--n N] [--rows N] [--history N]'

const fileOf = (name) => `test/bench/${name}/bench.ts`

const names = () =>
  readdirSync(inRoot('test/bench'))
    .filter((name) => existsSync(inRoot(fileOf(name))))
    .toSorted()

function readOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { n: { type: 'string' }, rows: { type: 'string' }, history: { type: 'string' } },
    })
    const [name = null, ...more] = positionals
    if (name === null && Object.keys(values).length > 0) throw new Error('Options need the name of a benchmark')
    if (more.length === 0 && (name === null || names().includes(name))) return { name, ...values }
  } catch (error) {
    throw new PlainError(`${error.message}. ${usage}`)
  }
  throw new PlainError(`unknown benchmark. Benchmarks: ${names().join(', ')}. ${usage}`)
}

function wholeNumber(option, text) {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new PlainError(`--${option} must be a whole number above 0, not "${text}". ${usage}`)
}

/** The value of an option that only some benchmarks have; `standard` is undefined for the rest. */
function sizeFor(bench, option, text, standard) {
  if (text === undefined) return standard
  if (standard !== undefined) return wholeNumber(option, text)
  throw new PlainError(`the benchmark "${bench.name}" has no ${option}. ${usage}`)
}

await rerunOnNode24(import.meta.url)
await main(async () => {
  const options = readOptions()
  if (options.name === null) {
    process.exitCode = await runAllBenches(names(), fileURLToPath(import.meta.url))
    return
  }
  const { bench } = await import(`../${fileOf(options.name)}`)
  const n = options.n === undefined ? bench.standard : wholeNumber('n', options.n)
  const sizes = {
    rows: sizeFor(bench, 'rows', options.rows, bench.standardRows),
    history: sizeFor(bench, 'history', options.history, bench.standardHistory),
  }
  if (bench.needs === 'window' && !hasVirtualDesktop()) {
    process.exitCode = await runOnVirtualDesktop(fileURLToPath(import.meta.url), process.argv.slice(2))
    return
  }
  const progress = (done, of) => done % 100 === 0 && process.stderr.write(`${options.name}: ${done} of ${of}\n`)
  const { figures, ok } = await bench.run({ n, ...sizes, progress })
  // A size that this benchmark does not use is undefined, so JSON omits it.
  console.log(JSON.stringify({ bench: options.name, n, ...sizes, ...figures, ok }))
  process.exitCode = ok ? 0 : 1
})

// Runs labs: long experiments that report figures. Each has an injected bug that it must catch.
//   npm run lab                                      lists the labs
//   npm run lab <name> [-- --n N --seed S --short]   runs one; its last line is one JSON object
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.mjs'
import { main, PlainError } from './lib/run.mjs'
import { hasVirtualDesktop, runOnVirtualDesktop } from './lib/virtual-desktop.mjs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run lab <name> -- [--n N] [--seed S] [--short]'
const fileOf = (name) => `test/labs/${name}/lab.ts`

const names = () =>
  readdirSync(inRoot('test/labs'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(inRoot(fileOf(entry.name))))
    .map(({ name }) => name)
    .toSorted()

/** Returns the doc comment above a lab in its file. */
function sentenceOf(name) {
  const text = readFileSync(inRoot(fileOf(name)), 'utf8')
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const lab\b/.exec(text) ?? []
  return comment.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim()
}

async function load(name) {
  if (!names().includes(name)) throw new PlainError(`there is no lab "${name}". There are: ${names().join(', ')}.`)
  const { lab } = await import(`../${fileOf(name)}`)
  return lab
}

async function list() {
  for (const name of names()) {
    const { standard, short } = await load(name)
    console.log(`${name.padEnd(12)} ${sentenceOf(name)} (--n ${standard}; short: ${short})`)
  }
  console.log(`\n${usage}`)
}

function wholeNumber(text, option) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new PlainError(`--${option} must be a whole number, not "${text}". ${usage}`)
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { n: { type: 'string' }, seed: { type: 'string', default: '1' }, short: { type: 'boolean' } },
    })
  } catch (error) {
    throw new PlainError(`${error.message}. ${usage}`)
  }
}

/** Prints the progress to stderr about once per second. */
function createProgress(name) {
  let last = 0
  return (done, of) => {
    const now = performance.now()
    if (now - last < 1000 && done < of) return
    last = now
    process.stderr.write(`${name}: ${done} of ${of}\n`)
  }
}

async function runLab(name, { n, seed, short }) {
  const lab = await load(name)
  if (lab.needs === 'window' && !hasVirtualDesktop()) {
    process.exitCode = await runOnVirtualDesktop(fileURLToPath(import.meta.url), process.argv.slice(2))
    return
  }
  const trials = n === undefined ? (short ? lab.short : lab.standard) : wholeNumber(n, 'n')
  if (trials === 0) throw new PlainError(`--n must be at least 1. ${usage}`)
  const start = performance.now()
  const report = await lab.run({ n: trials, seed: wholeNumber(seed, 'seed'), progress: createProgress(name) })
  const { figures, control, ok } = report
  const seconds = Math.round((performance.now() - start) / 100) / 10
  console.log(JSON.stringify({ lab: name, n: trials, seed: Number(seed), seconds, ...figures, control, ok }))
  process.exitCode = ok && control.caught ? 0 : 1
}

await rerunOnNode24(import.meta.url)
await main(async () => {
  const { positionals, values } = readOptions()
  const [name, ...more] = positionals
  if (more.length > 0) throw new PlainError(`Run one lab at a time. ${usage}`)
  return name === undefined ? list() : runLab(name, values)
})
// Exit even if a failed lab left handles open, but flush all output first.
process.stdout.write('', () => process.stderr.write('', () => process.exit()))

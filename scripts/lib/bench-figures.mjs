import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { inRoot } from './paths.mjs'
import { PlainError, run } from './run.mjs'

export const figuresFile = 'docs/bench.json'
const proofsFile = 'docs/proofs.md'
const [begin, end] = ['<!-- table of docs/bench.json: begin -->', '<!-- table of docs/bench.json: end -->']

/** Each row: what was measured, the path of its figure in the benchmark's JSON line, its unit and its goal. */
const rows = [
  ['press to first byte over the bare request, p50', 'call.asItIs.over.p50', ' ms', 1],
  ['the same, p99', 'call.asItIs.over.p99', ' ms', 5],
  ['last hundred calls over the first hundred, p50', 'call.growth', '', 1.2],
  ['calls per second, 50 in flight', 'call.asItIs.inFlight.desk', '', 1500, 'at least'],
  ['bare requests per second, 50 in flight', 'call.asItIs.inFlight.bare', '', null],
  ['over the bare request with a sync of 10 ms more, p50', 'call.slowSync.over.p50', ' ms', 11],
  ['the same, p99', 'call.slowSync.over.p99', ' ms', 16],
  ['start to the first answer of a history of 1,000,000 calls', 'runs.openMilliseconds', ' ms', 500],
  ['first screen of Runs, p95', 'runs.firstScreen.p95', ' ms', 10],
  ['search, p50', 'runs.text.p50', ' ms', 2],
  ['search, p95', 'runs.text.p95', ' ms', 25],
  ['search, max', 'runs.text.max', ' ms', 100],
  ['calls of a list over a bare loop, 10 at once, service of 100 ms', 'list.rate10', ' ×', 0.95, 'at least'],
  ['the same, 50 at once', 'list.rate50', ' ×', 0.95, 'at least'],
  ['processor time of the last calls of 50,000 over the first ones', 'list.growth', ' ×', 1.2],
  ['memory after 50,000 calls over that after 10,000', 'list.memoryGrowth', ' ×', 1.1],
  ['a table of 100,000 rows: import', 'list.import100k', ' ms', 1500],
  ['the same: check of all rows', 'list.checked100k', ' ms', 3000],
  ['a table of 1,000,000 rows: import', 'list.import1m', ' ms', 30000],
  ['first rows of a table', 'list.firstRows', ' ms', 200],
  ['longest block of main during both', 'list.longestBlock', ' ms', 50],
  ['from frame to frame while 1,000,000 rows are scrolled, p95', 'list.scrollFrame', ' ms', 18],
  ['key to paint, p95', 'screen.keys.p95', ' ms', 25],
  ['longest block while typing', 'screen.blocks.typing.longest', ' ms', 50],
  ['cold start to the caret, over the empty window', 'screen.coldStart.ratio', ' ×', 1.2],
  ['warm start to the caret, over the empty window', 'screen.warmStart.ratio', ' ×', 1.2],
  ['warm start to the complete screen, over the empty window’s caret', 'screen.warmStart.screenRatio', ' ×', 1.5],
  ['memory of all processes, over the empty window', 'screen.rest.memoryRatio', ' ×', 1.15],
  ['processor while idle, of one core, over the empty window', 'screen.rest.idleDifference', ' %', 0.3],
]

const figureAt = (benches, path) => path.split('.').reduce((value, name) => value?.[name], benches)

const goalText = (goal, unit, bound = 'at most') =>
  goal === null ? '' : `${bound} ${goal.toLocaleString('en-US')}${unit}`

const isMet = (figure, goal, bound) => (bound === 'at least' ? figure >= goal : figure <= goal)

/** Returns the cells of a row; a figure that was not measured has no number. */
const cellsOf = (benches, [what, path, unit, goal, bound]) => {
  const figure = figureAt(benches, path)
  if (typeof figure !== 'number') return [what, 'not measured', goalText(goal, unit, bound), '']
  const met = goal === null ? '' : isMet(figure, goal, bound) ? 'yes' : '**no**'
  return [what, `${figure.toLocaleString('en-US')}${unit}`, goalText(goal, unit, bound), met]
}

const busy = ' Other work kept the processor busy, so the times are upper limits.'

/**
 * Returns the Markdown between the two markers in docs/proofs.md: where it was measured, and a table with aligned
 * columns.
 */
export function tableOf({ commit, changed, date, machine, benches }) {
  const cells = [['', 'measured', 'goal', 'met'], ...rows.map((row) => cellsOf(benches, row))]
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [head, ...body] = cells.map(line)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const source = `Measured at ${commit}${changed ? ', with uncommitted changes,' : ''} on ${date}: ${machine.cores} cores (${machine.processor}), ${machine.gigabytes} GB, load ${machine.load} at the start.${machine.load > 1 ? busy : ''}`
  return [source, '', head, rule, ...body].join('\n')
}

/** Returns docs/proofs.md with its table replaced by one with these figures. */
export function withTable(proofs, figures) {
  const [from, to] = [proofs.indexOf(begin), proofs.indexOf(end)]
  if (from < 0 || to < from) throw new PlainError(`${proofsFile} lacks the marks of the table`)
  return `${proofs.slice(0, from)}${begin}\n\n${tableOf(figures)}\n\n${proofs.slice(to)}`
}

/** Runs one benchmark, shows its progress, and resolves with the JSON object in its last line. */
const runBench = (script, name, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, name, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', () => {
      const last = output.trim().split('\n').at(-1) ?? ''
      process.stderr.write(`${last}\n`)
      try {
        resolve(JSON.parse(last))
      } catch {
        reject(new PlainError(`the benchmark "${name}" ended without figures`))
      }
    })
  })

const git = async (...args) => (await run('git', args, { cwd: inRoot('.') })).output.trim()

/** Extra arguments for benchmarks that are run for the table. */
const argumentsOf = { runs: ['--rows', '1000000'] }

/**
 * Runs the benchmarks one after another, and writes their figures to docs/bench.json and docs/proofs.md. Resolves with
 * the exit code: 1 if a benchmark missed a goal.
 */
export async function runAllBenches(names, script) {
  const commit = await git('rev-parse', '--short', 'HEAD')
  const changed = (await git('status', '--porcelain', '--', 'src', 'test/bench')) !== ''
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    gigabytes: Math.round(totalmem() / 2 ** 30),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
  const benches = {}
  for (const name of names) benches[name] = await runBench(script, name, argumentsOf[name] ?? [])
  const figures = { commit, changed, date: new Date().toISOString().slice(0, 10), machine, benches }
  writeFileSync(inRoot(figuresFile), `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(inRoot(proofsFile), withTable(readFileSync(inRoot(proofsFile), 'utf8'), figures))
  return Object.values(benches).every(({ ok }) => ok) ? 0 : 1
}

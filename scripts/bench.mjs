// npm run bench call [-- --n N]
// Measures what a call costs beside the bare request, both by turns in one run; the last line is one JSON object.
import { parseArgs } from 'node:util'
import { existsSync } from 'node:fs'
import { inRoot } from './lib/paths.mjs'
import { main, PlainError } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run bench call -- [--n N]'

function readOptions() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { n: { type: 'string' } } })
    const [name = '', ...more] = positionals
    if (more.length === 0 && /^[a-z]+$/.test(name) && existsSync(inRoot(`test/bench/${name}/bench.ts`)))
      return { name, n: values.n }
  } catch (error) {
    throw new PlainError(`${error.message}. ${usage}`)
  }
  throw new PlainError(`which bench? ${usage}`)
}

function wholeNumber(text) {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new PlainError(`--n wants a whole number above 0; "${text}" is none. ${usage}`)
}

await rerunOnNode24(import.meta.url)
await main(async () => {
  const options = readOptions()
  const { bench } = await import(`../test/bench/${options.name}/bench.ts`)
  const n = options.n === undefined ? bench.standard : wholeNumber(options.n)
  const progress = (done, of) => done % 100 === 0 && process.stderr.write(`${options.name}: ${done} of ${of}\n`)
  const { figures, ok } = await bench.run({ n, progress })
  console.log(JSON.stringify({ bench: options.name, n, ...figures, ok }))
  process.exitCode = ok ? 0 : 1
})

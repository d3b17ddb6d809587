// Serves the practice service alone: npm run practice -- --port N
// Prints one JSON line with all a client needs to begin, then serves until it is stopped with Ctrl+C.
import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { rerunOnNode24 } from './node24.mjs'

/** The port asked for, or 0 for one of the system's choosing; ends with code 2 and a sentence when it is none. */
function readPort() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
    if (/^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535) return Number(values.port)
    console.error(`--port wants a number from 0 to 65535; "${values.port}" is none. Leave it out for any free port.`)
  } catch (error) {
    console.error(`${error.message}. The only option is --port N.`)
  }
  process.exit(2)
}

/** Unforeseeable, because the keys are made of it. */
const random = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

async function serve(port) {
  const { createPracticeService } = await import('../src/main/practice/practice-service.ts')
  const { startPracticeListener } = await import('../src/main/practice/practice-listener.ts')
  const controlToken = randomUUID()
  const service = createPracticeService({ clock: { now: Date.now }, random, firstRunId: 7001, controlToken })
  const listener = await startPracticeListener(service, { port })
  console.log(JSON.stringify({ origin: listener.origin, organizations: service.facts, controlToken }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void listener.close())
}

const sentences = {
  EADDRINUSE: 'is in use already. Choose another one, or leave --port out for any free port.',
  EACCES: 'may not be used by you. Choose one above 1023, or leave --port out for any free port.',
}

await rerunOnNode24(import.meta.url)
if (!process.features.typescript) {
  console.error(`This needs Node 22.18 or newer; this is ${process.versions.node}. Please install Node 24.`)
  process.exit(1)
}
const port = readPort()
try {
  await serve(port)
} catch (error) {
  const sentence = sentences[error.code]
  if (sentence === undefined) throw error
  console.error(`Port ${port} ${sentence}`)
  process.exitCode = 1
}

// Serves the practice service alone: npm run practice -- --port N --key-paths both|prefixed|bare
// Prints one JSON line with all a client needs to begin, then serves until it is stopped with Ctrl+C.
import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { rerunOnNode24 } from './node24.mjs'

/** Under which prefixes the key endpoints are served, by the words of the option. */
const keyPaths = { both: ['/api/v1', ''], prefixed: ['/api/v1'], bare: [''] }

/** The port asked for, or 0 for one of the system's choosing, and where keys are kept; ends with code 2 and a sentence when either is none. */
function readOptions() {
  try {
    const options = { port: { type: 'string', default: '0' }, 'key-paths': { type: 'string', default: 'both' } }
    const { values } = parseArgs({ options })
    const [port, paths] = [String(values.port), String(values['key-paths'])]
    const isPort = /^\d{1,5}$/.test(port) && Number(port) <= 65_535
    if (isPort && Object.hasOwn(keyPaths, paths)) return { port: Number(port), keyPrefixes: keyPaths[paths] }
    console.error(
      isPort
        ? `--key-paths wants one of ${Object.keys(keyPaths).join(', ')}; "${paths}" is none.`
        : `--port wants a number from 0 to 65535; "${port}" is none. Leave it out for any free port.`,
    )
  } catch (error) {
    console.error(`${error.message}. The only options are --port N and --key-paths both|prefixed|bare.`)
  }
  process.exit(2)
}

/** Unforeseeable, because the keys are made of it. */
const random = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

async function serve({ port, keyPrefixes }) {
  const { createPracticeService } = await import('../src/main/practice/practice-service.ts')
  const { startPracticeListener } = await import('../src/main/practice/practice-listener.ts')
  const controlToken = randomUUID()
  const service = createPracticeService({
    clock: { now: Date.now },
    random,
    firstRunId: 7001,
    controlToken,
    keyPrefixes,
  })
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
const options = readOptions()
try {
  await serve(options)
} catch (error) {
  const sentence = sentences[error.code]
  if (sentence === undefined) throw error
  console.error(`Port ${options.port} ${sentence}`)
  process.exitCode = 1
}

// Runs only the practice service: npm run practice -- --port N --key-paths both|prefixed|bare --silent-carrier SECONDS
// Prints one JSON line with everything a client needs, then serves until Ctrl+C.
import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { rerunOnNode24 } from './node24.mjs'

/** The prefixes of the key endpoints for each value of the option. */
const keyPaths = { both: ['/api/v1', ''], prefixed: ['/api/v1'], bare: [''] }

const optionNames = '--port N, --key-paths both|prefixed|bare and --silent-carrier SECONDS'

/**
 * Reads the port (0 means any free one), the paths of the key endpoints, and how long the service waits for a carrier
 * that never responds. Exits with code 2 and a message if one of them is invalid.
 */
function readOptions() {
  try {
    const text = (value) => ({ type: 'string', default: value })
    const options = { port: text('0'), 'key-paths': text('prefixed'), 'silent-carrier': text('300') }
    const { port, 'key-paths': paths, 'silent-carrier': seconds } = parseArgs({ options }).values
    const problem = problemOf(port, paths, seconds)
    if (problem === null)
      return { port: Number(port), keyPrefixes: keyPaths[paths], silentCarrierMs: Number(seconds) * 1000 }
    console.error(problem)
  } catch (error) {
    console.error(`${error.message}. The only options are ${optionNames}.`)
  }
  process.exit(2)
}

function problemOf(port, paths, seconds) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return `--port must be a number from 0 to 65535, not "${port}". Leave it out for any free port.`
  if (!Object.hasOwn(keyPaths, paths))
    return `--key-paths must be one of ${Object.keys(keyPaths).join(', ')}, not "${paths}".`
  if (!/^\d{1,3}$/.test(seconds) || Number(seconds) > 300)
    return `--silent-carrier must be a number of seconds from 0 to 300, not "${seconds}". Leave it out for 300, as in the real service.`
  return null
}

/** Cryptographically random, because keys are made from it. */
const random = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

async function serve({ port, keyPrefixes, silentCarrierMs }) {
  const { createServiceDouble } = await import('../test/service/service-double.ts')
  const { startPracticeListener } = await import('../src/main/practice/host.ts')
  const controlToken = randomUUID()
  const service = createServiceDouble({
    clock: { now: Date.now },
    random,
    firstRunId: 7001,
    controlToken,
    keyPrefixes,
    timings: { silentCarrierMs },
  })
  const listener = await startPracticeListener(service, { port })
  const { organizations } = service
  const silentCarrierSeconds = silentCarrierMs / 1000
  console.log(JSON.stringify({ origin: listener.origin, organizations, controlToken, silentCarrierSeconds }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void listener.close())
}

const portErrors = {
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
  const sentence = portErrors[error.code]
  if (sentence === undefined) throw error
  console.error(`Port ${options.port} ${sentence}`)
  process.exitCode = 1
}

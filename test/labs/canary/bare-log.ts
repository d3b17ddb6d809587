import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCanaries } from './canaries.ts'
import { openCanaryDesk } from './canary-desk.ts'
import { startCanaryService } from './canary-service.ts'
import { connect } from './flows/enter-keys.ts'
import { createSinks } from './sinks.ts'

/** Runs a desk whose log has no scrubber before it into an error with its key: true when the key was found in the log. */
export const findsKeyInBareLog = async (random: () => number): Promise<boolean> => {
  const { typed } = makeCanaries(random, 1)
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-canary-'))
  const service = await startCanaryService([typed.text], random)
  const sinks = createSinks([typed])
  try {
    const order = { keychain: [], environment: {}, proxyRules: null, bareLog: true }
    const desk = await openCanaryDesk({ folder, order, sinks, onAsked: () => undefined })
    await connect(desk, service.origin, typed)
    await desk.wish({ wish: 'explode', words: `it broke on ${typed.text}` })
    await desk.ask('keychainStatus', {})
    await desk.end('input')
    return sinks.leaks().some(({ sink }) => sink === 'log')
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

import { createSeededRandom } from '../seeded-random.ts'
import { startLabService } from '../support/lab-service.ts'
import { findRawBytes } from '../support/raw-bytes.ts'
import type { Condition } from './conditions.ts'
import type { FaultyVaultName } from './faulty-vaults.ts'
import { startSession } from './session.ts'
import { type Observations, openVaultApp, type VaultApp } from './vault-app.ts'
import { maxBlockMs } from './watch-loop.ts'

export type ConditionResult = Omit<Observations, 'output'> & { name: string; plainTexts: string[] }

/**
 * Returns the encodings in which a file could contain the key by mistake, without the key's first eight characters,
 * which lists may show.
 */
const formsOf = (key: string): string[] => {
  const secret = key.slice(8)
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from('\0'.repeat(offset) + key)
      .toString('base64')
      .slice(12, -4),
  )
  return [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret, 'utf16le').toString('latin1'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

const findKeyLeaks = (home: string, output: string, key: string): string[] => {
  const forms = formsOf(key)
  const files = findRawBytes(home, forms).map(({ file }) => file)
  return [...files, ...(forms.some((form) => output.includes(form)) ? ['output of the main process'] : [])]
}

const runSteps = async (vaultApp: VaultApp, steps: Condition['steps']): Promise<void> => {
  try {
    await steps(vaultApp)
    await vaultApp.end()
  } catch (error) {
    // A step that could not run also counts as a fault.
    vaultApp.observed.faults.push(error instanceof Error ? error.message : String(error))
  } finally {
    await vaultApp.kill()
  }
}

/** Runs one condition in its own session, and then searches for the key in everything that was written. */
export const runCondition = async (
  { name, session: sessionOptions, steps }: Condition,
  seed: number,
  faulty: FaultyVaultName | null = null,
): Promise<ConditionResult> => {
  const service = await startLabService({ random: createSeededRandom(seed) })
  const session = await startSession(sessionOptions)
  try {
    const vaultApp = await openVaultApp(session, service, faulty)
    await runSteps(vaultApp, steps)
    const { output, ...observed } = vaultApp.observed
    return { name, ...observed, plainTexts: findKeyLeaks(session.home, output, service.key) }
  } finally {
    await session.close()
    await service.close()
  }
}

const open = { bus: 'usual', keyring: true, screen: false } as const

const withFrozenService = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ['ok'], app.add('keychain'))
  process.kill(app.session.keyringPid(), 'SIGSTOP')
  await app.expect('check', ['timedOut'], app.check(app.profiles[0]))
}

const withLockedKeyring = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ['ok'], app.add('keychain'))
  await app.session.lock()
  await app.expect('check', ['locked'], app.check(app.profiles[0]))
}

const withoutService = async (app: VaultApp): Promise<void> => {
  await app.expect('add', ['unavailable'], app.add('keychain'))
}

type Control = { vault: FaultyVaultName; condition: Condition; isCaught: (result: ConditionResult) => boolean }

const controls: Record<string, Control> = {
  withoutDeadline: {
    vault: 'inMain',
    condition: { name: 'service that hangs', session: open, steps: withFrozenService },
    isCaught: ({ faults }) => faults.some((fault) => fault.startsWith('check: no answer')),
  },
  withSearch: {
    vault: 'searching',
    condition: { name: 'locked, no prompt', session: open, steps: withLockedKeyring },
    isCaught: ({ deaths }) => deaths > 0,
  },
  blocking: {
    vault: 'blocking',
    condition: { name: 'service that hangs', session: open, steps: withFrozenService },
    isCaught: ({ measured }) => measured.some(({ own }) => own > maxBlockMs),
  },
  plainFile: {
    vault: 'plainFile',
    condition: {
      name: 'absent service',
      session: { bus: 'bare', keyring: false, screen: false },
      steps: withoutService,
    },
    isCaught: ({ plainTexts }) => plainTexts.length > 0,
  },
}

/** Runs the faulty vaults in the conditions in which they fail; the lab must detect each of them. */
export const runControls = async (seed: number): Promise<Record<string, number>> => {
  const results = Object.entries(controls).map(async ([name, { vault, condition, isCaught }]) => {
    const result = await runCondition(condition, seed, vault)
    return [name, isCaught(result) ? 1 : 0] as const
  })
  return Object.fromEntries(await Promise.all(results))
}

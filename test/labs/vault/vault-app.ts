import type { VaultEntry } from '../../../src/main/vault/vault.ts'
import type { FaultyVaultName } from './faulty-vaults.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Failure, Outcome } from '../../../src/contract/failure.ts'
import type { KeyStorage } from '../../../src/contract/profile.ts'
import { failure as failureText } from '../../../src/messages/en/failure.ts'
import { type AppProcess, startAppProcess } from '../support/app-process.ts'
import type { LabService } from '../support/lab-service.ts'
import { endGroup, run, start } from './processes.ts'
import type { Session } from './session.ts'
import type { Measurements } from './watch-loop.ts'
import { valueOf } from '../../support/value-of.ts'

/** Options of this lab's main process. */
export type VaultOptions = { dataFolder: string; faulty: FaultyVaultName | null }

/** A request to the vault itself. `get` returns only whether the stored string is the expected one. */
export type VaultRequest = { id: number; operation: 'get' | 'set' | 'delete'; entry: VaultEntry; text: string }

const mainFile = fileURLToPath(new URL('./main-process.ts', import.meta.url))

const isDifferentString = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'isSame' in value && value.isSame === false

/** The state as the screen shows it: `ok`, a reason from the keychain, or another failure. */
const stateOf = (outcome: Outcome<unknown> | null): string => {
  if (outcome === null) return 'no answer'
  if (outcome.ok) return isDifferentString(outcome.value) ? 'another text' : 'ok'
  const { failure } = outcome
  if (failure.kind === 'keychain') return failure.reason
  return failure.kind === 'invalid' ? `invalid ${failure.issues.map(({ code }) => code).join(' ')}` : failure.kind
}

const hasText = (failure: Failure): boolean => {
  const { title, why, next } = failureText.describe(failure)
  return title !== '' && why !== '' && next !== ''
}

/** The observations of one condition. */
export type Observations = {
  requests: number
  /** The measurements of each main process that exited normally. */
  measured: Measurements[]
  deaths: number
  output: string
  faults: string[]
}

/** An app in a session, with the operations of a user. */
export type VaultApp = {
  readonly session: Session
  readonly observed: Observations
  /** Waits for a result and compares its state with the allowed states. */
  expect(step: string, states: readonly string[], result: Promise<Outcome<unknown> | null>): Promise<void>
  status(): Promise<Outcome<unknown> | null>
  /** Connects the organization with its key and adds the profile to `profiles`. */
  add(keyStorage: KeyStorage): Promise<Outcome<unknown> | null>
  check(profile: VaultEntry | undefined): Promise<Outcome<unknown> | null>
  remove(profile: VaultEntry | undefined): Promise<Outcome<unknown> | null>
  /** Sends a request to the vault itself, which has no cache. */
  vault(
    operation: VaultRequest['operation'],
    entry: VaultEntry | undefined,
    text: string,
  ): Promise<Outcome<unknown> | null>
  readonly profiles: VaultEntry[]
  mainPid(): number
  restart(): Promise<void>
  end(): Promise<void>
  /** Kills the main process if it is still running. */
  kill(): Promise<void>
}

const required = (entry: VaultEntry | undefined): VaultEntry => {
  if (entry === undefined) throw new Error('There is no such profile.')
  return entry
}

const sendToVault = (app: AppProcess, request: VaultRequest): Promise<Outcome<unknown> | null> =>
  new Promise((resolve) => {
    const onMessage = (message: { id: number; outcome: Outcome<unknown> }): void => {
      if (message.id !== request.id) return
      app.child.off('message', onMessage)
      resolve(message.outcome)
    }
    app.child.setMaxListeners(0).on('message', onMessage)
    void app.ended.then(() => resolve(null))
    app.child.send(request)
  })

const measuredIn = (stderr: string): Measurements | null => {
  const line = stderr.split('\n').findLast((text) => text.startsWith('{"measured"'))
  // The main process of this lab writes this line.
  return line === undefined ? null : (JSON.parse(line) as { measured: Measurements }).measured
}

/** Much longer than the ten seconds within which every response must arrive. */
const answerTimeoutMs = 20_000

const inTime = <T>(result: Promise<T>): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => resolve(null), answerTimeoutMs)
    result.finally(() => clearTimeout(limit)).then(resolve, reject)
  })

/** Starts an app in a session, with the real vault or a faulty one. */
export const openVaultApp = async (
  session: Session,
  service: LabService,
  faulty: FaultyVaultName | null,
): Promise<VaultApp> => {
  const options: VaultOptions = { dataFolder: join(session.home, 'data'), faulty }
  const profiles: VaultEntry[] = []
  const observed: Observations = { requests: 0, measured: [], deaths: 0, output: '', faults: [] }
  let nextId = 0

  const startMain = async (): Promise<AppProcess> => {
    // A high priority, if permitted, keeps other load on the machine from affecting the measurement.
    const args = ['-n', '-15', process.execPath, mainFile, JSON.stringify(options)]
    const app = startAppProcess({ command: 'nice', args, env: session.env, alone: true, ipc: true })
    app.child.stdout?.on('data', (text: Buffer) => (observed.output += text.toString()))
    await app.ready
    return app
  }

  const endMain = async (app: AppProcess): Promise<void> => {
    const { code, signal } = await app.end()
    const measured = measuredIn(app.stderr())
    observed.output += app.stderr()
    if (code !== 0 || signal !== null || measured === null) observed.deaths += 1
    else observed.measured.push(measured)
  }

  let app = await startMain()

  return {
    session,
    observed,
    profiles,
    async expect(step, states, result) {
      const outcome = await inTime(result)
      const state = stateOf(outcome)
      observed.requests += 1
      if (!states.includes(state)) observed.faults.push(`${step}: ${state}, not ${states.join(' or ')}`)
      if (outcome?.ok === false && !hasText(outcome.failure)) observed.faults.push(`${step}: no text for ${state}`)
    },
    async status() {
      const status = await app.run('keychainStatus', {})
      if (status?.ok !== true || status.value.usable) return status
      return { ok: false, failure: { kind: 'keychain', reason: status.value.reason } }
    },
    async add(keyStorage) {
      const { origin, key } = service
      const { entryId } = await valueOf(app.run('stageKey', { from: 'typed', text: key }))
      const request = {
        kind: 'service',
        name: 'Lab',
        color: 'blue',
        origin,
        entryId,
        keyStorage,
        unchecked: false,
      } as const
      const added = await app.run('addProfile', request)
      if (added?.ok === true) profiles.push({ profileId: added.value.profile.id, origin, keyStorage })
      return added
    },
    check: (profile) => app.run('checkProfile', { profileId: required(profile).profileId }),
    remove: (profile) => app.run('removeProfile', { profileId: required(profile).profileId }),
    vault: (operation, entry, text) => sendToVault(app, { id: (nextId += 1), operation, entry: required(entry), text }),
    mainPid: () => app.pid,
    async restart() {
      await endMain(app)
      app = await startMain()
    },
    end: () => endMain(app),
    async kill() {
      if (app.child.exitCode === null && app.child.signalCode === null) await app.kill()
    },
  }
}

/** Stores a string in a profile's keychain entry with the system's tool, as another program would. */
export const storeForeign = async ({ env }: Session, entry: VaultEntry | undefined, text: string): Promise<void> => {
  const { profileId, origin } = required(entry)
  const args = ['store', '--label=not ours', 'service', 'Rundesk', 'account', `${profileId} ${origin}`]
  const tool = start('secret-tool', args, env, text)
  await new Promise((resolve) => tool.once('close', resolve))
  endGroup(tool)
}

/** Returns the string in a profile's keychain entry, read with the system's tool. */
export const readForeign = ({ env }: Session, entry: VaultEntry | undefined): Promise<string> => {
  const { profileId, origin } = required(entry)
  return run('secret-tool', ['lookup', 'service', 'Rundesk', 'account', `${profileId} ${origin}`], env)
}

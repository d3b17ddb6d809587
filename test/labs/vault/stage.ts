import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Failure, Outcome } from '../../../src/contract/failure.ts'
import type { KeyCustody } from '../../../src/contract/profile.ts'
import type { VaultEntry } from '../../../src/main/vault/key-vault.ts'
import { failure as words } from '../../../src/renderer/words/english/failure.ts'
import { type DeskProcess, startDeskProcess, valueOf } from '../support/desk-process.ts'
import type { LabService } from '../support/lab-service.ts'
import type { VaultOrder, VaultQuestion } from './messages.ts'
import type { PlantedName } from './planted-vaults.ts'
import { endGroup, run, start } from './processes.ts'
import type { Session } from './session.ts'
import type { Measured } from './watch-loop.ts'

const mainFile = fileURLToPath(new URL('./main-process.ts', import.meta.url))

const isOtherText = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'isSame' in value && value.isSame === false

/** A state as the screen tells it apart: `ok`, a reason of the keychain, or whatever else came. */
const stateOf = (outcome: Outcome<unknown> | null): string => {
  if (outcome === null) return 'no answer'
  if (outcome.ok) return isOtherText(outcome.value) ? 'another text' : 'ok'
  const { failure } = outcome
  if (failure.kind === 'keychain') return failure.reason
  return failure.kind === 'invalid' ? `invalid ${failure.issues.map(({ code }) => code).join(' ')}` : failure.kind
}

const hasWords = (failure: Failure): boolean => {
  const { title, why, next } = words.inWords(failure)
  return title !== '' && why !== '' && next !== ''
}

/** What was seen on a stage. */
export type Seen = {
  asked: number
  /** What each main process that ended in order told of itself. */
  measured: Measured[]
  deaths: number
  output: string
  /** What was not as promised. */
  faults: string[]
}

/** A session with a desk in it, and what a person does there. */
export type Stage = {
  readonly session: Session
  readonly seen: Seen
  /** Asks, and holds what came against the states that are allowed; resolves when there is an answer. */
  expect(what: string, states: readonly string[], asked: Promise<Outcome<unknown> | null>): Promise<void>
  status(): Promise<Outcome<unknown> | null>
  /** Connects the organization with its key; `profiles` has the new profile afterwards. */
  add(custody: KeyCustody): Promise<Outcome<unknown> | null>
  check(profile: VaultEntry | undefined): Promise<Outcome<unknown> | null>
  remove(profile: VaultEntry | undefined): Promise<Outcome<unknown> | null>
  /** Asks the vault itself, which remembers nothing. */
  vault(act: VaultQuestion['act'], entry: VaultEntry | undefined, text: string): Promise<Outcome<unknown> | null>
  readonly profiles: VaultEntry[]
  mainPid(): number
  restart(): Promise<void>
  end(): Promise<void>
  /** Ends main at once if it is still there. */
  kill(): Promise<void>
}

const demand = (entry: VaultEntry | undefined): VaultEntry => {
  if (entry === undefined) throw new Error('There is no such profile on this stage.')
  return entry
}

const askVault = (desk: DeskProcess, question: VaultQuestion): Promise<Outcome<unknown> | null> =>
  new Promise((resolve) => {
    const hear = (told: { id: number; outcome: Outcome<unknown> }): void => {
      if (told.id !== question.id) return
      desk.child.off('message', hear)
      resolve(told.outcome)
    }
    desk.child.setMaxListeners(0).on('message', hear)
    void desk.ended.then(() => resolve(null))
    desk.child.send(question)
  })

const measuredIn = (complaints: string): Measured | null => {
  const line = complaints.split('\n').findLast((text) => text.startsWith('{"measured"'))
  // The process that plays main writes this line.
  return line === undefined ? null : (JSON.parse(line) as { measured: Measured }).measured
}

/** An answer in any state is there within ten seconds; one that takes longer than this is waited for no more. */
const patience = 20_000

const inTime = <T>(asked: Promise<T>): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => resolve(null), patience)
    asked.finally(() => clearTimeout(limit)).then(resolve, reject)
  })

/** Opens a stage: a desk with the real vault, or with a planted one, in a session. */
export const openStage = async (session: Session, service: LabService, planted: PlantedName | null): Promise<Stage> => {
  const order: VaultOrder = { dataFolder: join(session.home, 'data'), planted }
  const profiles: VaultEntry[] = []
  const seen: Seen = { asked: 0, measured: [], deaths: 0, output: '', faults: [] }
  let nextId = 0

  const startMain = async (): Promise<DeskProcess> => {
    // Before others where this is allowed: how busy the machine is with other things must not be measured here. A process
    // that starts another waits until that one has had its turn.
    const args = ['-n', '-15', process.execPath, mainFile, JSON.stringify(order)]
    const desk = startDeskProcess({ command: 'nice', args, env: session.env, alone: true, ipc: true })
    desk.child.stdout?.on('data', (text: Buffer) => (seen.output += text.toString()))
    await desk.ready
    return desk
  }

  const endMain = async (desk: DeskProcess): Promise<void> => {
    const { code, signal } = await desk.end()
    const measured = measuredIn(desk.complaints())
    seen.output += desk.complaints()
    if (code !== 0 || signal !== null || measured === null) seen.deaths += 1
    else seen.measured.push(measured)
  }

  let desk = await startMain()

  return {
    session,
    seen,
    profiles,
    async expect(what, states, asked) {
      const outcome = await inTime(asked)
      const state = stateOf(outcome)
      seen.asked += 1
      if (!states.includes(state)) seen.faults.push(`${what}: ${state}, not ${states.join(' or ')}`)
      if (outcome?.ok === false && !hasWords(outcome.failure)) seen.faults.push(`${what}: no words for ${state}`)
    },
    async status() {
      const told = await desk.ask('keychainStatus', {})
      if (told?.ok !== true || told.value.usable) return told
      return { ok: false, failure: { kind: 'keychain', reason: told.value.reason } }
    },
    async add(custody) {
      const { origin, key } = service
      const { entryId } = await valueOf(desk.ask('enterKey', { from: 'typed', text: key }))
      const wish = { kind: 'service', name: 'Lab', color: 'blue', origin, entryId, custody, unchecked: false } as const
      const added = await desk.ask('addProfile', wish)
      if (added?.ok === true) profiles.push({ profileId: added.value.profile.id, origin, custody })
      return added
    },
    check: (profile) => desk.ask('checkProfile', { profileId: demand(profile).profileId }),
    remove: (profile) => desk.ask('removeProfile', { profileId: demand(profile).profileId }),
    vault: (act, entry, text) => askVault(desk, { id: (nextId += 1), act, entry: demand(entry), text }),
    mainPid: () => desk.pid,
    async restart() {
      await endMain(desk)
      desk = await startMain()
    },
    end: () => endMain(desk),
    async kill() {
      if (desk.child.exitCode === null && desk.child.signalCode === null) await desk.kill()
    },
  }
}

/** Puts a text under a profile's name as another program would: by the system's own tool. */
export const storeForeign = async ({ env }: Session, entry: VaultEntry | undefined, text: string): Promise<void> => {
  const { profileId, origin } = demand(entry)
  const args = ['store', '--label=not ours', 'service', 'Rundesk', 'account', `${profileId} ${origin}`]
  const tool = start('secret-tool', args, env, text)
  await new Promise((resolve) => tool.once('close', resolve))
  endGroup(tool)
}

/** What the keychain holds under a profile's name, read by the system's own tool. */
export const readForeign = ({ env }: Session, entry: VaultEntry | undefined): Promise<string> => {
  const { profileId, origin } = demand(entry)
  return run('secret-tool', ['lookup', 'service', 'Rundesk', 'account', `${profileId} ${origin}`], env)
}

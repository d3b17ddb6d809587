import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../../../src/main/app/create-app.ts'
import { faultyWorker } from '../support/faulty-storage.ts'
import type { DiskSetup, InjectBug } from './disk-setup.ts'
import { tmpdir } from 'node:os'

type FaultOptions = { random: () => number; injectBug?: InjectBug }

export type DiskFault = {
  name: string
  /** The reasons that may be reported for this fault. */
  reasons: readonly string[]
  /** Whether the fault needs its own file system, which some users may not mount. */
  ownDisk: boolean
  /** Returns the reasons for the refused calls, and whether calls worked again without a restart. */
  run(
    setup: DiskSetup,
    disk: SmallDisk,
    options: FaultOptions,
  ): Promise<{ reasons: (string | null)[]; healed: boolean }>
}

type FaultStep = (app: App) => void | Promise<void>

/** Starts an app, tries calls during a fault, and ends the fault, after which calls must work. */
const whileOpen = async (
  setup: DiskSetup,
  injectBug: InjectBug | undefined,
  begin: FaultStep,
  end: FaultStep,
  attempts: number = 3,
) => {
  const app = await setup.open(injectBug)
  try {
    await setup.dial(app)
    await app.settled()
    await begin(app)
    const reasons: (string | null)[] = []
    for (let attempt = 0; attempt < attempts; attempt += 1) reasons.push((await setup.dial(app)).refused)
    await end(app)
    const healed = await setup.dialUntilPlaced(app)
    await app.settled()
    return { reasons, healed }
  } finally {
    await app.close()
  }
}

/** Limits the size of the files that this process writes, in bytes. */
const limitFiles = (bytes: number | 'unlimited'): void =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`], { stdio: 'ignore' })

const setVersion = (file: string, version: number): number => {
  const database = new DatabaseSync(file)
  const before = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
  return before
}

const full: DiskFault = {
  name: 'full',
  reasons: ['full'],
  ownDisk: true,
  run: (setup, disk, { random, injectBug }) =>
    whileOpen(
      setup,
      injectBug,
      () => disk.fill(Math.floor(random() * 24_576)),
      () => disk.empty(),
    ),
}

const fullDuringResponse: DiskFault = {
  name: 'fullWhileAnswering',
  reasons: ['full'],
  ownDisk: true,
  async run(setup, disk, { injectBug }) {
    const app = await setup.open(injectBug)
    setup.whileAnswering = () => disk.fill(0)
    const { callId } = await setup.dial(app)
    await wait(600)
    setup.whileAnswering = () => undefined
    const { refused } = await setup.dial(app)
    disk.empty()
    await app.settled()
    const found = await app.operations.getCall({ callId })
    const healed = found.ok && found.value.call.outcome.state === 'accepted' && (await setup.dialUntilPlaced(app))
    await app.settled()
    await app.close()
    return { reasons: [refused], healed }
  },
}

/** Returns the recorded state of a call, if there is one. */
const stateOf = async (app: App, callId: string): Promise<string> => {
  const found = await app.operations.getCall({ callId })
  return found.ok ? found.value.call.outcome.state : found.failure.kind
}

/** Waits up to a minute until a call has an expected state. */
const endsAs = async (app: App, callId: string, states: readonly string[]): Promise<boolean> => {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(50))
    if (states.includes(await stateOf(app, callId))) return true
  return false
}

const tornSync: DiskFault = {
  name: 'tornSync',
  reasons: ['diskError'],
  ownDisk: false,
  async run(setup, _disk, { random, injectBug }) {
    const worker = faultyWorker({ kind: 'tornSync', share: 0.4, seed: Math.floor(random() * 2 ** 31) })
    const app = await setup.open(injectBug, worker)
    const dialed = []
    for (let attempt = 0; attempt < 8; attempt += 1) dialed.push(await setup.dial(app))
    await app.settled()
    const ends = await Promise.all(
      // A refused call was never sent, even if the disk has a record of it; a placed call has its response.
      dialed.map(({ callId, refused }) =>
        endsAs(app, callId, refused === null ? ['accepted'] : ['notFound', 'notSent']),
      ),
    )
    const reconciliation = await app.operations.listReconciliationJobs({})
    await app.close()
    const healed = ends.every((end) => end) && reconciliation.ok && reconciliation.value.length === 0
    return { reasons: dialed.map(({ refused }) => refused), healed }
  },
}

const lostDuringResponse: DiskFault = {
  name: 'lostWhileAnswering',
  // The empty history that replaces the lost one reports the gap and requires confirmation before a call.
  reasons: ['historyGap', 'corrupt', 'invalid'],
  ownDisk: false,
  async run(setup, _disk, { injectBug }) {
    const app = await setup.open(injectBug)
    setup.whileAnswering = () => {
      for (const part of ['', '-wal', '-shm']) rmSync(setup.file + part, { force: true })
    }
    const { callId } = await setup.dial(app)
    await app.settled()
    setup.whileAnswering = () => undefined
    const healed = await endsAs(app, callId, ['accepted'])
    const { refused } = await setup.dial(app)
    await app.settled()
    await app.close()
    return { reasons: [refused], healed }
  },
}

const readOnly: DiskFault = {
  name: 'readOnly',
  reasons: ['readOnly'],
  ownDisk: true,
  async run(setup, disk, { injectBug }) {
    disk.setReadOnly(true)
    return whileOpen(
      setup,
      injectBug,
      () => undefined,
      () => disk.setReadOnly(false),
    )
  },
}

const locked: DiskFault = {
  name: 'locked',
  reasons: ['locked'],
  ownDisk: false,
  run(setup, _disk, { injectBug }) {
    const other = new DatabaseSync(setup.file)
    return whileOpen(
      setup,
      injectBug,
      () => other.exec('BEGIN IMMEDIATE'),
      () => {
        other.exec('ROLLBACK')
        other.close()
      },
      // Each attempt waits five seconds for the other program.
      1,
    )
  },
}

const ioError: DiskFault = {
  name: 'ioError',
  reasons: ['diskError'],
  ownDisk: false,
  run: (setup, _disk, { random, injectBug }) =>
    whileOpen(
      setup,
      injectBug,
      () => limitFiles(statSync(`${setup.file}-wal`).size + Math.floor(random() * 4_096)),
      () => limitFiles('unlimited'),
    ),
}

const newer: DiskFault = {
  name: 'newer',
  reasons: ['newerVersion'],
  ownDisk: false,
  async run(setup, _disk, { injectBug }) {
    const version = setVersion(setup.file, 999)
    const app = await setup.open(injectBug)
    const reasons = [(await setup.dial(app)).refused]
    const list = await app.operations.listCalls({ search: '', after: null, limit: 10 })
    await app.settled()
    await app.close()
    setVersion(setup.file, version)
    const next = await setup.open()
    const healed = list.ok && (await setup.dialUntilPlaced(next))
    await next.settled()
    await next.close()
    return { reasons, healed }
  },
}

const folderMoved: DiskFault = {
  name: 'missing',
  // An empty history without profiles replaces the moved one, reports that once, and requires confirmation before a
  // call.
  reasons: ['corrupt', 'invalid', 'historyGap'],
  ownDisk: false,
  run: (setup, _disk, { injectBug }) =>
    whileOpen(
      setup,
      injectBug,
      () => renameSync(dirname(setup.file), `${dirname(setup.file)}-elsewhere`),
      (app) => bringBack(setup, app),
    ),
}

/** Moves the folder back. */
const bringBack = async (setup: DiskSetup, app: App): Promise<void> => {
  await app.settled()
  const folder = dirname(setup.file)
  renameSync(folder, `${folder}-new`)
  renameSync(`${folder}-elsewhere`, folder)
}

const hasPrlimit = spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0

/** The faults that this machine can cause. */
export const diskFaults: readonly DiskFault[] = [
  full,
  ...(hasPrlimit ? [ioError] : []),
  fullDuringResponse,
  tornSync,
  lostDuringResponse,
  newer,
  readOnly,
  folderMoved,
  locked,
]

/** Returns a disk for a trial; null if the fault needs a file system and this user may not mount one. */
export const diskFor = (fault: DiskFault): SmallDisk | null => {
  if (fault.ownDisk) return mountSmallDisk()
  const nothing = (): void => undefined
  return { ...ordinaryFolder(), fill: nothing, empty: nothing, setReadOnly: nothing }
}

/** A disk of a few megabytes for one trial. */
type SmallDisk = {
  readonly dataFolder: string
  /** Fills the disk until this many bytes are free; `empty` undoes it. */
  fill(bytesLeft: number): void
  empty(): void
  setReadOnly(readOnly: boolean): void
  remove(): void
}

const size = 8 * 1024 * 1024

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'ignore' })

/** Mounts a file system in memory; returns null if this user may not. */
const mountSmallDisk = (): SmallDisk | null => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-disk-'))
  try {
    mount('-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'rundesk-lab', folder)
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder, { mode: 0o700 })
  return {
    dataFolder,
    fill(bytesLeft) {
      const { bavail, bsize } = statfsSync(folder)
      const bytes = Math.max(0, bavail * bsize - bytesLeft)
      const handle = openSync(ballast, 'a')
      writeSync(handle, Buffer.alloc(bytes))
      fsyncSync(handle)
      closeSync(handle)
    },
    empty: () => rmSync(ballast, { force: true }),
    setReadOnly: (isReadOnly) => mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    remove() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An ordinary folder, for trials without their own disk. */
export const ordinaryFolder = (): Pick<SmallDisk, 'dataFolder' | 'remove'> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-disk-'))
  return { dataFolder: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

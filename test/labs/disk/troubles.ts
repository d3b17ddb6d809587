import { execFileSync, spawnSync } from 'node:child_process'
import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { DeskService } from '../../../src/main/desk.ts'
import { plantedWorker } from '../support/worker-plan.ts'
import type { DiskHouse, Plant } from './disk-house.ts'
import { mountSmallDisk, ordinaryFolder, type SmallDisk } from './small-disk.ts'

export type TroubleParts = { random: () => number; plant?: Plant }

export type Trouble = {
  name: string
  /** The reasons that a person may be given here; any other would be a wrong word. */
  reasons: readonly string[]
  /** Whether a disk of its own is needed, which not every user may mount. */
  ownDisk: boolean
  /** Tells with which words the calls were refused, and whether everything was well again by itself. */
  run(house: DiskHouse, disk: SmallDisk, parts: TroubleParts): Promise<{ reasons: (string | null)[]; healed: boolean }>
}

type Meanwhile = (desk: DeskService) => void | Promise<void>

/** A desk that works, then a trouble in which calls are tried, then its end, after which calls must go again. */
const whileOpen = async (
  house: DiskHouse,
  plant: Plant | undefined,
  begin: Meanwhile,
  end: Meanwhile,
  attempts: number = 3,
) => {
  const desk = await house.open(plant)
  try {
    await house.dial(desk)
    await desk.settled()
    await begin(desk)
    const reasons: (string | null)[] = []
    for (let attempt = 0; attempt < attempts; attempt += 1) reasons.push((await house.dial(desk)).refused)
    await end(desk)
    const healed = await house.dialUntilPlaced(desk)
    await desk.settled()
    return { reasons, healed }
  } finally {
    await desk.close()
  }
}

/** The largest file this process may write, in bytes; `unlimited` takes the limit away. */
const limitFiles = (bytes: number | 'unlimited'): void =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`], { stdio: 'ignore' })

const setVersion = (file: string, version: number): number => {
  const database = new DatabaseSync(file)
  const before = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
  return before
}

const full: Trouble = {
  name: 'full',
  reasons: ['full'],
  ownDisk: true,
  run: (house, disk, { random, plant }) =>
    whileOpen(
      house,
      plant,
      () => disk.fill(Math.floor(random() * 24_576)),
      () => disk.empty(),
    ),
}

const fullWhileAnswering: Trouble = {
  name: 'fullWhileAnswering',
  reasons: ['full'],
  ownDisk: true,
  async run(house, disk, { plant }) {
    const desk = await house.open(plant)
    house.whileAnswering = () => disk.fill(0)
    const { callId } = await house.dial(desk)
    await wait(600)
    house.whileAnswering = () => undefined
    const { refused } = await house.dial(desk)
    disk.empty()
    await desk.settled()
    const found = await desk.operations.getCall({ callId })
    const healed = found.ok && found.value.call.outcome.state === 'accepted' && (await house.dialUntilPlaced(desk))
    await desk.settled()
    await desk.close()
    return { reasons: [refused], healed }
  },
}

/** What the history says of a call, and nothing where it is not in it. */
const stateOf = async (desk: DeskService, callId: string): Promise<string> => {
  const found = await desk.operations.getCall({ callId })
  return found.ok ? found.value.call.outcome.state : found.failure.kind
}

/** Asks until the history says of a call what it should in the end, for ten seconds at most. */
const endsAs = async (desk: DeskService, callId: string, states: readonly string[]): Promise<boolean> => {
  for (const until = Date.now() + 10_000; Date.now() < until; await wait(50))
    if (states.includes(await stateOf(desk, callId))) return true
  return false
}

const tornSync: Trouble = {
  name: 'tornSync',
  reasons: ['diskError'],
  ownDisk: false,
  async run(house, _disk, { random, plant }) {
    const worker = plantedWorker({ kind: 'tornSync', share: 0.4, seed: Math.floor(random() * 2 ** 31) })
    const desk = await house.open(plant, worker)
    const dialled = []
    for (let attempt = 0; attempt < 8; attempt += 1) dialled.push(await house.dial(desk))
    await desk.settled()
    const ends = await Promise.all(
      // What was refused was never sent, whatever the disk kept of it; what was placed has its answer.
      dialled.map(({ callId, refused }) =>
        endsAs(desk, callId, refused === null ? ['accepted'] : ['notFound', 'notSent']),
      ),
    )
    const lookUps = await desk.operations.listLookUps({})
    await desk.close()
    const healed = ends.every((end) => end) && lookUps.ok && lookUps.value.length === 0
    return { reasons: dialled.map(({ refused }) => refused), healed }
  },
}

const lostWhileAnswering: Trouble = {
  name: 'lostWhileAnswering',
  // The empty history that takes the place of the lost one says so, and asks before it calls.
  reasons: ['historyGap', 'corrupt', 'invalid'],
  ownDisk: false,
  async run(house, _disk, { plant }) {
    const desk = await house.open(plant)
    house.whileAnswering = () => {
      for (const part of ['', '-wal', '-shm']) rmSync(house.file + part, { force: true })
    }
    const { callId } = await house.dial(desk)
    await desk.settled()
    house.whileAnswering = () => undefined
    const healed = await endsAs(desk, callId, ['accepted'])
    const { refused } = await house.dial(desk)
    await desk.settled()
    await desk.close()
    return { reasons: [refused], healed }
  },
}

const readOnly: Trouble = {
  name: 'readOnly',
  reasons: ['readOnly'],
  ownDisk: true,
  async run(house, disk, { plant }) {
    disk.setReadOnly(true)
    return whileOpen(
      house,
      plant,
      () => undefined,
      () => disk.setReadOnly(false),
    )
  },
}

const locked: Trouble = {
  name: 'locked',
  reasons: ['locked'],
  ownDisk: false,
  run(house, _disk, { plant }) {
    const other = new DatabaseSync(house.file)
    return whileOpen(
      house,
      plant,
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

const ioError: Trouble = {
  name: 'ioError',
  reasons: ['diskError'],
  ownDisk: false,
  run: (house, _disk, { random, plant }) =>
    whileOpen(
      house,
      plant,
      () => limitFiles(statSync(`${house.file}-wal`).size + Math.floor(random() * 4_096)),
      () => limitFiles('unlimited'),
    ),
}

const newer: Trouble = {
  name: 'newer',
  reasons: ['newerVersion'],
  ownDisk: false,
  async run(house, _disk, { plant }) {
    const version = setVersion(house.file, 999)
    const desk = await house.open(plant)
    const reasons = [(await house.dial(desk)).refused]
    const list = await desk.operations.listCalls({ search: '', after: null, limit: 10 })
    await desk.settled()
    await desk.close()
    setVersion(house.file, version)
    const next = await house.open()
    const healed = list.ok && (await house.dialUntilPlaced(next))
    await next.settled()
    await next.close()
    return { reasons, healed }
  },
}

const vanished: Trouble = {
  name: 'vanished',
  // An empty history takes the place of the one that was carried off, says so once, asks before it calls, and knows no profile
  // any more.
  reasons: ['corrupt', 'invalid', 'historyGap'],
  ownDisk: false,
  run: (house, _disk, { plant }) =>
    whileOpen(
      house,
      plant,
      () => renameSync(dirname(house.file), `${dirname(house.file)}-elsewhere`),
      (desk) => bringBack(house, desk),
    ),
}

/** Puts the folder that was carried off back in its place. */
const bringBack = async (house: DiskHouse, desk: DeskService): Promise<void> => {
  await desk.settled()
  const folder = dirname(house.file)
  renameSync(folder, `${folder}-new`)
  renameSync(`${folder}-elsewhere`, folder)
}

const hasPrlimit = spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0

/** Every trouble that a working desk may meet, where this machine can make it. */
export const troubles: readonly Trouble[] = [
  full,
  ...(hasPrlimit ? [ioError] : []),
  fullWhileAnswering,
  tornSync,
  lostWhileAnswering,
  newer,
  readOnly,
  vanished,
  locked,
]

/** A disk for a trial: one of its own where that is needed, or null where this user may not have one. */
export const diskFor = (trouble: Trouble): SmallDisk | null => {
  if (trouble.ownDisk) return mountSmallDisk()
  const nothing = (): void => undefined
  return { ...ordinaryFolder(), fill: nothing, empty: nothing, setReadOnly: nothing }
}

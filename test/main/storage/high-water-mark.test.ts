import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { markFileOf } from '../../../src/main/storage/high-water-mark.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { at, newFile, open, place, placeSettled, settle, value, worker } from './open-storage.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

const sending = { state: 'sending', since: at } as const
const recoveredIn = async (storage: Storage) => (await value(storage.run('storageHealth', {}))).recovered

const numberOf = (index: number): string => `+1415555${String(1000 + index)}`

/** Records settled calls in a history and closes it. */
const record = async (file: string, calls: number, first = 0): Promise<void> => {
  const storage = createStorage({ file, worker })
  for (let index = first; index < first + calls; index += 1)
    await placeSettled(storage, aCall({ phoneNumber: numberOf(index), outcome: sending }))
  await storage.close()
}

/** Records calls in a separate process, which is killed before it can close the history. */
const recordAndKill = async (file: string, calls: number): Promise<void> => {
  const child = fork(join(import.meta.dirname, 'record-calls.ts'), [file, String(calls)])
  expect(await once(child, 'message')).toEqual([calls, undefined])
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const copyAside = (file: string): string => {
  const copy = `${dirname(file)}-copy`
  mkdirSync(copy)
  for (const ending of ['', '-wal'])
    if (existsSync(file + ending)) copyFileSync(file + ending, join(copy, `copy.db${ending}`))
  return join(copy, 'copy.db')
}

describe('a complete history', () => {
  it('is never reported as shorter, after a clean shutdown, kills or an erasure', async () => {
    const file = newFile()
    await record(file, 2)
    for (let kill = 0; kill < 3; kill += 1) await recordAndKill(file, 3)
    const storage = createStorage({ file, worker })
    expect(await recoveredIn(storage)).toBeNull()
    await value(storage.run('erasePerson', { phoneNumber: numberOf(0), now: at }))
    await value(storage.run('purgePersonalData', { before: '2027-01-01T00:00:00.000Z', now: at }))
    await storage.close()
    expect(await recoveredIn(open(file))).toBeNull()
  })

  it('may be longer than its mark, as after a power loss', async () => {
    const file = newFile()
    await record(file, 1)
    const mark = readFileSync(markFileOf(file))
    await record(file, 3, 1)
    writeFileSync(markFileOf(file), mark)
    expect(await recoveredIn(open(file))).toBeNull()
  })

  it('keeps its mark if one of its two slots is damaged', async () => {
    const file = newFile()
    await record(file, 2)
    const mark = readFileSync(markFileOf(file))
    for (const offset of [3, 4_099]) {
      const damaged = Buffer.from(mark)
      damaged[offset] = (damaged[offset] ?? 0) ^ 1
      writeFileSync(markFileOf(file), damaged)
      const storage = createStorage({ file, worker })
      expect(await recoveredIn(storage)).toBeNull()
      await storage.close()
    }
  })
})

describe('a history that is shorter than its mark', () => {
  it('is reported if the WAL of a killed app was deleted', async () => {
    const file = newFile()
    await record(file, 2)
    await recordAndKill(file, 3)
    rmSync(`${file}-wal`)
    const storage = open(file)
    expect(await recoveredIn(storage)).toMatchObject({ cause: 'shorter', missing: 3, gapFrom: at })
    // Nothing was damaged or restored.
    const [entry] = await value(storage.run('listAudit', { before: null, limit: 1 }))
    expect(entry?.action).toBe('findShortfall')
    expect(entry?.about).toMatch(/^at least 3 calls are missing; call lists, profiles/)
  })

  it('is reported with the calls that an earlier, unacknowledged loss took', async () => {
    const file = newFile()
    await record(file, 2)
    for (const lost of [2, 1]) {
      await recordAndKill(file, lost)
      rmSync(`${file}-wal`)
      await createStorage({ file, worker }).close()
    }
    expect(await recoveredIn(open(file))).toMatchObject({ cause: 'shorter', missing: 3, gapFrom: at })
  })

  it.each([0.1, 0.5, 0.9])('is reported if the WAL of a killed app was damaged at %d of its length', async (share) => {
    const file = newFile()
    await record(file, 2)
    await recordAndKill(file, 3)
    const log = readFileSync(`${file}-wal`)
    log.fill(0x5a, Math.floor(log.length * share), Math.floor(log.length * share) + 16)
    writeFileSync(`${file}-wal`, log)
    expect(await recoveredIn(open(file))).toMatchObject({ cause: 'shorter' })
  })

  it('is reported if the database was replaced by an older copy, with or without its WAL', async () => {
    for (const removesLog of [true, false]) {
      const file = newFile()
      await recordAndKill(file, 2)
      const copy = copyAside(file)
      await record(file, 3)
      copyFileSync(copy, file)
      if (!removesLog) copyFileSync(`${copy}-wal`, `${file}-wal`)
      expect(await recoveredIn(open(file))).toMatchObject({ cause: 'shorter' })
    }
  })

  it('is replaced by a backup that contains more', async () => {
    const file = newFile()
    await record(file, 1)
    const copy = copyAside(file)
    await record(file, 2, 1)
    const storage = createStorage({ file, worker })
    await value(storage.run('backUp', { now: at }))
    await storage.close()
    await record(file, 1, 3)
    copyFileSync(copy, file)
    const later = open(file)
    expect(await recoveredIn(later)).toMatchObject({ cause: 'damaged', missing: 1, gapFrom: at })
    expect((await value(later.run('listCalls', { search: '', after: null, limit: 9 }))).total).toBe(3)
  })

  it('is reported if the database was deleted, even without a backup', async () => {
    const file = newFile()
    await record(file, 2)
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    const storage = open(file)
    expect(await recoveredIn(storage)).toMatchObject({ cause: 'damaged', missing: 2, gapFrom: null })
    const [entry] = await value(storage.run('listAudit', { before: null, limit: 1 }))
    expect(entry?.about).toMatch(/^at least 2 calls are missing; .*call lists/)
  })

  it('is reported if only a later state of a call is missing', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    const call = aCall({ outcome: sending })
    await place(first, call)
    await first.close()
    const copy = copyAside(file)
    const second = createStorage({ file, worker })
    await settle(second, call.callId)
    await second.close()
    copyFileSync(copy, file)
    expect(await recoveredIn(open(file))).toMatchObject({ cause: 'shorter', missing: 0 })
  })

  it('is reported if another history replaced it, and if its mark is missing', async () => {
    const [file, other] = [newFile(), newFile()]
    await record(file, 2)
    await record(other, 5)
    copyFileSync(other, file)
    expect(await recoveredIn(open(file))).toMatchObject({ cause: 'shorter' })
    rmSync(markFileOf(other))
    expect(await recoveredIn(open(other))).toMatchObject({ cause: 'unverified', missing: null, gapFrom: null })
  })

  it('is reported only until the user acknowledges it; then the shorter history is the reference', async () => {
    const file = newFile()
    await record(file, 2)
    await recordAndKill(file, 3)
    rmSync(`${file}-wal`)
    const storage = createStorage({ file, worker })
    await value(storage.run('acknowledgeRecovery', {}))
    await placeSettled(storage, aCall({ outcome: sending }))
    await storage.close()
    expect(await recoveredIn(open(file))).toBeNull()
  })

  it('is reported while the app is running, before the next operation succeeds', async () => {
    const file = newFile()
    await record(file, 1)
    const copy = copyAside(file)
    const storage = open(file)
    await placeSettled(storage, aCall({ outcome: sending }))
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
    rmSync(file)
    copyFileSync(copy, file)
    copyFileSync(markFileOf(file), `${copy}.mark`)
    rmSync(markFileOf(file))
    const placement = {
      call: aCall({ outcome: sending }),
      initialContext: {},
      repeatSince: endOfTime,
      confirmedAfter: [],
    }
    expect(await storage.run('recordCall', placement)).toMatchObject({ failure: { reason: 'corrupt' } })
    expect(await recoveredIn(storage)).toMatchObject({ cause: 'shorter', missing: 1 })
  })
})

it('is a file that only its owner can read', async () => {
  const file = newFile()
  await record(file, 1)
  expect(statSync(markFileOf(file)).mode & 0o777).toBe(0o600)
})

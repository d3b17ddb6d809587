import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import { invalid } from '../../../../src/contract/failure.ts'
import type { List, ListRow, RowState } from '../../../../src/contract/list.ts'
import { listMessages, nativeMessages } from '../../../../src/messages/native.ts'
import { messages } from '../../../../src/messages/index.ts'
import { createSessionStore } from '../../../../src/main/vault/key-store.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { countLeftovers } from '../../../../src/renderer/lib/list-totals.ts'
import { connectService } from '../../../support/connect-service.ts'
import { openTestApp, startService } from '../../../support/test-app.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { goodNumbers, openListApp } from './open-list-app.ts'
import { valueOf } from '../../../support/value-of.ts'

const rowsOf = ({ counts }: List): number => Object.values(counts).reduce((sum, rows) => sum + rows, 0)
const isPaused = ({ state }: List): boolean => state === 'paused'
const isFinished = ({ state }: List): boolean => state === 'finished'
const faultNumber = (last: string): string => `+141555501${last}`

describe('a list', () => {
  it('calls every ready row once and finishes', async () => {
    const { operations, openNumbers, until, practice } = await openListApp()
    const list = await openNumbers(goodNumbers(8))
    expect(list.counts.ready).toBe(8)
    const running = await valueOf(operations.startList({ listId: list.listId, calls: 8 }))
    expect(running.state).toBe('running')
    const finished = await until(list.listId, ({ state }) => state !== 'running')
    expect([finished.state, finished.brake, finished.counts.reached]).toEqual(['finished', null, 8])
    expect(
      practice()
        .world.dials.map(({ phoneNumber }) => phoneNumber)
        .toSorted(),
    ).toEqual(goodNumbers(8))
  }, 30_000)

  it('starts only with the number of calls that the user saw, and not while another list of the profile is running', async () => {
    const { operations, openNumbers } = await openListApp()
    const one = await openNumbers([faultNumber('73'), ...goodNumbers(3)])
    const other = await openNumbers(goodNumbers(5).slice(3))
    const refused = await operations.startList({ listId: one.listId, calls: 3 })
    expect(refused).toMatchObject({ ok: false, failure: { issues: [{ code: 'listCount' }] } })
    await valueOf(operations.startList({ listId: one.listId, calls: 4 }))
    const busy = await operations.startList({ listId: other.listId, calls: 2 })
    expect(busy).toMatchObject({ ok: false, failure: { issues: [{ code: 'listBusy' }] } })
    const stopped = await valueOf(operations.stopList({ listId: one.listId }))
    expect([stopped.state, stopped.counts.ready, rowsOf(stopped)]).toEqual(['stopped', 0, 4])
  }, 30_000)

  it('is checked again when it is opened, after its numbers were called and after a setting changed', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const numbers = goodNumbers(2)
    const [one, { listId }] = [await openNumbers(numbers), await openNumbers([...numbers, faultNumber('73')])]
    await valueOf(operations.startList({ listId: one.listId, calls: 2 }))
    await until(one.listId, isFinished)
    expect((await valueOf(operations.recheckList({ listId }))).counts).toMatchObject({ ready: 1, held: 2 })
    await valueOf(operations.changeSettings({ ...defaultSettings, repeatMinutes: 0 }))
    expect((await valueOf(operations.recheckList({ listId }))).counts).toMatchObject({ ready: 3, held: 0 })
    expect((await valueOf(operations.recheckList({ listId: one.listId }))).state).toBe('finished')
  }, 30_000)

  it('is checked when it is opened if its last check failed', async () => {
    const { file, operations, openNumbers } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(2))
    const database = new DatabaseSync(file, { timeout: 10_000 })
    database.exec('UPDATE lists SET plan = plan + 1')
    database.close()
    expect((await valueOf(operations.getList({ listId }))).checked).toBe(false)
    expect((await valueOf(operations.recheckList({ listId }))).checked).toBe(true)
  }, 30_000)

  it('is checked again once before it resumes if its rows were not checked with the latest plan', async () => {
    const { file, operations, openText } = await openListApp()
    const [clash, unknown] = ['+12125550101', '+18005550199']
    const text = `Name\tPhone\tTime zone\nAnn\t${clash}\tAsia/Tokyo\nBob\t${unknown}\t`
    const { listId } = await openText(text, { hours: { from: '09:00', to: '12:00' } })
    const zone = 'America/New_York'
    const fix = {
      listId,
      code: 'noTimeZone',
      name: '',
      fix: 'chooseZone',
      zone,
      shown: { rows: 1, releasable: 0 },
    } as const
    expect((await valueOf(operations.fixFinding(fix))).counts).toMatchObject({ ready: 1, held: 1 })
    const database = new DatabaseSync(file, { timeout: 10_000 })
    database.exec(
      `UPDATE lists SET state = 'paused', started_at = created_at, plan = plan + 1;
       DELETE FROM list_findings;
       UPDATE list_rows SET state = 'ready', time_zones = '${zone}';`,
    )
    database.close()
    expect((await valueOf(operations.getList({ listId }))).counts).toMatchObject({ ready: 2, held: 0 })
    const refused = await operations.startList({ listId, calls: 2 })
    expect(refused).toMatchObject({ ok: false, failure: { issues: [{ code: 'listCount' }] } })
    expect((await valueOf(operations.getList({ listId }))).counts).toMatchObject({ ready: 1, held: 1 })
    // The list is checked now, so resuming it needs no other check.
    const again = new DatabaseSync(file, { timeout: 10_000 })
    again.exec("UPDATE list_rows SET state = 'ready' WHERE state = 'held'")
    again.close()
    expect((await valueOf(operations.startList({ listId, calls: 2 }))).state).toBe('running')
  }, 30_000)

  it('is checked again while it is paused if the check after a decision failed, and keeps what a person decided', async () => {
    const { operations, openText, practice, until } = await openListApp()
    const text = 'Name\tPhone\nAnn\t+12125550101\nBob\t2125550102\nCy\t2125550103\nDi\t+12125550104\nEd\t+12125550105'
    const { listId } = await openText(text, { maxCalls: 1, atOnce: 1 })
    await valueOf(operations.changeRow({ listId, row: 4, action: { kind: 'hold' } }))
    await valueOf(operations.startList({ listId, calls: 2 }))
    const paused = await until(listId, ({ state, counts }) => state === 'paused' && counts.reached === 1)
    expect([paused.counts.ready, paused.counts.held]).toEqual([1, 3])
    const agents = practice().world.agents.splice(0)
    const group = { listId, code: 'noCountryCode', name: '', shown: { rows: 2, releasable: 0 } } as const
    const fixed = await valueOf(operations.fixFinding({ ...group, fix: 'useCountry', country: 'US' }))
    expect([fixed.checked, fixed.counts.ready]).toEqual([false, 1])
    expect(await operations.recheckList({ listId })).toMatchObject({ ok: false })
    practice().world.agents.push(...agents)
    const checked = await valueOf(operations.recheckList({ listId }))
    expect(checked).toMatchObject({ state: 'paused', checked: true, counts: { ready: 3, held: 1, reached: 1 } })
    const resumed = await valueOf(operations.startList({ listId, calls: 3 }))
    expect(resumed.state).toBe('running')
  }, 30_000)

  it('is not checked again while it is running', async () => {
    const { file, operations, openNumbers } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(1))
    const database = new DatabaseSync(file, { timeout: 10_000 })
    database.exec("UPDATE lists SET state = 'running', plan = plan + 1")
    database.close()
    expect(await valueOf(operations.recheckList({ listId }))).toMatchObject({ state: 'running', checked: false })
  }, 30_000)

  it('is not checked again while it is paused if its rows were checked with the latest plan', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const numbers = goodNumbers(2)
    const { listId } = await openNumbers([faultNumber('73'), ...numbers], { maxCalls: 1, atOnce: 1 })
    const other = await openNumbers(numbers)
    await valueOf(operations.startList({ listId, calls: 3 }))
    await until(listId, isPaused)
    await valueOf(operations.startList({ listId: other.listId, calls: 2 }))
    await until(other.listId, isFinished)
    expect((await valueOf(operations.recheckList({ listId }))).counts).toMatchObject({ ready: 2, held: 0 })
  }, 30_000)

  it('finishes after it is checked again while it is paused, if no row is left to call', async () => {
    const { file, operations, openNumbers, until } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(2), { maxCalls: 1, atOnce: 1 })
    await valueOf(operations.startList({ listId, calls: 2 }))
    await until(listId, ({ state, counts }) => state === 'paused' && counts.reached === 1)
    const database = new DatabaseSync(file, { timeout: 10_000 })
    database.exec(
      "UPDATE lists SET plan = plan + 1, brake = NULL; UPDATE list_rows SET state = 'skipped', decision = 'leaveOut' WHERE state = 'ready'",
    )
    database.close()
    const { state, checked } = await valueOf(operations.recheckList({ listId }))
    expect([state, checked]).toEqual(['finished', true])
  }, 30_000)

  it('does not call a group anyway that has more rows than were shown, and says that it grew', async () => {
    const { operations, openText } = await openListApp()
    const { listId } = await openText('Name\tPhone\nAnn\t+12125550101\nBob\t+12125550101\nCy\t+12125550101')
    const decide = (rows: number) => {
      const shown = { rows, releasable: rows }
      return operations.fixFinding({ listId, code: 'duplicate', name: '', fix: 'callAnyway', shown })
    }
    expect(await decide(1)).toEqual(invalid(['code'], 'listGroup'))
    expect((await valueOf(operations.getList({ listId }))).counts).toMatchObject({ ready: 1, held: 2 })
    await valueOf(operations.startList({ listId, calls: 1 }))
    await valueOf(operations.stopList({ listId }))
    expect(await decide(1)).toEqual(invalid(['code'], 'listState'))
  }, 30_000)

  it('keeps its profile from being removed while it is running', async () => {
    const { operations, openNumbers, profileId } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(8), { atOnce: 1 })
    await valueOf(operations.startList({ listId, calls: 8 }))
    const refused = await operations.removeProfile({ profileId })
    expect(refused).toMatchObject({ ok: false, failure: { issues: [{ code: 'listRunning' }] } })
    await valueOf(operations.pauseList({ listId }))
    expect((await operations.removeProfile({ profileId })).ok).toBe(true)
  }, 30_000)

  it('pauses and refuses no row if its profile was removed while it was being started', async () => {
    let removal: Promise<unknown> | null = null
    const { operations, openNumbers, until, profileId } = await openListApp({
      wrapStorage: (storage) => ({
        ...storage,
        async run(name, input) {
          if (name === 'setListState') await (removal ??= operations.removeProfile({ profileId }))
          return storage.run(name, input)
        },
      }),
    })
    const { listId } = await openNumbers(goodNumbers(3))
    await valueOf(operations.startList({ listId, calls: 3 }))
    const over = await until(listId, (list) => isPaused(list) || isFinished(list))
    expect([over.state, over.brake?.reason, over.counts.ready]).toEqual(['paused', 'profileRemoved', 3])
  }, 30_000)

  it('holds the numbers that another list has called, also if they were called after the check', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const numbers = goodNumbers(3)
    const [one, other] = [await openNumbers(numbers), await openNumbers([...numbers, faultNumber('73')])]
    expect(other.counts.ready).toBe(4)
    await valueOf(operations.startList({ listId: one.listId, calls: 3 }))
    await until(one.listId, isFinished)
    const refused = await operations.startList({ listId: other.listId, calls: 4 })
    expect(refused).toMatchObject({ ok: false, failure: { issues: [{ code: 'listCount' }] } })
    const { counts } = await valueOf(operations.getList({ listId: other.listId }))
    expect([counts.ready, counts.held]).toEqual([1, 3])
    expect((await openNumbers(numbers)).counts).toMatchObject({ ready: 0, held: 3 })
  }, 30_000)

  it('sends no request after a pause, and resumes where it stopped', async () => {
    const { operations, openNumbers, until, practice } = await openListApp()
    const numbers = goodNumbers(20)
    const { listId } = await openNumbers(numbers, { atOnce: 2 })
    await valueOf(operations.startList({ listId, calls: 20 }))
    await until(listId, ({ counts }) => counts.ready <= 16)
    const paused = await valueOf(operations.pauseList({ listId }))
    const dialed = practice().world.dials.length
    await until(listId, ({ counts }) => counts.reached === 20 - paused.counts.ready)
    expect([paused.state, paused.brake, practice().world.dials.length]).toEqual(['paused', null, dialed])
    await valueOf(operations.startList({ listId, calls: paused.counts.ready }))
    await until(listId, isFinished)
    expect(
      practice()
        .world.dials.map(({ phoneNumber }) => phoneNumber)
        .toSorted(),
    ).toEqual(numbers)
  }, 60_000)

  it('stays stopped and calls no one if it is stopped while it is being resumed', async () => {
    const { operations, openNumbers, until, practice } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(4), { maxCalls: 1 })
    await valueOf(operations.startList({ listId, calls: 4 }))
    await until(listId, ({ state, counts }) => state === 'paused' && counts.reached === 1)
    const resumed = operations.startList({ listId, calls: 3 })
    expect((await valueOf(operations.stopList({ listId }))).counts).toMatchObject({ ready: 0, stopped: 3 })
    expect(await resumed).toMatchObject({ ok: false, failure: { issues: [{ code: 'listState' }] } })
    const { state, counts } = await valueOf(operations.getList({ listId }))
    expect([state, counts.stopped, practice().world.dials.length]).toEqual(['stopped', 3, 1])
  }, 30_000)

  it('pauses after the maximum number of calls', async () => {
    const { operations, openNumbers, until, practice } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(9), { maxCalls: 5 })
    await valueOf(operations.startList({ listId, calls: 9 }))
    // The list pauses as soon as its last call starts; the call is counted once it is recorded.
    const paused = await until(listId, (list) => isPaused(list) && list.counts.ready < 5)
    expect([paused.brake?.reason, paused.counts.ready]).toEqual(['maxCalls', 4])
    await expect.poll(() => practice().world.dials.length).toBe(5)
  }, 30_000)

  it('waits before a retry, and calls again only rows whose call provably reached no one', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const retry = { attempts: 1, gapMinutes: 5, perDay: 3, perWeek: 7 }
    const { listId } = await openNumbers([faultNumber('70'), faultNumber('74'), faultNumber('16')], { retry })
    await valueOf(operations.startList({ listId, calls: 3 }))
    const waiting = await until(
      listId,
      ({ counts }) => counts.voicemail === 1 && counts.rejected === 1 && counts.ready === 1,
    )
    expect([waiting.state, waiting.waiting.rows]).toEqual(['running', 1])
    const minutes = (Date.parse(waiting.waiting.until ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(4)
    expect(minutes).toBeLessThanOrEqual(5)
  }, 30_000)

  it('keeps the outcome of a call with a lost response unknown until the run is found, and calls no one twice', async () => {
    const { operations, openNumbers, until, practice } = await openListApp()
    const { listId } = await openNumbers([faultNumber('52'), ...goodNumbers(4)])
    await valueOf(operations.startList({ listId, calls: 5 }))
    const finished = await until(listId, ({ state, counts }) => state === 'finished' && counts.unknown === 0)
    expect([finished.counts.reached, practice().world.dials.length]).toEqual([5, 5])
  }, 60_000)

  it('announces the end of a call whose run is found while the list is paused', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const { listId } = await openNumbers([faultNumber('52'), ...goodNumbers(3)], { maxCalls: 1 })
    await valueOf(operations.startList({ listId, calls: 4 }))
    const paused = await until(listId, (list) => isPaused(list) && list.counts.reached === 1)
    expect([paused.state, paused.counts.ready]).toEqual(['paused', 3])
  }, 60_000)

  it('finishes if its last calls end while it is paused, and keeps a paused list with a held row', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(2), { maxCalls: 2 })
    await valueOf(operations.startList({ listId, calls: 2 }))
    const finished = await until(listId, isFinished)
    expect([finished.brake, finished.counts.reached]).toEqual([null, 2])
    const other = await openNumbers(goodNumbers(4).slice(2), { maxCalls: 1 })
    await valueOf(operations.startList({ listId: other.listId, calls: 2 }))
    const paused = await until(other.listId, ({ counts }) => counts.reached === 1)
    const page = { listId: other.listId, finding: null, search: '', order: 'file', from: 0, limit: 1 } as const
    const [last] = (await valueOf(operations.listRows({ ...page, states: ['ready'] }))).rows
    const change = { listId: other.listId, row: last?.row ?? 0 }
    await valueOf(operations.changeRow({ ...change, action: { kind: 'hold' } }))
    const held = await valueOf(operations.getList({ listId: other.listId }))
    expect([paused.state, held.state, held.counts.held]).toEqual(['paused', 'paused', 1])
    await valueOf(operations.changeRow({ ...change, action: { kind: 'leaveOut' } }))
    expect((await valueOf(operations.getList({ listId: other.listId }))).state).toBe('finished')
  }, 60_000)

  it('stays paused if its last row is refused by a new do-not-call entry, until it is stopped', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const numbers = goodNumbers(2)
    const { listId } = await openNumbers(numbers, { maxCalls: 1 })
    await valueOf(operations.startList({ listId, calls: 2 }))
    await until(listId, ({ state, counts }) => state === 'paused' && counts.reached === 1)
    const entry = { phoneNumber: numbers[1] ?? '', phoneNumberDisplay: '', practice: true, reason: 'asked' }
    await valueOf(operations.addDoNotCall(entry))
    const { state, counts } = await valueOf(operations.getList({ listId }))
    expect([state, counts.refused, counts.ready]).toEqual(['paused', 1, 0])
    const stopped = await valueOf(operations.stopList({ listId }))
    expect([stopped.state, stopped.counts.refused]).toEqual(['stopped', 1])
  }, 30_000)

  it('is announced and finishes while it is paused if its last row is erased', async () => {
    const changed: string[] = []
    const { operations, openNumbers } = await openListApp({
      parts: {
        announce: (name, data) => void (name === 'listsChanged' && 'listId' in data && changed.push(data.listId)),
      },
    })
    const numbers = goodNumbers(2)
    const { listId } = await openNumbers(numbers, { maxCalls: 1 })
    await valueOf(operations.startList({ listId, calls: 2 }))
    const read = () => valueOf(operations.getList({ listId }))
    await expect.poll(async () => (await read()).counts.reached).toBe(1)
    changed.length = 0
    await valueOf(operations.erasePerson({ phoneNumber: numbers[1] ?? '' }))
    const { state, counts } = await read()
    expect([state, counts.skipped, counts.ready, changed.includes(listId)]).toEqual(['finished', 1, 0, true])
  }, 30_000)

  it('goes on after the person of a call in progress is erased', async () => {
    const { operations, openNumbers, until, practice } = await openListApp()
    const numbers = goodNumbers(3)
    const { listId } = await openNumbers(numbers, { atOnce: 1 })
    practice().changeTimings({ talkMs: 600_000 })
    await valueOf(operations.startList({ listId, calls: 3 }))
    await until(listId, ({ counts }) => counts.accepted === 1)
    await valueOf(operations.erasePerson({ phoneNumber: numbers[0] ?? '' }))
    practice().changeTimings({ talkMs: 0 })
    const finished = await until(listId, isFinished)
    expect(finished.counts.reached).toBe(3)
  }, 30_000)

  it('leaves out an erased row after the next check, and never counts or copies it for another list', async () => {
    const { operations, openNumbers, savePlan } = await openListApp()
    const [number = ''] = goodNumbers(1)
    const { listId } = await openNumbers([number, faultNumber('73')])
    const result = await valueOf(operations.erasePerson({ phoneNumber: number }))
    expect(result).toMatchObject({ calls: 0, listRows: 1 })
    // Marketing calls need a consent, which no row has.
    const erased = await valueOf(operations.getList({ listId }))
    const list = await savePlan(erased, null, { type: 'marketing' })
    expect([list.counts.skipped, list.counts.held]).toEqual([1, 1])
    const page = { listId, finding: null, search: '', order: 'file', from: 0, limit: 1 } as const
    const [row] = (await valueOf(operations.listRows({ ...page, states: [] }))).rows
    if (row === undefined) throw new Error('The row is not there.')
    expect(listMessages.table.reason(row)).toBe(messages.common.numberErased)
    const groups = await valueOf(operations.listFindings({ listId }))
    expect(groups.map(({ code, rows }) => [code, rows])).toEqual([['noConsent', 1]])
    expect(countLeftovers(await valueOf(operations.countCopyableRows({ listId })))).toBe(1)
    const copy = (states: RowState[]) => operations.copyRows({ listId, states })
    expect(await copy(['skipped'])).toMatchObject({ failure: { issues: [{ code: 'listState' }] } })
    const copied = await valueOf(copy(['skipped', 'held']))
    expect([copied.counts.skipped, copied.counts.held]).toEqual([0, 1])
  }, 30_000)

  it('holds a number that was called recently, also after its person was erased', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const [number = '', other = ''] = goodNumbers(2)
    const first = await openNumbers([number])
    await valueOf(operations.startList({ listId: first.listId, calls: 1 }))
    await until(first.listId, isFinished)
    await valueOf(operations.erasePerson({ phoneNumber: number }))
    const list = await openNumbers([number, other])
    expect(list.counts).toMatchObject({ ready: 1, held: 1 })
    const groups = await valueOf(operations.listFindings({ listId: list.listId }))
    expect(groups.map(({ code, rows }) => [code, rows])).toEqual([['calledRecently', 1]])
  }, 30_000)

  it('holds a number that was called before a restart, also after its person was erased', async () => {
    const [number = '', other = ''] = goodNumbers(2)
    const earlier = await openListApp()
    const first = await earlier.openNumbers([number])
    await valueOf(earlier.operations.startList({ listId: first.listId, calls: 1 }))
    await earlier.until(first.listId, isFinished)
    await earlier.app.close()
    const { operations, openNumbers } = await openListApp({ file: earlier.file, profileId: earlier.profileId })
    await valueOf(operations.erasePerson({ phoneNumber: number }))
    const list = await openNumbers([number, other])
    const groups = await valueOf(operations.listFindings({ listId: list.listId }))
    expect(groups.map(({ code, rows }) => [code, rows])).toEqual([['calledRecently', 1]])
  }, 30_000)

  it('does not copy rows after its profile was removed', async () => {
    const { operations, openNumbers, profileId } = await openListApp()
    const { listId } = await openNumbers(goodNumbers(1))
    await valueOf(operations.removeProfile({ profileId }))
    expect(await operations.copyRows({ listId, states: ['ready'] })).toEqual(invalid(['profileId'], 'profile'))
    expect((await valueOf(operations.listLists({}))).map((list) => list.listId)).toEqual([listId])
  })

  it('is copied, fixed and saved even if the check that follows fails', async () => {
    let isFull = false
    const full = { ok: false, failure: { kind: 'storage', reason: 'full' } } as const
    const { file, operations, openText, practice, savePlan } = await openListApp({
      wrapStorage: (storage) => ({
        ...storage,
        run: (name, input) => (isFull && name === 'updateOpenings' ? Promise.resolve(full) : storage.run(name, input)),
      }),
    })
    const list = await openText('Name\tPhone\nAnn\t+12125550101\nBob\t+12125550101')
    const { listId } = list
    const database = new DatabaseSync(file, { timeout: 10_000 })
    database.exec('UPDATE lists SET plan = plan + 1')
    database.close()
    const agents = practice().world.agents.splice(0)
    const copy = await valueOf(operations.copyRows({ listId, states: ['ready', 'held'] }))
    expect([copy.checked, rowsOf(copy)]).toEqual([false, 2])
    const shown = { rows: 1, releasable: 1 }
    const fixed = await valueOf(
      operations.fixFinding({ listId, code: 'duplicate', name: '', fix: 'callAnyway', shown }),
    )
    expect([fixed.checked, fixed.counts.ready]).toEqual([false, 2])
    practice().world.agents.push(...agents)
    isFull = true
    const saved = await savePlan(list, list.targets, { atOnce: 7 })
    expect([saved.checked, saved.options.atOnce]).toEqual([false, 7])
  }, 30_000)

  it('pauses if the clock is changed', async () => {
    let moved = 0
    const { operations, openNumbers, until } = await openListApp({ parts: { clock: () => Date.now() + moved } })
    const { listId } = await openNumbers(goodNumbers(6), { atOnce: 1 })
    await valueOf(operations.startList({ listId, calls: 6 }))
    await until(listId, ({ counts }) => counts.ready < 6)
    moved = 10 * 60_000
    const paused = await until(listId, isPaused)
    expect(paused.brake?.reason).toBe('clockChanged')
  }, 30_000)

  it('pauses if the clock is changed in several small steps', async () => {
    let moved = 0
    const { operations, openNumbers, until } = await openListApp({ parts: { clock: () => Date.now() + moved } })
    const { listId } = await openNumbers(goodNumbers(30), { atOnce: 1 })
    await valueOf(operations.startList({ listId, calls: 30 }))
    for (const ready of [29, 27]) {
      await until(listId, ({ counts }) => counts.ready <= ready)
      moved += 70_000
    }
    const paused = await until(listId, isPaused)
    expect([paused.brake?.reason, paused.counts.ready > 0]).toEqual(['clockChanged', true])
  }, 30_000)

  it('pauses if a call can’t be recorded, and calls the same rows later', async () => {
    let isFull = true
    const { operations, openNumbers, until, practice } = await openListApp({
      wrapStorage: (storage) => ({
        ...storage,
        run: (name, input) =>
          isFull && name === 'recordCall'
            ? Promise.resolve({ ok: false, failure: { kind: 'storage', reason: 'full' } })
            : storage.run(name, input),
      }),
    })
    const { listId } = await openNumbers(goodNumbers(3))
    await valueOf(operations.startList({ listId, calls: 3 }))
    const paused = await until(listId, isPaused)
    expect([paused.brake?.reason, paused.counts.ready]).toEqual(['diskRefused', 3])
    isFull = false
    await valueOf(operations.startList({ listId, calls: 3 }))
    await until(listId, isFinished)
    expect(practice().world.dials).toHaveLength(3)
  }, 60_000)

  it('shows what changed when the agent was published again, and resumes only after that', async () => {
    const { operations, openNumbers, savePlan, until, practice, agentUuid } = await openListApp()
    const { listId } = await openNumbers([...goodNumbers(8)], { atOnce: 1 })
    const agent = practice().world.agents.find(({ uuid }) => uuid === agentUuid)
    const published = agent?.versions.at(-1)
    if (agent === undefined || published === undefined) throw new Error('The agent has no version.')
    const publishAgain = (more: number): void => {
      const next = {
        ...published,
        id: 900 + more,
        versionNumber: published.versionNumber + more,
        publishedAt: Date.now(),
      }
      Object.assign(agent, { versions: [...agent.versions.map((one) => ({ ...one, status: 'archived' })), next] })
    }
    // The first start uses only the version that was shown with the draft, which stays a draft.
    const shown = await valueOf(operations.getList({ listId }))
    publishAgain(1)
    expect(await operations.startList({ listId, calls: 8 })).toEqual(invalid(['agentUuid'], 'listAgentChanged'))
    const draft = await valueOf(operations.getList({ listId }))
    expect([draft.state, draft.startedAt, draft.brake, draft.checked]).toEqual(['draft', null, null, true])
    expect(draft.agent?.version).not.toBe(shown.agent?.version)
    await valueOf(operations.startList({ listId, calls: 8 }))
    await until(listId, ({ counts }) => counts.ready < 8)
    const paused = await valueOf(operations.pauseList({ listId }))
    const calls = paused.counts.ready
    // Saving the plan is no agreement to another version. A version that is published after the user has reviewed the
    // change is also shown before it is used.
    for (const [from, to] of [
      ['2', '3'],
      ['3', '4'],
    ] as const) {
      publishAgain(Number(from))
      await savePlan(await valueOf(operations.getList({ listId })), null, { atOnce: 1 })
      const changed = await valueOf(operations.startList({ listId, calls }))
      expect([changed.state, changed.brake?.reason]).toEqual(['paused', 'agentChanged'])
      const part = { opening: false, fields: false }
      expect(changed.brake?.detail).toBe(nativeMessages.list.agentChange({ from, to, ...part }))
    }
    await valueOf(operations.startList({ listId, calls }))
    await until(listId, isFinished)
    expect(practice().world.dials).toHaveLength(8)
  }, 60_000)
})

describe('the forecast', () => {
  it('estimates the end of a draft with ready rows', async () => {
    const { operations, openNumbers } = await openListApp()
    const { listId } = await openNumbers(['+12125550101', 'n/a'], { atOnce: 1 })
    const [asked, forecast] = [Date.now(), await valueOf(operations.forecastList({ listId }))]
    // The usual length of a practice call, because the agent has no calls.
    expect(forecast?.callSeconds).toBe(5)
    // A whole minute, and not before the end of the call.
    expect(Date.parse(forecast?.endsAt ?? '') % 60_000).toBe(0)
    expect(Date.parse(forecast?.endsAt ?? '')).toBeGreaterThanOrEqual(asked + 5_000)
    expect([forecast?.atOnce, forecast?.pausesAfter]).toEqual([1, null])
    const held = await openNumbers(['n/a'])
    expect(await valueOf(operations.forecastList({ listId: held.listId }))).toBeNull()
  })
})

describe('the forecast of a list that calls less than its pace', () => {
  it('uses the slots that the service has and the list leaves to others, and shows that the list pauses first', async () => {
    const { operations, openNumbers } = await openListApp()
    // The practice service has ten slots.
    const { listId } = await openNumbers(goodNumbers(60), { atOnce: 50, freeSlots: 9, maxCalls: 59 })
    const [asked, forecast] = [Date.now(), await valueOf(operations.forecastList({ listId }))]
    expect([forecast?.atOnce, forecast?.pausesAfter]).toEqual([1, 59])
    expect(Date.parse(forecast?.endsAt ?? '') - asked).toBeGreaterThanOrEqual(60 * 5_000)
  })
})

describe('the forecast of a running list whose call the service refused because of too many', () => {
  it('has its present limit, and the time of the next call', async () => {
    const { operations, openNumbers } = await openListApp()
    const { listId } = await openNumbers([faultNumber('22'), ...goodNumbers(3)], { atOnce: 5 })
    await valueOf(operations.startList({ listId, calls: 4 }))
    const forecast = () => valueOf(operations.forecastList({ listId }))
    await expect.poll(async () => (await forecast())?.resumesAt ?? null).not.toBeNull()
    expect((await forecast())?.atOnce).toBe(1)
    await valueOf(operations.pauseList({ listId }))
    // After Resume, the list starts again with the limit that the service reports.
    expect(await forecast()).toMatchObject({ atOnce: 5, resumesAt: null })
  }, 30_000)
})

describe('a brake', () => {
  it.each([
    ['10', 'keyRefused'],
    ['11', 'keyRefused'],
    ['12', 'agentArchived'],
    ['13', 'agentArchived'],
    ['14', 'agentArchived'],
    ['15', 'agentArchived'],
    ['19', 'configurationNotReady'],
    ['20', 'configurationNotReady'],
    ['21', 'configurationNotReady'],
    ['26', 'configurationNotReady'],
    ['30', 'noCredit'],
    ['32', 'noCredit'],
  ])(
    'to the number …01%s pauses the list after one request and uses up no row: %s',
    async (last, reason) => {
      const { operations, openNumbers, until, practice } = await openListApp()
      const { listId } = await openNumbers([faultNumber(last), ...goodNumbers(4)])
      await valueOf(operations.startList({ listId, calls: 5 }))
      const paused = await until(listId, (list) => isPaused(list) && list.counts.ready === 5)
      expect(paused.brake?.reason).toBe(reason)
      expect(paused.brake?.detail).not.toBe('')
      expect(practice().world.dials).toEqual([])
      const { rows } = await valueOf(
        operations.listRows({ listId, states: [], finding: null, search: '', order: 'file', from: 0, limit: 5 }),
      )
      expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready', 'ready'])
    },
    30_000,
  )

  it('pauses the list when another request of its profile is rejected because of the key', async () => {
    const { operations, openNumbers, until, practice, profileId } = await openListApp()
    const { listId } = await openNumbers([faultNumber('73'), ...goodNumbers(2)], { atOnce: 1 })
    await valueOf(operations.startList({ listId, calls: 3 }))
    // The call uses the only slot and never ends, so the list sends no request of its own.
    await until(listId, ({ counts }) => counts.ready === 2 && counts.queued + counts.sending === 0)
    const own = practice()
    const other = await valueOf(operations.addProfile({ kind: 'practice', name: 'Other', color: 'teal' }))
    const rejectKey = async (of: ReturnType<typeof practice>, id: string): Promise<void> => {
      for (const key of of.world.keys) key.archivedAt = Date.now()
      expect(await operations.listAgents({ profileId: id })).toMatchObject({ failure: { kind: 'unauthorized' } })
    }
    await valueOf(operations.listAgents({ profileId: other.profile.id }))
    await rejectKey(practice(), other.profile.id)
    await valueOf(operations.getList({ listId }))
    expect(await valueOf(operations.getList({ listId }))).toMatchObject({ state: 'running' })
    await rejectKey(own, profileId)
    const paused = await until(listId, isPaused)
    expect([paused.brake?.reason, paused.counts.ready]).toEqual(['keyRefused', 2])
  }, 30_000)

  it('pauses the list when another request of its profile can’t read the key', async () => {
    const file = join(temporaryFolder(), 'data', 'rundesk.db')
    const stored = createSessionStore()
    let [isLocked, ahead] = [false, 0]
    const keychain = {
      ...stored,
      get: (account: string) => (isLocked ? Promise.reject(new Error('There is no keychain.')) : stored.get(account)),
    }
    const { origin, key, service } = await startService()
    const first = openTestApp({ file, vault: createMemoryVault(keychain) })
    const { id: profileId } = await connectService(first.operations, { origin, key })
    await first.app.close()
    // Afternoon in New York and morning in San Francisco, within the list's calling hours.
    const startedAt = Date.parse('2026-07-08T18:00:00Z') - performance.now()
    const monotonic = (): number => performance.now() + ahead
    const parts = { clock: () => startedAt + monotonic(), monotonic }
    const vault = createMemoryVault(keychain)
    const { operations, openNumbers, until } = await openListApp({ file, profileId, vault, parts })
    const { listId } = await openNumbers([faultNumber('73'), ...goodNumbers(2)], { atOnce: 1 })
    await valueOf(operations.startList({ listId, calls: 3 }))
    // The call uses the only slot and never ends, so the list reads no key of its own.
    await until(listId, ({ counts }) => counts.ready === 2 && counts.queued + counts.sending === 0)
    isLocked = true
    // Main caches a key for 60 s.
    ahead = 60_001
    expect(await operations.listAgents({ profileId })).toMatchObject({ failure: { kind: 'keychain' } })
    const paused = await until(listId, isPaused)
    expect([paused.brake?.reason, paused.counts.ready, service.world.dials.length]).toEqual(['keyUnreadable', 2, 1])
  }, 30_000)

  it('makes the list wait if the service is busy, and the row is called later', async () => {
    const { operations, openNumbers, until } = await openListApp()
    const { listId } = await openNumbers([faultNumber('22')])
    await valueOf(operations.startList({ listId, calls: 1 }))
    const refused = await until(listId, ({ counts }) => counts.rejected === 1 || counts.sending === 1)
    const again = await until(listId, ({ counts }) => counts.ready === 1)
    expect([refused.state, again.state, again.brake]).toEqual(['running', 'running', null])
  }, 30_000)
})

describe('an interrupted list', () => {
  it('waits for the user after a restart, and calls the remaining rows', async () => {
    const file = join(temporaryFolder(), 'data', 'rundesk.db')
    const first = await openListApp({ file })
    const { listId } = await first.openNumbers(goodNumbers(6), { atOnce: 1 })
    await valueOf(first.operations.startList({ listId, calls: 6 }))
    await first.until(listId, ({ counts }) => counts.reached === 2)
    await first.app.shutdown.end()
    const called = first.practice().world.dials.map(({ phoneNumber }) => phoneNumber)
    await first.app.close()
    const second = await openListApp({ file, profileId: first.profileId })
    const interrupted = await valueOf(second.operations.getList({ listId }))
    expect([interrupted.state, interrupted.brake?.reason, rowsOf(interrupted)]).toEqual(['paused', 'restarted', 6])
    expect(interrupted.counts.ready).toBe(6 - called.length)
    let reads = 0
    const announced = second.until(listId, () => (reads += 1) > 1)
    const refused = await second.operations.startList({ listId, calls: 6 })
    expect(refused).toMatchObject({ ok: false, failure: { issues: [{ code: 'listCount' }] } })
    await announced
    await valueOf(second.operations.startList({ listId, calls: interrupted.counts.ready }))
    await second.until(listId, ({ state, counts }) => state === 'finished' || counts.ready === 0)
    const dialed = second.practice().world.dials.map(({ phoneNumber }) => phoneNumber)
    expect([...called, ...dialed].toSorted()).toEqual(goodNumbers(6))
  }, 60_000)
})

describe('a list that was paused during its last call', () => {
  it('finishes when the call is resolved after a restart', async () => {
    const file = join(temporaryFolder(), 'data', 'rundesk.db')
    const first = await openListApp({ file })
    const { listId } = await first.openNumbers([faultNumber('53')], { atOnce: 1 })
    await valueOf(first.operations.startList({ listId, calls: 1 }))
    await first.until(listId, ({ counts }) => counts.ready === 0)
    await valueOf(first.operations.pauseList({ listId }))
    await first.app.shutdown.end()
    await first.app.close()
    const second = await openListApp({ file, profileId: first.profileId })
    const { counts } = await valueOf(second.operations.getList({ listId }))
    const page = { listId, finding: null, search: '', order: 'file', from: 0, limit: 1 } as const
    const [row] = (await valueOf(second.operations.listRows({ ...page, states: [] }))).rows
    await valueOf(second.operations.resolveCall({ callId: row?.callId ?? '', decision: 'placed', note: 'Asked.' }))
    const finished = await second.until(listId, ({ state }) => state !== 'paused')
    expect([counts.unknown, finished.state, finished.counts.resolvedPlaced]).toEqual([1, 'finished', 1])
  }, 60_000)

  /** Calls the first of these numbers, and opens the app again with the list paused and not checked with its plan. */
  const openUnchecked = async (numbers: readonly string[], alsoSet = '') => {
    const file = join(temporaryFolder(), 'data', 'rundesk.db')
    const first = await openListApp({ file })
    const { listId } = await first.openNumbers(numbers)
    await valueOf(first.operations.startList({ listId, calls: 1 }))
    await first.until(listId, isFinished)
    await first.app.shutdown.end()
    await first.app.close()
    const database = new DatabaseSync(file, { timeout: 10_000 })
    database.exec(`UPDATE lists SET state = 'paused', plan = plan + 1 ${alsoSet}`)
    database.close()
    return { listId, ...(await openListApp({ file, profileId: first.profileId })) }
  }

  it('finishes at the next start after its rows were checked with the latest plan', async () => {
    const { listId, until } = await openUnchecked([...goodNumbers(1), '12'])
    expect((await until(listId, ({ checked }) => checked)).counts).toMatchObject({ reached: 1, refused: 1 })
    expect((await until(listId, isFinished)).counts).toMatchObject({ reached: 1, refused: 1 })
  }, 30_000)

  it('finishes at the next start although the service has no such agent, if every row was called', async () => {
    const unknownAgent = `, agent = json_set(agent, '$.agentUuid', '00000000-0000-4000-8000-000000000000')`
    const { listId, operations } = await openUnchecked(goodNumbers(1), unknownAgent)
    const { state, checked, counts } = await valueOf(operations.getList({ listId }))
    expect([state, checked, counts.reached]).toEqual(['finished', false, 1])
  }, 30_000)

  it('finishes at the next start if that could not be written', async () => {
    const file = join(temporaryFolder(), 'data', 'rundesk.db')
    const first = await openListApp({
      file,
      wrapStorage: (storage) => ({
        ...storage,
        run: (name, input) =>
          typeof input === 'object' && 'to' in input && input.to === 'finished'
            ? Promise.resolve({ ok: false, failure: { kind: 'storage', reason: 'full' } })
            : storage.run(name, input),
      }),
    })
    const { listId } = await first.openNumbers(goodNumbers(2))
    await valueOf(first.operations.startList({ listId, calls: 2 }))
    await first.until(listId, (list) => isPaused(list) && list.counts.reached === 2)
    await first.app.shutdown.end()
    await first.app.close()
    const second = await openListApp({ file, profileId: first.profileId })
    expect((await valueOf(second.operations.getList({ listId }))).state).toBe('finished')
  }, 30_000)
})

describe('the practice list', () => {
  it('shows every kind of problem, pauses once for missing credit, and adds up to 150 rows', async () => {
    const { operations, profileId, savePlan, until } = await openListApp()
    const opened = await valueOf(operations.openPracticeList({ profileId }))
    const list = await savePlan(opened, null, { atOnce: 10 })
    const findings = await valueOf(operations.listFindings({ listId: list.listId }))
    const found = new Set(findings.map(({ code }) => code))
    for (const code of [
      'noCountryCode',
      'damagedNumber',
      'duplicate',
      'invalidNumber',
      'emergencyNumber',
      'shortNumber',
    ])
      expect([...found]).toContain(code)
    const { listId } = list
    expect(rowsOf(list)).toBe(150)
    await valueOf(operations.startList({ listId, calls: list.counts.ready }))
    const paused = await until(listId, (one) => isPaused(one) && one.counts.sending === 0)
    expect(paused.brake?.reason).toBe('noCredit')
    // The row of the refused call becomes ready again a moment later.
    const resume = async () => {
      const { counts } = await valueOf(operations.getList({ listId }))
      return (await operations.startList({ listId, calls: counts.ready })).ok
    }
    await expect.poll(resume).toBe(true)
    const finished = await until(listId, isFinished)
    expect([rowsOf(finished), finished.counts.ready, finished.counts.busy]).toEqual([150, 0, 1])
    const proposals = await valueOf(operations.listDoNotCallProposals({ listId }))
    expect(proposals.map(({ phoneNumber }) => phoneNumber)).toEqual([faultNumber('77')])
  }, 90_000)
})

describe('the report', () => {
  it('contains the original columns and the outcome of each row, with masked numbers', async () => {
    const file = join(temporaryFolder(), 'report.csv')
    const names: string[] = []
    const chooseFile = ({ name }: { name: string }) => {
      names.push(name)
      return Promise.resolve(file)
    }
    const { operations, openNumbers, until } = await openListApp({ parts: { chooseFile } })
    const { listId } = await openNumbers(['+12125550101', 'n/a', faultNumber('16'), ''])
    await valueOf(operations.startList({ listId, calls: 2 }))
    await until(listId, isFinished)
    const saved = await valueOf(operations.saveListReport({ listId, showNumbers: false }))
    expect(saved).toEqual({ fileName: 'report.csv', rows: 4 })
    const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n')
    const columns =
      'row,outcome,call_placed,run_id,reason,decision,decided_by,decided_at,run_despite_decision,attempts,called_at,changed_at,list_note,disposition,tags'
    expect(lines[0]?.startsWith(`\ufeffName,Phone,${columns}`)).toBe(true)
    expect(lines[1]).toMatch(/^Person 0,…101,1,reached,yes,\d+,,,,,,1,2/)
    expect(lines[2]).toMatch(/^Person 1,,2,refused,no,,invalid number,,,,,0,,/)
    expect(lines[3]).toMatch(/^Person 2,…116,3,[a-z ]+,no,,/)
    const findings: ListRow['findings'] = [{ code: 'invalidNumber', name: '' }]
    const row = {
      state: 'refused',
      findings,
      phoneNumber: null,
      phoneNumberDisplay: '',
      cells: [],
      heldManually: false,
    } as const
    const reason = listMessages.table.reason(row)
    expect(lines[4]?.startsWith(`Person 3,,4,refused,no,,${reason},`)).toBe(true)
    expect(lines[2]).not.toContain(reason)
    const listName = nativeMessages.list.pastedName.replaceAll(/\W+/g, '-')
    expect(names[0]).toMatch(new RegExp(String.raw`^rundesk-${listName}-\d{4}-\d\d-\d\d\.csv$`))
    await valueOf(operations.saveListReport({ listId, showNumbers: true }))
    expect(readFileSync(file, 'utf8')).toContain("Person 0,'+12125550101,1,")
  }, 60_000)
})

import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import type { DoNotCall } from '../../../src/contract/person.ts'
import { createDoNotCallImport } from '../../../src/main/storage/do-not-call-imports.ts'
import { openListDatabase } from '../../../src/main/storage/lists/list-database.ts'
import { accepted, aCall } from '../../support/a-call.ts'
import { at, newFile, open, place, placeSettled, settle, value } from './open-storage.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

const number = '+14155550188'
const entry: DoNotCall & { phoneNumber: string } = {
  entryId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611',
  phoneNumber: number,
  phoneNumberDisplay: '+1 415 555 0188',
  practice: false,
  reason: 'asked us to stop',
  addedAt: at,
  addedBy: 'ana',
}

const add = async (
  storage: ReturnType<typeof open>,
  change: { practice?: boolean; entryId?: string; reason?: string } = {},
) => (await value(storage.run('addDoNotCall', { entry: { ...entry, ...change } }))).entry

it('requires a confirmation before a call to a do-not-call number in any format, even after a restart', async () => {
  const file = newFile()
  const storage = open(file)
  await add(storage)
  await storage.close()
  const again = open(file)
  for (const phoneNumber of [number, '(415) 555-0188', 'tel:+1-415-555-0188', 'sip:14155550188@pbx.example'])
    expect(await place(again, aCall({ phoneNumber }))).toMatchObject({ placed: 'doNotCall', entry })
  expect(await place(again, aCall({ phoneNumber: '+14155550189' }))).toMatchObject({ placed: 'now' })
  expect(await place(again, aCall({ phoneNumber: number, practice: true }))).toMatchObject({ placed: 'now' })
})

it('places the call once the user has confirmed this entry', async () => {
  const storage = open(newFile())
  const { entryId } = await add(storage)
  const call = aCall({ phoneNumber: number })
  const request = { call, initialContext: {}, repeatSince: endOfTime }
  expect(await value(storage.run('recordCall', { ...request, confirmedAfter: ['other'] }))).toMatchObject({
    placed: 'doNotCall',
  })
  expect(await value(storage.run('recordCall', { ...request, confirmedAfter: [entryId] }))).toMatchObject({
    placed: 'now',
  })
})

it('keeps the reason of an entry, its date and who added it if the number is added again without a reason', async () => {
  const storage = open(newFile())
  await add(storage)
  const again = { ...entry, entryId: randomUUID(), reason: '', addedAt: '2026-11-22T09:15:00.000Z', addedBy: 'ben' }
  expect(await value(storage.run('addDoNotCall', { entry: again }))).toMatchObject({ entry })
  expect(await value(storage.run('listDoNotCall', {}))).toEqual([entry])
})

it('keeps one entry per number, and requires no confirmation after the entry is removed', async () => {
  const storage = open(newFile())
  const first = await add(storage)
  const second = await add(storage, { entryId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612', reason: 'moved' })
  expect(second.entryId).toBe(first.entryId)
  expect(await value(storage.run('listDoNotCall', {}))).toEqual([{ ...entry, reason: 'moved' }])
  expect(await value(storage.run('removeDoNotCall', { entryId: first.entryId }))).toBe(true)
  expect(await place(storage, aCall({ phoneNumber: number }))).toMatchObject({ placed: 'now' })
})

it('keeps one reminder per call until it is removed, and lists the earliest first', async () => {
  const storage = open(newFile())
  const [one, other] = [aCall({ phoneNumber: number }), aCall({ phoneNumber: '+14155550177' })]
  await placeSettled(storage, one)
  await placeSettled(storage, other)
  const set = (reminderId: string, callId: string, dueAt: string) =>
    value(storage.run('setReminder', { reminderId, callId, dueAt, createdAt: at }))
  await set('3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b601', one.callId, '2026-11-21T10:30:00.000Z')
  await set('3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b602', other.callId, '2026-11-21T10:00:00.000Z')
  await set('3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b603', one.callId, '2026-11-21T09:45:00.000Z')
  const list = async () =>
    (await value(storage.run('listReminders', {}))).map(({ call, dueAt }) => [call.callId, dueAt])
  expect(await list()).toEqual([
    [one.callId, '2026-11-21T09:45:00.000Z'],
    [other.callId, '2026-11-21T10:00:00.000Z'],
  ])
  const [first] = await value(storage.run('listReminders', {}))
  expect(await value(storage.run('removeReminder', { reminderId: first?.reminderId ?? '' }))).toBe(true)
  expect(await list()).toHaveLength(1)
  expect(await set('3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b604', aCall().callId, at)).toBeNull()
})

it('removes the reminders of a number that is added to the do-not-call list, in any format, and no others', async () => {
  const storage = open(newFile())
  const [same, otherFormat, other, practice] = [
    aCall({ phoneNumber: number }),
    aCall({ phoneNumber: 'tel:+1-415-555-0188' }),
    aCall({ phoneNumber: '+14155550189' }),
    aCall({ phoneNumber: number, practice: true }),
  ]
  const over: CallState = { ...accepted, end: { kind: 'noAnswer', disposition: null, durationSeconds: null } }
  for (const call of [same, otherFormat, other, practice]) {
    await placeSettled(storage, call, over)
    await value(storage.run('setReminder', { reminderId: randomUUID(), callId: call.callId, dueAt: at, createdAt: at }))
  }
  await add(storage)
  const left = (await value(storage.run('listReminders', {}))).map(({ call }) => call.callId)
  expect(left.toSorted()).toEqual([other.callId, practice.callId].toSorted())
})

it('removes a reminder once a call to its number that was prepared after it is known to be placed', async () => {
  const storage = open(newFile())
  const over: CallState = { ...accepted, end: { kind: 'busy', disposition: null, durationSeconds: null } }
  const first = aCall({ phoneNumber: number })
  const other = aCall({ phoneNumber: '+14155550189' })
  const practice = aCall({ phoneNumber: number, practice: true })
  const [before, later] = ['2026-11-21T09:20:00.000Z', '2026-11-21T09:30:00.000Z']
  const remind = (callId: string, createdAt: string) =>
    value(storage.run('setReminder', { reminderId: randomUUID(), callId, dueAt: later, createdAt }))
  for (const call of [first, other, practice]) {
    await placeSettled(storage, call, over)
    await remind(call.callId, before)
  }
  const reminded = async () => (await value(storage.run('listReminders', {}))).map(({ call }) => call.callId).toSorted()
  const all = [first.callId, other.callId, practice.callId].toSorted()
  const rejected: CallState = { state: 'rejected', status: 402, detail: '', issues: [] }
  await placeSettled(storage, aCall({ phoneNumber: number, preparedAt: later }), rejected)
  expect(await reminded()).toEqual(all)

  const unknown: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
  const again = aCall({ phoneNumber: 'tel:+1-415-555-0188', preparedAt: later })
  await placeSettled(storage, again, unknown)
  // The reminder of the call itself is for the call after it.
  await remind(again.callId, before)
  expect(await reminded()).toEqual([...all, again.callId].toSorted())
  await value(storage.run('moveCall', { callId: again.callId, from: ['unknown'], outcome: over, at: later }))
  expect(await reminded()).toEqual([other.callId, practice.callId, again.callId].toSorted())
})

it('keeps a reminder that was set after the call that is found to be placed', async () => {
  const storage = open(newFile())
  const over: CallState = { ...accepted, end: { kind: 'busy', disposition: null, durationSeconds: null } }
  const first = aCall({ phoneNumber: number })
  await placeSettled(storage, first, over)
  const again = aCall({ phoneNumber: number })
  await placeSettled(storage, again, { state: 'unknown', cause: 'cut', status: null, detail: '' })
  const reminder = { reminderId: randomUUID(), callId: first.callId, dueAt: at, createdAt: at }
  await value(storage.run('setReminder', reminder))
  await value(storage.run('moveCall', { callId: again.callId, from: ['unknown'], outcome: over, at }))
  expect(await value(storage.run('listReminders', {}))).toHaveLength(1)
})

it('erases the reminder and the do-not-call entry along with the person’s other data', async () => {
  const file = newFile()
  const storage = open(file)
  const call = aCall({ phoneNumber: number })
  await placeSettled(storage, call)
  const { reminderId } = entryReminder
  await value(storage.run('setReminder', { reminderId, callId: call.callId, dueAt: at, createdAt: at }))
  await add(storage)
  await value(storage.run('erasePerson', { phoneNumber: number, now: at }))
  expect(await value(storage.run('listReminders', {}))).toEqual([])
  expect(await value(storage.run('listDoNotCall', {}))).toEqual([])
  expect(
    await value(storage.run('setReminder', { reminderId, callId: call.callId, dueAt: at, createdAt: at })),
  ).toBeNull()
})

const entryReminder = { reminderId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b609' }

it('keeps the entry of an erased person as a keyed hash on request, and still requires a confirmation', async () => {
  const file = newFile()
  const storage = open(file)
  const call = aCall({ phoneNumber: number })
  await place(storage, call)
  await settle(storage, call.callId, accepted)
  await add(storage)
  await value(storage.run('erasePerson', { phoneNumber: number, keepDoNotCall: true, now: at }))
  const [kept] = await value(storage.run('listDoNotCall', {}))
  expect(kept).toMatchObject({ phoneNumber: null, phoneNumberDisplay: '', reason: '', addedAt: at })
  expect(await place(storage, aCall({ phoneNumber: '(415) 555-0188' }))).toMatchObject({ placed: 'doNotCall' })
  expect(await place(storage, aCall({ phoneNumber: '+14155550187' }))).toMatchObject({ placed: 'now' })
  await storage.close()
  const database = new DatabaseSync(file, { readOnly: true })
  expect(JSON.stringify(database.prepare('SELECT * FROM do_not_call').all())).not.toMatch(/5550188|555.0188/)
  database.close()
})

/** Adds a number, erases it and keeps it as a hash; returns what a call to another number needs. */
const eraseKept = async (storage: ReturnType<typeof open>, phoneNumber: string) => {
  await value(storage.run('addDoNotCall', { entry: { ...entry, phoneNumber } }))
  await value(storage.run('erasePerson', { phoneNumber, keepDoNotCall: true, now: at }))
  return async (other: string) =>
    (await value(storage.run('findDoNotCall', { phoneNumber: other, practice: false, at }))) !== null
}

it('finds an erased number in any format, and no other complete number with the same last seven digits', async () => {
  const isListed = await eraseKept(open(newFile()), '+41555550101')
  for (const format of ['+41 55 555 01 01', '+41 (0)55 555 01 01', '055 555 01 01', '0041555550101', '9,555550101'])
    expect([format, await isListed(format)]).toEqual([format, true])
  expect(await isListed('+64 9 555 0101')).toBe(false)
  const isEndpointListed = await eraseKept(open(newFile()), 'sip:alice@acme.example')
  expect(await isEndpointListed('sip:alice@acme.example;transport=udp')).toBe(true)
  expect(await isEndpointListed('alice')).toBe(true)
  expect(await isEndpointListed('sip:alice@other.example')).toBe(false)
})

/** Changes the kept hashes to those of an earlier version. */
const keepOnlyTailHash = (file: string): void => {
  const database = new DatabaseSync(file)
  database.exec(`UPDATE do_not_call SET number_hash = substr(number_hash, 1, instr(number_hash, ' ') - 1)`)
  database.close()
}

it('finds an erased number of which an earlier version kept only the hash of its end, and keeps its entry', async () => {
  const file = newFile()
  const storage = open(file)
  const isListed = await eraseKept(storage, number)
  keepOnlyTailHash(file)
  expect(await isListed(number)).toBe(true)
  const { entry: added } = await value(
    storage.run('addDoNotCall', { entry: { ...entry, entryId: randomUUID(), phoneNumber: '+6495550188' } }),
  )
  expect(added.entryId).not.toBe(entry.entryId)
  expect(await isListed(number)).toBe(true)
})

it('replaces the entry of an erased number that is added again', async () => {
  const storage = open(newFile())
  await eraseKept(storage, number)
  expect(await add(storage, { entryId: randomUUID() })).toEqual(entry)
  expect(await value(storage.run('listDoNotCall', {}))).toEqual([entry])
})

it.each(['added', 'imported'])(
  'keeps one entry if an earlier version kept the erased number: %s again',
  async (how) => {
    const { file, storage, write } = await openImport()
    await eraseKept(storage, number)
    keepOnlyTailHash(file)
    if (how === 'added') await add(storage, { entryId: randomUUID() })
    else {
      write.begin({ ...entry, importId: entry.entryId, source: 'FTC', fileName: null, expiresAt: null })
      write.append(entry.entryId, [number])
      write.finish(entry.entryId)
    }
    // An entry of the other kind doesn't cover the number.
    await add(storage, { entryId: randomUUID(), practice: true })
    await value(storage.run('erasePerson', { phoneNumber: number, keepDoNotCall: true, now: at }))
    const kept = await value(storage.run('listDoNotCall', {}))
    const real = kept.filter(({ practice }) => !practice)
    expect([real.length, kept.length]).toEqual([1, 2])
    await value(storage.run('removeDoNotCall', { entryId: real[0]?.entryId ?? '' }))
    expect(await place(storage, aCall({ phoneNumber: number }))).toMatchObject({ placed: 'now' })
  },
)

it('erases nothing of a number with a country code if the erased number has none', async () => {
  const storage = open(newFile())
  const call = aCall({ phoneNumber: number })
  await placeSettled(storage, call)
  await add(storage)
  const erased = await value(storage.run('erasePerson', { phoneNumber: number.slice(2), keepDoNotCall: true, now: at }))
  expect(erased).toMatchObject({ callIds: [] })
  expect(await value(storage.run('listDoNotCall', {}))).toEqual([entry])
})

/** Opens a storage, and a connection that imports do-not-call files into it. */
const openImport = async () => {
  const file = newFile()
  const storage = open(file)
  // Creates the database.
  await value(storage.run('listDoNotCall', {}))
  const database = openListDatabase(file)
  onTestFinished(() => database.close())
  const write = createDoNotCallImport(database)
  return { file, storage, write }
}

it.each([
  ['keeps it on request', null, true, 'doNotCall'],
  ['removes it otherwise', null, false, 'now'],
  ['does not block it again after the file has expired', '2026-11-20T00:00:00.000Z', true, 'now'],
] as const)('erases a number of an imported file: %s', async (_what, expiresAt, keepDoNotCall, placed) => {
  const { storage, write } = await openImport()
  const about = { practice: false, source: 'FTC', fileName: null, addedAt: '2026-11-19T00:00:00.000Z', addedBy: 'ana' }
  write.begin({ ...about, importId: entry.entryId, expiresAt })
  write.append(entry.entryId, [number])
  write.finish(entry.entryId)
  await value(storage.run('erasePerson', { phoneNumber: number, keepDoNotCall, now: at }))
  expect(await value(storage.run('listDoNotCallImports', {}))).toMatchObject([{ numbers: 0 }])
  expect(await place(storage, aCall({ phoneNumber: number }))).toMatchObject({ placed })
})

it('keeps an imported number with a country code if the erased number has none', async () => {
  const { storage, write } = await openImport()
  write.begin({ ...entry, importId: entry.entryId, source: 'FTC', fileName: null, expiresAt: null })
  write.append(entry.entryId, [number])
  write.finish(entry.entryId)
  await value(storage.run('erasePerson', { phoneNumber: number.slice(2), now: at }))
  expect(await value(storage.run('listDoNotCallImports', {}))).toMatchObject([{ numbers: 1 }])
})

it.each([
  ['2026-11-26T00:00:00.000Z', '2026-12-31T00:00:00.000Z', '2026-12-31T00:00:00.000Z'],
  ['2026-12-31T00:00:00.000Z', '2026-11-26T00:00:00.000Z', '2026-12-31T00:00:00.000Z'],
  ['2026-11-26T00:00:00.000Z', null, null],
])('names the file that applies longest: %s and %s', async (first, second, longest) => {
  const { storage, write } = await openImport()
  for (const expiresAt of [first, second]) {
    const importId = randomUUID()
    write.begin({ ...entry, importId, source: 'FTC', fileName: null, expiresAt })
    write.append(importId, [number])
    write.finish(importId)
  }
  expect(await place(storage, aCall({ phoneNumber: number }))).toMatchObject({ entry: { importExpiresAt: longest } })
  const added = { ...entry, phoneNumber: number, entryId: randomUUID() }
  await value(storage.run('addDoNotCall', { entry: added }))
  expect(await place(storage, aCall({ phoneNumber: number }))).toMatchObject({ entry: { reason: added.reason } })
})

it('keeps one entry for an erased number that is in several files', async () => {
  const { storage, write } = await openImport()
  for (const importId of [entry.entryId, '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b613']) {
    write.begin({ ...entry, importId, source: 'FTC', fileName: null, expiresAt: null })
    write.append(importId, [number])
    write.finish(importId)
  }
  expect(await place(storage, aCall({ phoneNumber: number }))).toMatchObject({
    entry: { reason: 'FTC', importExpiresAt: null },
  })
  await value(storage.run('erasePerson', { phoneNumber: number, keepDoNotCall: true, now: at }))
  const kept = await value(storage.run('listDoNotCall', {}))
  // The source tells it apart from other erased numbers.
  expect(kept).toMatchObject([{ phoneNumber: null, reason: 'FTC', addedAt: entry.addedAt }])
  const again = { ...entry, entryId: randomUUID(), reason: '', addedAt: '2026-11-22T09:15:00.000Z', addedBy: 'ben' }
  const added = await value(storage.run('addDoNotCall', { entry: again }))
  expect(added.entry).toEqual({ ...again, entryId: kept[0]?.entryId })
  await value(storage.run('removeDoNotCall', { entryId: kept[0]?.entryId ?? '' }))
  expect(await place(storage, aCall({ phoneNumber: number }))).toMatchObject({ placed: 'now' })
})

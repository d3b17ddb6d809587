import fc from 'fast-check'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type Call, type CallState, callStateSchema } from '../../../src/contract/call.ts'
import type { Issue } from '../../../src/contract/failure.ts'
import { rowDigest, stateDigest } from '../../../src/main/storage/row-digests.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { at, newFile, open, place, settle, value, worker } from './open-storage.ts'

/** Strings as services and people send them: with lone surrogates, NUL, control characters and emoji. */
const text = fc.string({ unit: 'binary', maxLength: 20 })
const anyText = fc.oneof(text, fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udc00y', '\u202Eabc', ' ', ''))
const optionalText = fc.option(anyText)
/** Times as `Date` writes them, including before year 0 and beyond year 9999, and other strings. */
const anyTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('+010000-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', 'Fri, 01 Jan 10000', ''),
)
const anyNumber = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER))

const anyOutcome: fc.Arbitrary<CallState> = fc.oneof(
  fc.record({
    state: fc.constant('accepted' as const),
    workflowRunId: anyNumber,
    workflowRunName: anyText,
    status: anyText,
    reconciled: fc.boolean(),
    progress: fc.constantFrom('started' as const, 'dialing' as const, 'orphaned' as const),
  }),
  fc.record({
    state: fc.constant('rejected' as const),
    status: anyNumber,
    detail: anyText,
    issues: fc.constant<Issue[]>([]),
  }),
  fc.record({
    state: fc.constant('failedAtProvider' as const),
    status: fc.option(anyNumber),
    detail: anyText,
    doubt: fc.boolean(),
    workflowRunId: fc.option(anyNumber),
  }),
  fc.record({
    state: fc.constant('unknown' as const),
    cause: fc.constantFrom('cut' as const, 'timedOut' as const),
    status: fc.option(anyNumber),
    detail: anyText,
  }),
  fc.record({ state: fc.constant('notFound' as const), since: anyTime }),
)

type Step = { call: Partial<Call>; outcome: CallState; endedAt: string; serverDate: string | null; at: string }

const anyStep: fc.Arbitrary<Step> = fc.record({
  call: fc.record({
    profileName: anyText,
    agentName: optionalText,
    phoneNumber: fc.oneof(fc.constant('+14155550101'), anyText),
    phoneNumberDisplay: anyText,
    telephonyConfigurationName: optionalText,
    fromPhoneNumberText: optionalText,
    referenceName: optionalText,
    preparedAt: anyTime,
    changedAt: anyTime,
  }),
  outcome: anyOutcome,
  endedAt: anyTime,
  serverDate: fc.option(anyTime),
  at: anyTime,
})

/** Node.js and the test runtime read NUL and lone surrogates differently, so neither is ever stored. */
const isStorable = (call: Call): boolean =>
  [call.profileName, call.agentName ?? '', call.phoneNumber, call.phoneNumberDisplay].every(
    (one) => one.isWellFormed() && !one.includes('\0'),
  )

it('reads back every call as it was reported to be written, whatever its values', async () => {
  const storage = open(newFile())
  await fc.assert(
    fc.asyncProperty(anyStep, async ({ call: change, outcome, ...times }) => {
      const call = aCall({ ...change, outcome: { state: 'sending', since: at } })
      const { call: recorded } = (await place(storage, call)) as { call: Call }
      const { callId } = call
      expect((await value(storage.run('getCall', { callId })))?.call).toEqual(recorded)
      const moved = await value(storage.run('moveCall', { callId, from: ['sending'], outcome, ...times }))
      const found = await value(storage.run('getCall', { callId }))
      expect(found?.call).toEqual(moved)
      expect(found?.events.map((event) => event.state)).toEqual(['queued', 'sending', outcome.state])
      expect(found?.call.outcome.state).toBe(outcome.state)
      expect(isStorable(recorded)).toBe(true)
      // The next call must not be blocked because this one has locked its number.
      await value(storage.run('moveCall', { callId, from: [outcome.state], outcome: { state: 'cancelled' }, at }))
    }),
    { numRuns: 150 },
  )
  expect(await value(storage.run('verifyHistory', { now: at }))).toMatchObject({ intact: true })
  expect((await value(storage.run('storageHealth', {}))).recovered).toBeNull()
})

it('keeps a valid outcome unchanged', async () => {
  const storage = open(newFile())
  let calls = 0
  await fc.assert(
    fc.asyncProperty(anyOutcome, async (outcome) => {
      fc.pre(callStateSchema.safeParse(outcome).success)
      const phoneNumber = `+1415555${String((calls += 1)).padStart(4, '0')}`
      const call = aCall({ phoneNumber, outcome: { state: 'sending', since: at } })
      await place(storage, call)
      expect((await settle(storage, call.callId, outcome))?.outcome).toEqual(callStateSchema.parse(outcome))
    }),
    { numRuns: 50 },
  )
})

describe('a row with an unreadable value', () => {
  const write = (file: string, callId: string, change: string, isWritten: boolean): void => {
    const database = new DatabaseSync(file)
    database.exec(`UPDATE calls SET ${change}`)
    const row = database.prepare('SELECT * FROM calls WHERE call_id = ?').get(callId) ?? {}
    if (isWritten)
      database.prepare('UPDATE calls SET row_digest = ?, state_digest = ?').run(rowDigest(row), stateDigest(row))
    database.close()
  }

  const changes = [
    `server_date = '+010000-01-01T00:00:00.000Z'`,
    `ended_at = 'soon'`,
    `prepared_at = ''`,
    `redial_of = 'none'`,
    `profile_color = 'mauve'`,
  ]

  it.each(changes)('keeps its lock and is counted when the app wrote %s', async (change) => {
    const file = newFile()
    const first = createStorage({ file, worker })
    const call = aCall({ outcome: { state: 'sending', since: at } })
    await place(first, call)
    await first.close()
    write(file, call.callId, change, true)
    const storage = open(file)
    const again = aCall({ phoneNumber: call.phoneNumber, outcome: call.outcome })
    expect(await place(storage, again)).toMatchObject({ placed: 'locked', earlier: { callId: call.callId } })
    expect(await value(storage.run('unresolvedCalls', {}))).toHaveLength(1)
    expect((await value(storage.run('listCalls', { search: '', after: null, limit: 5 }))).calls).toHaveLength(1)
    expect(await value(storage.run('verifyHistory', { now: at }))).toMatchObject({ intact: true, incomplete: 1 })
    expect((await value(storage.run('storageHealth', {}))).recovered).toBeNull()
  })

  it('is reported as damage if its digest does not match', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    const call = aCall({ outcome: { state: 'sending', since: at } })
    await place(first, call)
    await first.close()
    write(file, call.callId, `server_date = 'soon'`, false)
    expect((await value(open(file).run('storageHealth', {}))).recovered).toMatchObject({ cause: 'unverified' })
  })
})

it('returns for the look-up the unresolved calls, and those that a person resolved recently and whose run is not known', async () => {
  const storage = open(newFile())
  const decided = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
  const add = async (digit: number, outcome: CallState | null): Promise<string> => {
    const call = aCall({ phoneNumber: `+1415555010${digit}`, outcome: { state: 'sending', since: at } })
    await place(storage, call)
    if (outcome !== null) await settle(storage, call.callId, outcome, at)
    return call.callId
  }
  const expected = [await add(1, null), await add(2, decided)]
  await add(3, { ...decided, runIds: [7] })
  await add(4, { ...decided, noRunAt: at })
  await add(5, { state: 'notFound', since: at })
  const idsSince = async (since: string) =>
    (await value(storage.run('callsToLookUp', { since }))).map(({ callId }) => callId)
  expect(await idsSince(at)).toEqual(expected)
  expect(await idsSince(new Date(Date.parse(at) + 1).toISOString())).toEqual(expected.slice(0, 1))
})

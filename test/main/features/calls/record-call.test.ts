import { expect, it } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import { listRowPath } from '../../../../src/domain/lists/brake.ts'
import { createCallRecorder } from '../../../../src/main/features/calls/record-call.ts'
import { accepted, aDraft } from '../../../support/a-call.ts'
import { acme } from '../../../support/fake-api/data.ts'
import { settle, value } from '../../storage/open-storage.ts'
import {
  agentUuid,
  aRow,
  callRow,
  checkedList,
  everyRow,
  now,
  openLists,
  profileId,
  readRows,
  repeatMinutes,
  start,
} from '../../storage/lists/open-lists.ts'

const phoneNumber = aRow(1).phoneNumber ?? ''
const ended: CallState = { ...accepted, end: { kind: 'ended', disposition: null, durationSeconds: null } }

/** Records the second row's call, some minutes after a call to its number was accepted. */
const recordLater = async (minutes: number, endFound: CallState | null) => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1), aRow(2, { phoneNumber })])
  const { storage } = lists
  const duplicate = { listId, code: 'duplicate', name: '' } as const
  await value(storage.run('applyFix', { ...duplicate, fix: 'callAnyway', value: '', shown: everyRow, now }))
  await start(lists, listId)
  await callRow(lists, listId, 1)
  const [first] = await readRows(lists, listId)
  const [due] = await value(storage.run('takeDueRows', { listId, now, limit: 1 }))
  await settle(storage, first?.callId ?? '')
  const lookedUp: string[] = []
  const recorder = createCallRecorder({
    storage,
    repeatMinutes: () => repeatMinutes,
    inFlight: { callTo: () => undefined },
    hasGap: () => false,
    countriesFor: () => [],
    async lookUpEnd({ callId }: Call) {
      lookedUp.push(callId)
      const step = { callId, from: ['accepted' as const], at: new Date(now).toISOString() }
      if (endFound !== null) await value(storage.run('moveCall', { ...step, outcome: endFound }))
    },
    auditOfListed: () => {
      throw new Error('No call was confirmed.')
    },
    clock: () => now + minutes * 60_000,
    monotonic: () => 0,
    after: () => () => undefined,
    createUuid: () => '',
    isClosing: () => false,
  })
  const draft = aDraft({
    callId: due?.callId ?? '',
    profileId,
    agentUuid,
    phoneNumber,
    initialContext: due?.context ?? {},
  })
  const row = { listId, row: 2, onMayHaveLeft: () => {}, onAnswer: () => {} }
  const recorded = await recorder.recordCall(draft, { ...acme, id: profileId }, '', () => {}, row)
  return { recorded, lookedUp, earlierId: first?.callId }
}

it.each<[number, CallState | null, object]>([
  [24, null, { failure: { issues: [{ path: [listRowPath], words: 'inProgress' }] } }],
  [24, ended, { ok: true }],
  [26, null, { ok: true }],
])(
  'looks up once the end of a call of %i minutes ago (found: %j) before the released row is called',
  async (minutes, endFound, expected) => {
    const { recorded, lookedUp, earlierId } = await recordLater(minutes, endFound)
    expect(recorded).toMatchObject(expected)
    expect(lookedUp).toEqual([earlierId])
  },
)

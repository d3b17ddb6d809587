import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import { fail } from '../../../src/contract/failure.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { nothingOutside } from '../../../src/main/links/outside.ts'
import type { Notice } from '../../../src/main/notices/notice.ts'
import { createNotices } from '../../../src/main/notices/notices.ts'
import { aCall } from '../../support/a-call.ts'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'

const open = (notifications = true) => {
  const told: Notice[] = []
  const settings = { known: () => ({ ...defaultSettings, notifications }) }
  return { told, notices: createNotices({ settings, notify: (notice) => void told.push(notice) }) }
}

const at = '2026-11-21T10:00:00.000Z'
const quiet: CallState[] = [
  { state: 'queued' },
  { state: 'sending', since: at },
  {
    state: 'accepted',
    workflowRunId: 48213,
    workflowRunName: '',
    status: '',
    reconciled: true,
    progress: 'started',
  },
  { state: 'rejected', status: 422, detail: '', issues: [] },
  { state: 'notSent', cause: 'noHost' },
  { state: 'unknown', cause: 'cut', status: null, detail: '' },
  { state: 'closedByOperator', verdict: 'placed', who: 'ana', at, note: 'rang' },
  { state: 'cancelled' },
]

describe('a call that moved', () => {
  it.each(quiet)('says nothing of $state', (outcome) => {
    const { told, notices } = open()
    notices.callMoved(aCall({ outcome }))
    expect(told).toEqual([])
  })

  it.each<CallState>([
    { state: 'candidate', runIds: [48213] },
    { state: 'notFound', since: at },
  ])('tells of $state, with three digits of the number and no more', (outcome) => {
    const { told, notices } = open()
    const call = aCall({ outcome, phoneNumber: '+14155550123', phoneNumberDisplay: '+1 415 555 0123' })
    notices.callMoved(call)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ callId: call.callId, title: `Check the call to …123 (${call.profileName})` })
    expect(JSON.stringify({ ...told[0], callId: '' })).not.toMatch(/\d{4}|0123/)
  })

  it('is told to nobody who does not want it', () => {
    const { told, notices } = open(false)
    notices.callMoved(aCall({ outcome: { state: 'notFound', since: at } }))
    notices.storageChanged('full')
    expect(told).toEqual([])
  })
})

it('tells of a history that fails once, and anew after it worked', () => {
  const { told, notices } = open()
  notices.storageChanged('full')
  notices.storageChanged('unwritable')
  notices.historyFailed()
  expect(told).toHaveLength(1)
  notices.storageChanged(null)
  expect(told).toHaveLength(1)
  notices.storageChanged('full')
  expect(told).toHaveLength(2)
})

it('hears of a storage that fails through the desk, and of one that works again', async () => {
  const told: Notice[] = []
  let broken = false
  const { desk, ask } = openTestDesk({
    parts: { outside: { ...nothingOutside, notify: (notice) => void told.push(notice) } },
    wrapStorage: (storage) => ({
      ...storage,
      ask: (name, input) =>
        broken && name === 'listCalls'
          ? Promise.resolve(fail({ kind: 'storage', reason: 'full' }))
          : storage.ask(name, input),
    }),
  })
  await valueOf(desk.start())
  const list = () => ask.listCalls({ search: '', after: null, limit: 1 })
  await list()
  expect(told).toEqual([])
  for (broken of [true, true, false, true]) await list()
  expect(told.map(({ callId }) => callId)).toEqual([null, null])
})

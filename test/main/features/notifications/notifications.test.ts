import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { fail } from '../../../../src/contract/failure.ts'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import { noOsIntegration, type Notice } from '../../../../src/main/app/runtime.ts'
import { createNotifications } from '../../../../src/main/features/notifications/index.ts'
import { nativeMessages } from '../../../../src/messages/native.ts'
import { aCall } from '../../../support/a-call.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'

const open = (notifications = true) => {
  const reported: Notice[] = []
  const settings = { known: () => ({ ...defaultSettings, notifications }) }
  return { reported, notices: createNotifications({ settings, notify: (notice) => void reported.push(notice) }) }
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
  { state: 'closedByOperator', decision: 'placed', who: 'ana', at, note: 'rang' },
  { state: 'cancelled' },
]

describe('a call that changed', () => {
  it.each(quiet)('shows no notification for $state', (outcome) => {
    const { reported, notices } = open()
    notices.callMoved(aCall({ outcome }))
    expect(reported).toEqual([])
  })

  it.each<CallState>([
    { state: 'candidate', runIds: [48213] },
    { state: 'notFound', since: at },
  ])('shows a notification for $state with the last three digits of the number', (outcome) => {
    const { reported, notices } = open()
    const call = aCall({ outcome, phoneNumber: '+14155550123', phoneNumberDisplay: '+1 415 555 0123' })
    notices.callMoved(call)
    expect(reported).toHaveLength(1)
    expect(reported[0]).toMatchObject({
      callId: call.callId,
      title: nativeMessages.notification.call('123', call.profileName),
    })
    expect(JSON.stringify({ ...reported[0], callId: '' })).not.toMatch(/\d{4}|0123/)
  })

  it('shows none if notifications are turned off', () => {
    const { reported, notices } = open(false)
    notices.callMoved(aCall({ outcome: { state: 'notFound', since: at } }))
    notices.storageChanged('full')
    expect(reported).toEqual([])
  })
})

it('reports a failing history once, and again after it has recovered', () => {
  const { reported, notices } = open()
  notices.storageChanged('full')
  notices.storageChanged('unwritable')
  notices.historyFailed()
  expect(reported).toHaveLength(1)
  notices.storageChanged(null)
  expect(reported).toHaveLength(1)
  notices.storageChanged('full')
  expect(reported).toHaveLength(2)
})

it('detects a storage failure and a recovery through the app', async () => {
  const reported: Notice[] = []
  let broken = false
  const { app, operations } = openTestApp({
    parts: { osIntegration: { ...noOsIntegration, notify: (notice) => void reported.push(notice) } },
    wrapStorage: (storage) => ({
      ...storage,
      run: (name, input) =>
        broken && name === 'listCalls'
          ? Promise.resolve(fail({ kind: 'storage', reason: 'full' }))
          : storage.run(name, input),
    }),
  })
  await valueOf(app.start())
  const list = () => operations.listCalls({ search: '', after: null, limit: 1 })
  await list()
  expect(reported).toEqual([])
  for (broken of [true, true, false, true]) await list()
  expect(reported.map(({ callId }) => callId)).toEqual([null, null])
})

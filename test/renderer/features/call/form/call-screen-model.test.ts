import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import { fail, invalid, succeed } from '../../../../../src/contract/failure.ts'
import { keysDelay } from '../../../../../src/renderer/features/call/context/context-keys.ts'
import { maxAge } from '../../../../../src/renderer/lib/query.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'
import { acme, fakeCallerIds, fakeConfigurations } from '../../../../support/fake-api/data.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = async () => {
  const fake = createFakeApi({ profiles: [acme] })
  const listTelephonyConfigurations = vi.fn<Api['listTelephonyConfigurations']>(fake.listTelephonyConfigurations)
  const listCallerIds = vi.fn<Api['listCallerIds']>(fake.listCallerIds)
  const screen = await openCallScreen({}, { listTelephonyConfigurations, listCallerIds })
  screen.chooseAgent()
  await screen.typeNumber('+14155550123')
  return { ...screen, listTelephonyConfigurations, listCallerIds }
}

it('reads configurations and caller IDs again when the user edits the form, and a call can start before they are read', async () => {
  const { call, readiness, listTelephonyConfigurations, listCallerIds } = await open()
  expect(readiness()).toMatchObject({ draft: { telephonyConfigurationId: 11, fromPhoneNumberId: 21 } })
  listTelephonyConfigurations.mockResolvedValue(succeed(fakeConfigurations))
  listCallerIds.mockResolvedValue(
    succeed(fakeCallerIds.map((one) => (one.id === 21 ? { ...one, isActive: false } : one))),
  )
  await vi.advanceTimersByTimeAsync(maxAge)
  call.form.typeContext('{ "customer_name": "Ada" }')
  expect(readiness()).toMatchObject({ ready: true, draft: { fromPhoneNumberId: 21 } })
  await afterParsing()
  expect(readiness()).toMatchObject({ ready: true, draft: { fromPhoneNumberId: 22 } })
})

it('starts no call with a context that contains an API key', async () => {
  const checkContext: Api['checkContext'] = async ({ initialContext }) =>
    JSON.stringify(initialContext).includes('dgr_') ? invalid(['initialContext', 'notes'], 'containsKey') : succeed({})
  const { call, chooseAgent, typeNumber, readiness } = await openCallScreen({}, { checkContext })
  chooseAgent()
  await typeNumber('+14155550123')
  call.form.typeContext('{ "notes": "dgr_" }')
  await vi.advanceTimersByTimeAsync(keysDelay)
  expect(readiness()).toEqual({ ready: false, missing: [{ what: 'context' }] })
  call.form.typeContext('{ "notes": "" }')
  await vi.advanceTimersByTimeAsync(keysDelay)
  expect(readiness()).toMatchObject({ ready: true })
})

it('reads configurations and caller IDs at most once a minute, and never while no one uses the form', async () => {
  const { call, listTelephonyConfigurations, listCallerIds } = await open()
  await vi.advanceTimersByTimeAsync(10 * maxAge)
  const counts = () => [listTelephonyConfigurations, listCallerIds].map(({ mock }) => mock.calls.length)
  expect(counts()).toEqual([1, 1])
  call.refreshOld()
  await vi.advanceTimersByTimeAsync(maxAge - 1)
  call.refreshOld()
  expect(counts()).toEqual([2, 2])
})

it('does not wait for caller IDs that could not be loaded while they are loaded again', async () => {
  const { call, readiness, preflight, listCallerIds } = await open()
  const failure = fail({ kind: 'unavailable', cause: 'timedOut' } as const)
  const reload = Promise.withResolvers<typeof failure>()
  listCallerIds.mockResolvedValueOnce(failure).mockReturnValueOnce(reload.promise)
  call.form.chooseRoute({ configurationId: 12 })
  const configuration12 = call.callerIdsOf(12)
  await configuration12.load()
  const withoutList = { ready: true, draft: { telephonyConfigurationId: 12, fromPhoneNumberId: null } }
  const failedCheck = { check: 'callerId', state: 'failed' }
  expect([readiness(), preflight()]).toMatchObject([withoutList, expect.arrayContaining([failedCheck])])
  await vi.advanceTimersByTimeAsync(maxAge)
  call.refreshOld()
  expect(configuration12.store.getState().step).toBe('loading')
  expect([readiness(), preflight()]).toMatchObject([withoutList, expect.arrayContaining([failedCheck])])
  reload.resolve(failure)
})

it('reads configurations and caller IDs again after the service refused to list them once', async () => {
  const { call, listTelephonyConfigurations, listCallerIds } = await open()
  const refused = fail({ kind: 'forbidden', detail: '' } as const)
  listTelephonyConfigurations.mockResolvedValueOnce(refused)
  listCallerIds.mockResolvedValueOnce(refused)
  for (const reads of [2, 3]) {
    await vi.advanceTimersByTimeAsync(maxAge)
    call.refreshOld()
    await vi.advanceTimersByTimeAsync(maxAge - 1)
    call.refreshOld()
    expect(listTelephonyConfigurations).toHaveBeenCalledTimes(reads)
    expect(listCallerIds).toHaveBeenCalledTimes(reads)
    await vi.advanceTimersByTimeAsync(0)
  }
})

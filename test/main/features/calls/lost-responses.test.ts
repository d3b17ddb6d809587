import { describe, expect, it } from 'vitest'
import type { CallDraft } from '../../../../src/contract/call.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { anId } from '../../../support/a-call.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'
import { openCallingApp, type CallingApp, fasterTime } from './open-calling-app.ts'
import { waitFor } from '../../../support/wait-for.ts'

const lastRunOf = ({ service }: CallingApp): number | undefined => service.world.runs.at(-1)?.id

const becomes = async (app: CallingApp, callId: string, state: string): Promise<void> =>
  waitFor(async () => expect((await app.recordOf({ callId })).outcome.state).toBe(state))

describe('a response that is lost after the run was created', () => {
  it.each([
    ['the connection closes', '+14155550152'],
    ['the body breaks off', '+14155550156'],
    ['it is not JSON', '+14155550157'],
    ['it never arrives', '+14155550160'],
    ['it comes from a proxy', '+14155550162'],
  ])(
    'because %s makes the call’s outcome unknown, and then accepted with the correct run',
    async (_why, phoneNumber) => {
      const app = await openCallingApp({ dialMilliseconds: 600 })
      await app.call()
      const { draft } = await app.call({ phoneNumber })
      await becomes(app, draft.callId, 'accepted')
      expect((await app.recordOf(draft)).outcome).toMatchObject({
        workflowRunId: lastRunOf(app),
        reconciled: true,
        progress: 'started',
      })
      expect(app.service.world.dials.filter((dial) => dial.phoneNumber === phoneNumber).length).toBe(1)
      const { events } = await valueOf(app.operations.getCall({ callId: draft.callId }))
      // The run may have been found before the connection ended, which is another event of a call in flight.
      expect([...new Set(events.map(({ state }) => state))]).toEqual(['queued', 'sending', 'unknown', 'accepted'])
    },
  )

  it('leads to a candidate if the profile sends no reference', async () => {
    const app = await openCallingApp()
    const label = { profileId: app.profileId, name: 'Acme', color: 'blue' } as const
    await valueOf(app.operations.updateProfile({ ...label, referenceName: null }))
    const { draft } = await app.call({ phoneNumber: '+14155550152' })
    expect(app.service.world.runs.at(-1)?.initialContext.has('rundesk_call_id')).toBe(false)
    await becomes(app, draft.callId, 'candidate')
    expect((await app.recordOf(draft)).outcome).toMatchObject({ runIds: [lastRunOf(app)] })
  })

  it('leads to the run even if other runs break the list pages', async () => {
    const app = await openCallingApp()
    await app.breakLists()
    const { draft } = await app.call({ phoneNumber: '+14155550152' })
    const made = lastRunOf(app)
    await app.breakLists()
    await becomes(app, draft.callId, 'accepted')
    expect((await app.recordOf(draft)).outcome).toMatchObject({ workflowRunId: made })
  })

  it.each(['crm_reference', 'dgr_policy_holder_first_name'])(
    'leads to the run under the reference name %s',
    async (referenceName) => {
      const app = await openCallingApp()
      const label = { profileId: app.profileId, name: 'Acme', color: 'blue' } as const
      await valueOf(app.operations.updateProfile({ ...label, referenceName }))
      const { draft } = await app.call({ phoneNumber: '+14155550152' })
      await becomes(app, draft.callId, 'accepted')
      expect((await app.recordOf(draft)).outcome).toMatchObject({ workflowRunId: lastRunOf(app) })
    },
  )

  it('because the app quit is reconciled after a restart, without another request', async () => {
    const vault = createMemoryVault()
    const first = await openCallingApp({ dialMilliseconds: 60_000, vault })
    const draft = first.draft({ phoneNumber: '+14155550160' })
    await valueOf(first.operations.triggerCall(draft))
    await waitFor(() => expect(lastRunOf(first)).toBeDefined())
    await first.app.close()
    const second = openTestApp({ file: first.file, vault, parts: fasterTime })
    await valueOf(second.app.start())
    const outcomes = async () =>
      (await valueOf(second.operations.getCall({ callId: draft.callId }))).events.map(({ outcome }) => outcome)
    const found = { state: 'accepted', workflowRunId: lastRunOf(first), reconciled: true }
    await waitFor(async () => expect((await outcomes()).at(-1)).toMatchObject(found))
    expect((await outcomes()).at(-2)).toMatchObject({ state: 'unknown', cause: 'interrupted' })
    expect(first.service.world.dials.length).toBe(1)
  })
})

describe('a response that is lost before a run was created', () => {
  it.each([
    ['the connection is cut', '+14155550153'],
    ['nothing ever arrives', '+14155550161'],
    ['the service breaks', '+14155550123'],
  ])('because %s ends as not found, and the number is free again', async (_why, phoneNumber) => {
    const app = await openCallingApp({ dialMilliseconds: 600 })
    const { draft } = await app.call({ phoneNumber })
    expect((await app.recordOf(draft)).outcome.state).toBe('unknown')
    const again = () => app.operations.triggerCall(app.draft({ phoneNumber }))
    expect(await again()).toMatchObject({ failure: { kind: 'numberLocked', call: { callId: draft.callId } } })
    await becomes(app, draft.callId, 'notFound')
    expect((await again()).ok).toBe(true)
    expect(app.service.world.dials).toEqual([])
  })
})

it('stays unknown while an unreadable run from the same time may be its run', async () => {
  const app = await openCallingApp()
  await app.breakLists()
  await app.call()
  const { draft } = await app.call({ phoneNumber: '+14155550153' })
  await app.breakLists()
  expect(app.service.world.runs.map(({ breaks }) => breaks.lists)).toEqual([true, false, true])
  // Two complete readings would prove that there is no run; wait for longer than that.
  const checks = new Set<string | null | undefined>()
  await waitFor(async () => {
    const jobs = await valueOf(app.operations.listReconciliationJobs({}))
    checks.add(jobs.find(({ callId }) => callId === draft.callId)?.lastAttemptAt)
    expect(checks.size).toBeGreaterThan(5)
  })
  expect((await app.recordOf(draft)).outcome.state).toBe('unknown')
})

describe('a doubtful response', () => {
  it.each(['+14155550136', '+14155550138'])(
    'from %s leads to the created run, whose later reports are awaited',
    async (phoneNumber) => {
      const app = await openCallingApp()
      const { draft } = await app.call({ phoneNumber })
      await waitFor(async () =>
        expect((await app.recordOf(draft)).outcome).toMatchObject({
          state: 'failedAtProvider',
          doubt: true,
          workflowRunId: lastRunOf(app),
        }),
      )
      expect(await valueOf(app.operations.listReconciliationJobs({}))).toMatchObject([
        { callId: draft.callId, foundRunId: lastRunOf(app), nextAttemptAt: expect.stringMatching(/./) as unknown },
      ])
    },
  )

  it('for a run that is still open is followed', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber: '+14155550141' })
    await becomes(app, draft.callId, 'accepted')
    expect((await app.recordOf(draft)).outcome).toMatchObject({ workflowRunId: lastRunOf(app), progress: 'dialing' })
    expect(await app.operations.triggerCall(app.draft({ phoneNumber: '+14155550141' }))).toMatchObject({
      failure: { kind: 'numberLocked' },
    })
  })
})

it('shows the run ID before a late response arrives', async () => {
  const app = await openCallingApp({ dialMilliseconds: 5_000 })
  const draft = app.draft({ phoneNumber: '+14155550150' })
  await valueOf(app.operations.triggerCall(draft))
  await waitFor(async () =>
    expect(await valueOf(app.operations.listReconciliationJobs({}))).toMatchObject([{ foundRunId: lastRunOf(app) }]),
  )
  await waitFor(async () =>
    expect((await app.recordOf(draft)).outcome).toMatchObject({ state: 'sending', foundRunId: lastRunOf(app) }),
  )
  await app.app.settled()
  expect((await app.recordOf(draft)).outcome).toMatchObject({ state: 'accepted', reconciled: false })
  expect(await valueOf(app.operations.listReconciliationJobs({}))).toEqual([])
})

describe('a run that appears after a call was settled without it', () => {
  /** Creates the run of a call at the service, long after its request. */
  const createRun = async ({ service, server }: CallingApp, { agentUuid, phoneNumber, callId }: CallDraft) => {
    const headers = { 'x-api-key': server.key, 'content-type': 'application/json' }
    const body = JSON.stringify({ phone_number: '+14155550101', initial_context: { rundesk_call_id: callId } })
    const url = `${server.origin}/api/v1/public/agent/workflow/${agentUuid}`
    await service.handle(new Request(url, { method: 'POST', headers, body }))
    const run = service.world.runs.pop()
    if (run === undefined) throw new Error('The service created no run.')
    // The service creates no run for the number itself.
    const numbers = [['phone_number', phoneNumber] as const, ['called_number', phoneNumber] as const]
    const initialContext = new Map([...run.initialContext, ...numbers])
    service.world.runs.push({ ...run, calledNumber: phoneNumber, initialContext })
    return run.id
  }

  const phoneNumber = '+14155550153'

  /** Reads the run as a screen does, or as the reconciliation of another call does. */
  const readings: [string, (app: CallingApp, workflowRunId: number) => Promise<unknown>][] = [
    ['a number’s runs', ({ operations }) => operations.recentRuns({ phoneNumber, practice: false })],
    ['the run', ({ operations, profileId }, workflowRunId) => operations.getRun({ profileId, workflowRunId })],
    ['the lists for another call', (app) => app.call({ phoneNumber: '+14155550152' })],
  ]

  it.each(readings)('is recorded with a person’s decision when Rundesk reads %s', async (_what, read) => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber })
    const { callId } = draft
    const closed = await valueOf(app.operations.resolveCall({ callId, decision: 'notPlaced', note: 'Asked them.' }))
    const workflowRunId = await createRun(app, draft)
    await read(app, workflowRunId)
    await waitFor(async () =>
      expect((await app.recordOf(draft)).outcome).toMatchObject({ ...closed.outcome, runIds: [workflowRunId] }),
    )
    expect(await app.operations.triggerCall(app.draft({ phoneNumber }))).toMatchObject({
      failure: { kind: 'repeat', call: { callId, state: 'resolvedNotPlaced' } },
    })
  })

  it('settles a call that was not found', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber })
    await becomes(app, draft.callId, 'notFound')
    const workflowRunId = await createRun(app, draft)
    await valueOf(app.operations.recentRuns({ phoneNumber, practice: false }))
    expect((await app.recordOf(draft)).outcome).toMatchObject({ state: 'accepted', workflowRunId, reconciled: true })
  })

  it('is a possible run of a call without a reference', async () => {
    const app = await openCallingApp()
    const label = { profileId: app.profileId, name: 'Acme', color: 'blue' } as const
    await valueOf(app.operations.updateProfile({ ...label, referenceName: null }))
    const { draft } = await app.call({ phoneNumber })
    const { callId } = draft
    const workflowRunId = await createRun(app, { ...draft, callId: 'another' })
    await valueOf(app.operations.resolveCall({ callId, decision: 'notPlaced', note: '' }))
    await valueOf(app.operations.recentRuns({ phoneNumber, practice: false }))
    expect((await app.recordOf(draft)).outcome).toMatchObject({ runIds: [workflowRunId] })
  })

  it('is not recorded with a call to the same number if it is a later call’s run', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber })
    const { callId } = draft
    const closed = await valueOf(app.operations.resolveCall({ callId, decision: 'notPlaced', note: '' }))
    await createRun(app, { ...draft, callId: anId() })
    await valueOf(app.operations.recentRuns({ phoneNumber, practice: false }))
    expect((await app.recordOf(draft)).outcome).toEqual(closed.outcome)
  })
})

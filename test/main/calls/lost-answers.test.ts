import { describe, expect, it, vi } from 'vitest'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'
import { aCallingDesk, type CallingDesk, hurried } from './a-calling-desk.ts'

const lastRunOf = ({ service }: CallingDesk): number | undefined => service.world.runs.at(-1)?.id

const becomes = async (desk: CallingDesk, callId: string, state: string): Promise<void> =>
  vi.waitFor(async () => expect((await desk.recordOf({ callId })).outcome.state).toBe(state), {
    timeout: 15_000,
    interval: 20,
  })

describe('an answer that is lost after the run was made', () => {
  it.each([
    ['the connection closes', '+14155550152'],
    ['the body breaks off', '+14155550156'],
    ['it is not JSON', '+14155550157'],
    ['it never comes', '+14155550160'],
    ['it is a proxy’s', '+14155550162'],
  ])('because %s ends, by itself, as accepted with the right run', async (_why, phoneNumber) => {
    const desk = await aCallingDesk({ dialMilliseconds: 600 })
    await desk.call()
    const { draft } = await desk.call({ phoneNumber })
    await becomes(desk, draft.callId, 'accepted')
    expect((await desk.recordOf(draft)).outcome).toMatchObject({
      workflowRunId: lastRunOf(desk),
      reconciled: true,
      progress: 'started',
    })
    expect(desk.service.world.dials.filter((dial) => dial.phoneNumber === phoneNumber).length).toBe(1)
    const { events } = await valueOf(desk.ask.getCall({ callId: draft.callId }))
    expect(events.map(({ state }) => state)).toEqual(['queued', 'sending', 'unknown', 'accepted'])
  })

  it('is a candidate where the profile sends no reference', async () => {
    const desk = await aCallingDesk()
    const label = { profileId: desk.profileId, name: 'Acme', color: 'blue' } as const
    await valueOf(desk.ask.updateProfile({ ...label, referenceName: null }))
    const { draft } = await desk.call({ phoneNumber: '+14155550152' })
    expect(desk.service.world.runs.at(-1)?.initialContext.has('rundesk_call_id')).toBe(false)
    await becomes(desk, draft.callId, 'candidate')
    expect((await desk.recordOf(draft)).outcome).toMatchObject({ runIds: [lastRunOf(desk)] })
  })

  it('is found although runs of other people break the pages of the lists', async () => {
    const desk = await aCallingDesk()
    await desk.poison()
    const { draft } = await desk.call({ phoneNumber: '+14155550152' })
    const made = lastRunOf(desk)
    await desk.poison()
    await becomes(desk, draft.callId, 'accepted')
    expect((await desk.recordOf(draft)).outcome).toMatchObject({ workflowRunId: made })
  })

  it('is found under the name that the profile has chosen', async () => {
    const desk = await aCallingDesk()
    const label = { profileId: desk.profileId, name: 'Acme', color: 'blue' } as const
    await valueOf(desk.ask.updateProfile({ ...label, referenceName: 'crm_reference' }))
    const { draft } = await desk.call({ phoneNumber: '+14155550152' })
    await becomes(desk, draft.callId, 'accepted')
    expect((await desk.recordOf(draft)).outcome).toMatchObject({ workflowRunId: lastRunOf(desk) })
  })

  it('because the app ended is found by its next life, and nothing is sent again', async () => {
    const vault = createMemoryVault()
    const first = await aCallingDesk({ dialMilliseconds: 60_000, vault })
    const draft = first.draft({ phoneNumber: '+14155550160' })
    await valueOf(first.ask.triggerCall(draft))
    await vi.waitFor(() => expect(lastRunOf(first)).toBeDefined(), { timeout: 5_000 })
    await first.desk.close()
    const second = openTestDesk({ file: first.file, vault, parts: hurried })
    await valueOf(second.desk.start())
    const outcome = async () => (await valueOf(second.ask.getCall({ callId: draft.callId }))).call.outcome
    expect(await outcome()).toMatchObject({ state: 'unknown', cause: 'interrupted' })
    const found = { state: 'accepted', workflowRunId: lastRunOf(first), reconciled: true }
    await vi.waitFor(async () => expect(await outcome()).toMatchObject(found), { timeout: 5_000 })
    expect(first.service.world.dials.length).toBe(1)
  })
})

describe('an answer that is lost before any run', () => {
  it.each([
    ['the connection is cut', '+14155550153'],
    ['nothing ever comes', '+14155550161'],
    ['the service breaks', '+14155550123'],
  ])('because %s ends as not found, and the number is free again', async (_why, phoneNumber) => {
    const desk = await aCallingDesk({ dialMilliseconds: 600 })
    const { draft } = await desk.call({ phoneNumber })
    expect((await desk.recordOf(draft)).outcome.state).toBe('unknown')
    const again = () => desk.ask.triggerCall(desk.draft({ phoneNumber }))
    expect(await again()).toMatchObject({ failure: { kind: 'numberLocked', call: { callId: draft.callId } } })
    await becomes(desk, draft.callId, 'notFound')
    expect((await again()).ok).toBe(true)
    expect(desk.service.world.dials).toEqual([])
  })
})

it('ends as not found although runs of other people break the pages of the lists', async () => {
  const desk = await aCallingDesk()
  await desk.poison()
  await desk.call()
  const { draft } = await desk.call({ phoneNumber: '+14155550153' })
  await desk.poison()
  expect(desk.service.world.runs.map(({ poisons }) => poisons.lists)).toEqual([true, false, true])
  await becomes(desk, draft.callId, 'notFound')
})

describe('an answer in doubt', () => {
  it.each(['+14155550136', '+14155550138'])(
    'from %s: the run that was made is found, and a person decides',
    async (phoneNumber) => {
      const desk = await aCallingDesk()
      const { draft } = await desk.call({ phoneNumber })
      await vi.waitFor(async () =>
        expect((await desk.recordOf(draft)).outcome).toMatchObject({
          state: 'failedAtProvider',
          doubt: true,
          workflowRunId: lastRunOf(desk),
        }),
      )
      expect(await valueOf(desk.ask.listLookUps({}))).toMatchObject([{ callId: draft.callId, step: 'stopped' }])
    },
  )

  it('of a run that the service left open is followed', async () => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ phoneNumber: '+14155550141' })
    await becomes(desk, draft.callId, 'accepted')
    expect((await desk.recordOf(draft)).outcome).toMatchObject({ workflowRunId: lastRunOf(desk), progress: 'dialling' })
    expect(await desk.ask.triggerCall(desk.draft({ phoneNumber: '+14155550141' }))).toMatchObject({
      failure: { kind: 'numberLocked' },
    })
  })
})

it('shows the id of the run before a late answer comes', async () => {
  const desk = await aCallingDesk({ dialMilliseconds: 5_000 })
  const draft = desk.draft({ phoneNumber: '+14155550150' })
  await valueOf(desk.ask.triggerCall(draft))
  await vi.waitFor(async () =>
    expect(await valueOf(desk.ask.listLookUps({}))).toMatchObject([{ foundRunId: lastRunOf(desk) }]),
  )
  expect((await desk.recordOf(draft)).outcome.state).toBe('sending')
  await desk.desk.settled()
  expect((await desk.recordOf(draft)).outcome).toMatchObject({ state: 'accepted', reconciled: false })
  expect(await valueOf(desk.ask.listLookUps({}))).toEqual([])
})

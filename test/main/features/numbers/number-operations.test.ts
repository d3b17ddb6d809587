import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import { aDraft } from '../../../support/a-call.ts'
import { openTestApp, settledCall, startService, valueOf } from '../../../support/test-app.ts'
import { connectService } from '../../../support/connect-service.ts'

const phone = '+14155550101'

const connected = async () => {
  const server = await startService()
  const test = openTestApp()
  await valueOf(test.app.start())
  const { id: profileId } = await connectService(test.operations, { origin: server.origin, key: server.key })
  const agents = await valueOf(test.operations.listAgents({ profileId }))
  const agentUuid = agents.find(({ status, agentUuid: uuid }) => status === 'active' && uuid !== null)?.agentUuid ?? ''
  return { ...test, ...server, profileId, agentUuid }
}

type Connected = Awaited<ReturnType<typeof connected>>

const call = async ({ operations, app, profileId, agentUuid }: Connected, phoneNumber: string) => {
  const ids = { telephonyConfigurationId: null, fromPhoneNumberId: null }
  const draft = aDraft({ profileId, agentUuid, phoneNumber, initialContext: {}, ...ids })
  await valueOf(operations.triggerCall(draft))
  return settledCall(app, draft.callId)
}

const callFromElsewhere = ({ origin, key, agentUuid }: Connected, phoneNumber: string, context = {}) =>
  fetch(`${origin}/api/v1/public/agent/workflow/${agentUuid}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: phoneNumber, initial_context: context }),
  })

describe('recent calls to a number', () => {
  it('are listed from this computer and from the service, separate from practice', async () => {
    const app = await connected()
    const own = await call(app, phone)
    expect(own.outcome.state).toBe('accepted')
    expect((await callFromElsewhere(app, phone)).status).toBe(200)
    await callFromElsewhere(app, '+14155550199')

    const { calls, more } = await valueOf(
      app.operations.recentCalls({ phoneNumber: '001 (415) 555-0101', practice: false }),
    )
    expect([calls.map(({ callId }) => callId), more]).toEqual([[own.callId], false])
    expect((await valueOf(app.operations.recentCalls({ phoneNumber: phone, practice: true }))).calls).toEqual([])

    const { profiles } = await valueOf(app.operations.recentRuns({ phoneNumber: phone, practice: false }))
    expect(profiles.map(({ profileName, failure }) => [profileName, failure])).toEqual([['Acme', null]])
    expect(profiles[0]?.runs.map(({ from }) => from).toSorted()).toEqual(['elsewhere', 'thisComputer'])
    expect(profiles[0]?.runs.find(({ from }) => from === 'thisComputer')?.callId).toBe(own.callId)
    // The service's list has 0 for them.
    expect(profiles[0]?.runs.map(({ durationSeconds }) => durationSeconds)).toEqual([null, null])
    expect((await valueOf(app.operations.recentRuns({ phoneNumber: phone, practice: true }))).profiles).toEqual([])
  })

  it('are not treated as a failure if one run breaks the service’s search by number', async () => {
    const app = await connected()
    expect((await callFromElsewhere(app, phone, { name: 'a\u0000b' })).status).toBe(200)
    const { profiles } = await valueOf(app.operations.recentRuns({ phoneNumber: phone, practice: false }))
    expect(profiles).toMatchObject([
      { profileName: 'Acme', failure: { kind: 'unavailable', cause: 'serverError' }, runs: [] },
    ])
  })
})

describe('reading numbers with the settings of this computer', () => {
  it('accepts a national number only with a home country', async () => {
    const { operations, app } = openTestApp({ parts: { locale: 'de-DE' } })
    await valueOf(app.start())
    const text = '030 901820'
    expect(await operations.readPhoneNumber({ text, asTyped: false })).toMatchObject({
      failure: { issues: [{ code: 'nationalNumber' }] },
    })
    // The computer's country is only a guess, so the number is suggested but not accepted.
    const { readings } = await valueOf(operations.suggestPhoneNumbers({ text, callerId: '+442079460018' }))
    expect(readings.map(({ dial, assumed }) => [dial, assumed])).toEqual([['+4930901820', 'country']])
    const set = { ...defaultSettings, homeCountry: 'DE', quietHours: { on: true, from: '00:00', to: '23:59' } }
    await valueOf(operations.changeSettings(set))
    expect(await valueOf(operations.readPhoneNumber({ text, asTyped: false }))).toMatchObject({ dial: '+4930901820' })
    expect((await valueOf(operations.calleeHour({ phoneNumber: '+4930901820', zone: null }))).quiet.state).toMatch(
      /yes|no/,
    )
  })

  it('reads a pasted row and saves its columns', async () => {
    const { operations, app } = openTestApp()
    await valueOf(app.start())
    const agentUuid = '7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21'
    const input = { text: `x\t${phone}`, names: ['anything'], agentUuid, callerId: null }
    const before = await valueOf(operations.readPasted(input))
    if (before.kind !== 'row') throw new Error(before.kind)
    expect(before.context).toEqual({})
    const targets = [{ to: 'context' as const, name: 'anything' }, { to: 'number' as const }]
    await valueOf(operations.saveColumnMapping({ agentUuid, signature: before.signature, targets }))
    expect(await valueOf(operations.readPasted(input))).toMatchObject({ context: { anything: 'x' } })
  })
})

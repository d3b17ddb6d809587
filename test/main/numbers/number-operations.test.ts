import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { aDraft } from '../../support/a-call.ts'
import { type DeskChanges, openTestDesk, settledCall, startService, valueOf } from '../../support/test-desk.ts'

const phone = '+14155550101'

const connected = async (changes: DeskChanges = {}) => {
  const server = await startService()
  const test = openTestDesk(changes)
  await valueOf(test.desk.start())
  const { entryId } = await valueOf(test.ask.enterKey({ from: 'typed', text: server.key }))
  const added = await valueOf(
    test.ask.addProfile({
      kind: 'service',
      name: 'Acme',
      color: 'blue',
      origin: server.origin,
      entryId,
      custody: 'session',
      unchecked: false,
    }),
  )
  const agents = await valueOf(test.ask.listAgents({ profileId: added.profile.id }))
  const agentUuid = agents.find(({ status, agentUuid: uuid }) => status === 'active' && uuid !== null)?.agentUuid ?? ''
  return { ...test, ...server, profileId: added.profile.id, agentUuid }
}

type Connected = Awaited<ReturnType<typeof connected>>

const call = async ({ ask, desk, profileId, agentUuid }: Connected, phoneNumber: string) => {
  const ids = { telephonyConfigurationId: null, fromPhoneNumberId: null }
  const draft = aDraft({ profileId, agentUuid, phoneNumber, initialContext: {}, ...ids })
  await valueOf(ask.triggerCall(draft))
  return settledCall(desk, draft.callId)
}

const callFromElsewhere = ({ origin, key, agentUuid }: Connected, phoneNumber: string, context = {}) =>
  fetch(`${origin}/api/v1/public/agent/workflow/${agentUuid}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: phoneNumber, initial_context: context }),
  })

describe('who called a number lately', () => {
  it('is told from this computer and from the service, practice apart', async () => {
    const desk = await connected()
    const own = await call(desk, phone)
    expect(own.outcome.state).toBe('accepted')
    expect((await callFromElsewhere(desk, phone)).status).toBe(200)
    await callFromElsewhere(desk, '+14155550199')

    const { calls, more } = await valueOf(desk.ask.recentCalls({ phoneNumber: '001 (415) 555-0101', practice: false }))
    expect([calls.map(({ callId }) => callId), more]).toEqual([[own.callId], false])
    expect((await valueOf(desk.ask.recentCalls({ phoneNumber: phone, practice: true }))).calls).toEqual([])

    const { profiles } = await valueOf(desk.ask.recentRuns({ phoneNumber: phone, practice: false }))
    expect(profiles.map(({ profileName, asked }) => [profileName, asked])).toEqual([['Acme', true]])
    expect(profiles[0]?.runs.map(({ from }) => from).toSorted()).toEqual(['elsewhere', 'thisDesk'])
    expect(profiles[0]?.runs.find(({ from }) => from === 'thisDesk')?.callId).toBe(own.callId)
    expect((await valueOf(desk.ask.recentRuns({ phoneNumber: phone, practice: true }))).profiles).toEqual([])
  })

  it('is no failure when the service cannot tell: one poisoned run breaks its every search by number', async () => {
    const desk = await connected()
    expect((await callFromElsewhere(desk, phone, { name: 'a\u0000b' })).status).toBe(200)
    const { profiles } = await valueOf(desk.ask.recentRuns({ phoneNumber: phone, practice: false }))
    expect(profiles).toMatchObject([{ profileName: 'Acme', asked: false, runs: [] }])
  })
})

describe('reading numbers with the settings of this computer', () => {
  it('takes a national number only once a country is set', async () => {
    const { ask, desk } = openTestDesk({ parts: { locale: 'de-DE' } })
    await valueOf(desk.start())
    const text = '030 901820'
    expect(await ask.readPhoneNumber({ text, asTyped: false })).toMatchObject({
      failure: { issues: [{ code: 'nationalNumber' }] },
    })
    // The computer's own country is a guess: offered, and never taken.
    const { readings } = await valueOf(ask.offerPhoneNumbers({ text, callerId: '+442079460018' }))
    expect(readings.map(({ dial, assumed }) => [dial, assumed])).toEqual([['+4930901820', 'country']])
    const set = { ...defaultSettings, homeCountry: 'DE', quietHours: { on: true, from: '00:00', to: '23:59' } }
    await valueOf(ask.changeSettings(set))
    expect(await valueOf(ask.readPhoneNumber({ text, asTyped: false }))).toMatchObject({ dial: '+4930901820' })
    expect((await valueOf(ask.calleeHour({ phoneNumber: '+4930901820', zone: null }))).quiet.verdict).toMatch(/yes|no/)
  })

  it('reads a pasted row and remembers its columns', async () => {
    const { ask, desk } = openTestDesk()
    await valueOf(desk.start())
    const agentUuid = '7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21'
    const question = { text: `x\t${phone}`, names: ['anything'], agentUuid, callerId: null }
    const before = await valueOf(ask.readPasted(question))
    if (before.kind !== 'row') throw new Error(before.kind)
    expect(before.context).toEqual({})
    const targets = [{ to: 'context' as const, name: 'anything' }, { to: 'number' as const }]
    await valueOf(ask.rememberColumns({ agentUuid, signature: before.signature, targets }))
    expect(await valueOf(ask.readPasted(question))).toMatchObject({ context: { anything: 'x' } })
  })
})

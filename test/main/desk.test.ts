import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../../src/contract/agent.ts'
import type { CallDraft } from '../../src/contract/call.ts'
import { fail } from '../../src/contract/failure.ts'
import { createSessionStore } from '../../src/main/vault/key-store.ts'
import { aCall, aDraft } from '../support/a-call.ts'
import { createMemoryVault } from '../../src/main/vault/memory-vault.ts'
import { openTestDesk, settledCall, startService, valueOf } from '../support/test-desk.ts'

type TestDesk = ReturnType<typeof openTestDesk>

const normalAgent = (agents: Agent[]): Agent => {
  const agent = agents.find((one) => one.status === 'active' && one.name.includes('enewal'))
  if (agent === undefined) throw new Error(`No such agent among ${agents.map((one) => one.name).join(', ')}`)
  return agent
}

/** What the form would hold once everything is chosen. */
const draftFor = async ({ ask }: TestDesk, profileId: string, change: Partial<CallDraft> = {}): Promise<CallDraft> => {
  const agent = normalAgent(await valueOf(ask.listAgents({ profileId })))
  const configurations = await valueOf(ask.listTelephonyConfigurations({ profileId }))
  const configuration = configurations.find((one) => one.isDefault)
  if (configuration === undefined) throw new Error('No default configuration.')
  const callerIds = await valueOf(ask.listCallerIds({ profileId, telephonyConfigurationId: configuration.id }))
  return aDraft({
    profileId,
    agentUuid: agent.agentUuid ?? '',
    telephonyConfigurationId: configuration.id,
    fromPhoneNumberId: callerIds.find((one) => one.isDefault)?.id ?? null,
    ...change,
  })
}

const practiceDesk = async (changes: Parameters<typeof openTestDesk>[0] = {}) => {
  const test = openTestDesk(changes)
  await valueOf(test.desk.start())
  const { profile } = await valueOf(test.ask.addProfile({ kind: 'practice', name: 'Practice', color: 'teal' }))
  return { ...test, profileId: profile.id }
}

const connectedDesk = async (changes: Parameters<typeof openTestDesk>[0] = {}) => {
  const server = await startService()
  const test = openTestDesk(changes)
  await valueOf(test.desk.start())
  const { entryId } = await valueOf(test.ask.enterKey({ from: 'typed', text: server.key }))
  const added = test.ask.addProfile({
    kind: 'service',
    name: 'Acme',
    color: 'blue',
    origin: `${server.origin}/api/v1`,
    entryId,
    custody: 'keychain',
    unchecked: false,
  })
  const { profile } = await valueOf(added)
  return { ...test, ...server, profileId: profile.id }
}

describe('from the first run to a call', () => {
  it('places a practice call, keeps it over a restart, and goes on counting', async () => {
    const first = await practiceDesk()
    const draft = await draftFor(first, first.profileId)
    const sending = await valueOf(first.ask.triggerCall(draft))
    expect(sending.outcome.state).toBe('sending')
    const call = await settledCall(first.desk, draft.callId)
    if (call.outcome.state !== 'accepted') throw new Error(JSON.stringify(call.outcome))
    expect(first.announced.filter((line) => line.includes(draft.callId)).length).toBeGreaterThan(1)
    const run = await valueOf(
      first.ask.lookUpRun({ profileId: first.profileId, workflowRunId: call.outcome.workflowRunId }),
    )
    expect(run).toMatchObject({ calledNumber: draft.phoneNumber, initialContext: draft.initialContext })
    await first.desk.close()

    const second = openTestDesk({ file: first.file })
    await valueOf(second.desk.start())
    const { calls } = await valueOf(
      second.ask.listCalls({ search: String(call.outcome.workflowRunId), after: null, limit: 5 }),
    )
    expect(calls).toEqual([call])
    const again = await draftFor(second, first.profileId, { phoneNumber: '+14155550102' })
    await valueOf(second.ask.triggerCall(again))
    const next = (await settledCall(second.desk, again.callId)).outcome
    expect(next.state === 'accepted' && next.workflowRunId).toBe(call.outcome.workflowRunId + 1)
  })

  it('connects an organization: the key is in the keychain and in no file', async () => {
    const store = createSessionStore()
    const { key, file, origin, profileId, ask } = await connectedDesk({ vault: createMemoryVault(store) })
    expect(await store.get(`${profileId} ${origin}`)).toBe(key)
    await valueOf(ask.listAgents({ profileId }))
    for (const name of readdirSync(dirname(file)))
      expect(readFileSync(join(dirname(file), name)).includes(key)).toBe(false)
  })

  it('takes the key from the clipboard without showing it', async () => {
    const { key } = await startService()
    const entered = await valueOf(openTestDesk({ clipboard: ` ${key}\n` }).ask.enterKey({ from: 'clipboard' }))
    expect(entered.length).toBe(47)
    expect(JSON.stringify(entered)).not.toContain('dgr_')
  })

  it('saves nothing for a key that the service refuses', async () => {
    const { origin } = await startService()
    const { ask } = openTestDesk()
    const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: 'dgr_0000000000000000000000000000' }))
    const form = {
      kind: 'service',
      name: 'Acme',
      color: 'blue',
      origin,
      entryId,
      custody: 'keychain',
      unchecked: true,
    } as const
    expect(await ask.addProfile(form)).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
    expect((await valueOf(ask.listProfiles({}))).profiles).toEqual([])
  })

  it('keeps the entered key for a second try, and saves unchecked only when asked', async () => {
    const { ask } = openTestDesk()
    const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: 'dgr_0000000000000000000000000000' }))
    const form = {
      kind: 'service',
      name: 'Acme',
      color: 'blue',
      origin: 'http://127.0.0.1:1',
      entryId,
      custody: 'keychain',
    } as const
    expect(await ask.addProfile({ ...form, unchecked: false })).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable' },
    })
    expect((await ask.addProfile({ ...form, unchecked: true })).ok).toBe(true)
  })

  it('refuses a far origin on a trial runtime', async () => {
    const { ask } = openTestDesk({ runtime: 'trial' })
    const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: 'dgr_0000000000000000000000000000' }))
    const form = {
      kind: 'service',
      name: 'Acme',
      color: 'blue',
      origin: 'voice.acme.example',
      entryId,
      custody: 'keychain',
      unchecked: true,
    } as const
    expect(await ask.addProfile(form)).toMatchObject({
      ok: false,
      failure: { issues: [{ code: 'originTrialRuntime' }] },
    })
  })

  it('removes the key with the profile and keeps the history', async () => {
    const store = createSessionStore()
    const test = await connectedDesk({ vault: createMemoryVault(store) })
    const draft = await draftFor(test, test.profileId)
    await valueOf(test.ask.triggerCall(draft))
    await settledCall(test.desk, draft.callId)
    await valueOf(test.ask.removeProfile({ profileId: test.profileId }))
    expect(await store.get(`${test.profileId} ${test.origin}`)).toBeNull()
    expect((await valueOf(test.ask.listCalls({ search: '', after: null, limit: 5 }))).total).toBe(1)
  })
})

describe('a call', () => {
  it('rings once however often it is submitted', async () => {
    const test = await connectedDesk()
    const draft = await draftFor(test, test.profileId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => test.ask.triggerCall(draft)))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    await test.desk.settled()
    expect(test.service.world.dials.length).toBe(1)
    expect(await valueOf(test.ask.triggerCall(draft))).toMatchObject({ outcome: { state: 'accepted' } })
    expect(test.service.world.dials.length).toBe(1)
  })

  it('is not sent when its record cannot be made durable', async () => {
    const test = await connectedDesk({
      wrapStorage: (storage) => ({
        ...storage,
        ask: (name, input) =>
          name === 'placeCall' ? Promise.resolve(fail({ kind: 'storage', reason: 'full' })) : storage.ask(name, input),
      }),
    })
    const answer = await test.ask.triggerCall(await draftFor(test, test.profileId))
    expect(answer).toEqual({ ok: false, failure: { kind: 'storage', reason: 'full' } })
    expect(test.service.world.runs.length).toBe(0)
  })

  it('stands on disk as sending before the service sees it', async () => {
    const test = await connectedDesk()
    const draft = await draftFor(test, test.profileId)
    const seen: unknown[] = []
    const handle = test.service.handle.bind(test.service)
    test.service.handle = (request) => {
      if (request.method === 'POST')
        seen.push(new DatabaseSync(test.file).prepare('SELECT state FROM calls').get()?.['state'])
      return handle(request)
    }
    await valueOf(test.ask.triggerCall(draft))
    await test.desk.settled()
    expect(seen).toEqual(['sending'])
  })

  it('keeps an answer that the disk refuses at first', async () => {
    let refusals = 2
    const test = await connectedDesk({
      wrapStorage: (storage) => ({
        ...storage,
        ask: (name, input) => {
          const settling = name === 'moveCall' && JSON.stringify(input).includes('"accepted"')
          return settling && (refusals -= 1) >= 0
            ? Promise.resolve(fail({ kind: 'storage', reason: 'full' }))
            : storage.ask(name, input)
        },
      }),
    })
    const draft = await draftFor(test, test.profileId)
    await valueOf(test.ask.triggerCall(draft))
    expect((await settledCall(test.desk, draft.callId)).outcome.state).toBe('accepted')
    expect(refusals).toBeLessThan(0)
  })

  it('that was being sent when the app ended is unknown afterwards', async () => {
    const first = await practiceDesk()
    const call = aCall({ outcome: { state: 'sending', since: '2026-11-21T09:14:00.000Z' } })
    const placement = { call, initialContext: {}, repeatSince: null, confirmedAfter: [] }
    expect(await valueOf(first.storage.ask('placeCall', placement))).toMatchObject({ placed: 'now' })
    await first.desk.close()

    const second = openTestDesk({ file: first.file })
    await valueOf(second.desk.start())
    const left = (await valueOf(second.ask.getCall({ callId: call.callId }))).call
    expect(left).toMatchObject({ outcome: { state: 'unknown', cause: 'interrupted' } })
    expect(left.endedAt).not.toBeNull()
    expect(await valueOf(second.ask.listLookUps({}))).toMatchObject([{ callId: call.callId }])
  })

  it.each([
    ['an archived key', 401],
    ['an unknown agent', 404],
  ])('with %s is rejected with %i, and nothing rings', async (what, status) => {
    const test = await connectedDesk()
    const draft = await draftFor(test, test.profileId)
    const keyId = test.service.facts[0]?.keys.activeId
    if (what === 'an archived key')
      for (const key of test.service.world.keys) if (key.id === keyId) Object.assign(key, { archivedAt: Date.now() })
    const sent = what === 'an unknown agent' ? { ...draft, agentUuid: '00000000-0000-4000-8000-000000000000' } : draft
    await valueOf(test.ask.triggerCall(sent))
    expect((await settledCall(test.desk, draft.callId)).outcome).toMatchObject({ state: 'rejected', status })
    expect(test.service.world.dials.length).toBe(0)
  })

  it.each([
    ['+14155550150', 'accepted', 1],
    ['+14155550152', 'unknown', 1],
  ])('to %s ends as %s with %i ringing', async (phoneNumber, state, rings) => {
    const test = await connectedDesk()
    const draft = await draftFor(test, test.profileId, { phoneNumber })
    await valueOf(test.ask.triggerCall(draft))
    expect((await settledCall(test.desk, draft.callId)).outcome.state).toBe(state)
    expect(test.service.world.dials.length).toBe(rings)
  })

  it('to a service that is not there was certainly not sent', async () => {
    const { ask, desk } = openTestDesk()
    const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: 'dgr_0000000000000000000000000000' }))
    const form = {
      kind: 'service',
      name: 'Acme',
      color: 'blue',
      origin: 'http://127.0.0.1:1',
      entryId,
      custody: 'session',
      unchecked: true,
    } as const
    const { profile } = await valueOf(ask.addProfile(form))
    const draft = aDraft({ profileId: profile.id })
    await valueOf(ask.triggerCall(draft))
    expect((await settledCall(desk, draft.callId)).outcome).toEqual({ state: 'notSent', cause: 'refused' })
  })
})

describe('keys', () => {
  it('are listed, archived and reactivated; the one in use needs its name, the last one stays', async () => {
    const { ask, profileId } = await connectedDesk()
    const all = await valueOf(ask.listKeys({ profileId, includeArchived: true }))
    const own = all.find((key) => key.usedByThisApp)
    const archived = all.find((key) => key.archived)
    if (own === undefined || archived === undefined) throw new Error(JSON.stringify(all))
    const others = all.filter((key) => !key.archived && key !== own)
    for (const key of others)
      await valueOf(ask.archiveKey({ profileId, apiKeyId: key.id, confirmation: '', compromised: null }))
    expect(
      await ask.archiveKey({ profileId, apiKeyId: own.id, confirmation: own.name, compromised: null }),
    ).toMatchObject({
      failure: { issues: [{ code: 'onlyKey' }] },
    })
    const after = await valueOf(ask.reactivateKey({ profileId, apiKeyId: archived.id, reason: '' }))
    expect(after.find((key) => key.id === archived.id)?.archived).toBe(false)
    expect(await ask.archiveKey({ profileId, apiKeyId: own.id, confirmation: 'yes', compromised: null })).toMatchObject(
      {
        failure: { issues: [{ code: 'confirmation' }] },
      },
    )
    const gone = await valueOf(
      ask.archiveKey({ profileId, apiKeyId: own.id, confirmation: own.name, compromised: null }),
    )
    expect(gone.find((key) => key.id === own.id)?.archived).toBe(true)
    expect(await ask.listAgents({ profileId })).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
  })
})

describe('closing', () => {
  it('waits for a call that is being placed, and begins no new one', async () => {
    const test = await connectedDesk()
    const draft = await draftFor(test, test.profileId)
    const late = await draftFor(test, test.profileId, { phoneNumber: '+14155550102' })
    const placing = test.ask.triggerCall(draft)
    test.desk.stopPlacing()
    expect(await test.ask.triggerCall(late)).toEqual({ ok: false, failure: { kind: 'closing' } })
    await test.desk.settled()
    expect((await valueOf(placing)).callId).toBe(draft.callId)
    expect((await settledCall(test.desk, draft.callId)).outcome.state).toBe('accepted')
    expect(test.service.world.dials.length).toBe(1)
  })
})

describe('a desk that waits for its data folder', () => {
  it('settles what the desk before it left behind, once it has the folder', async () => {
    const first = await practiceDesk()
    const second = openTestDesk({ file: first.file })
    expect((await second.desk.start()).ok).toBe(false)
    const call = aCall({ outcome: { state: 'sending', since: '2026-11-21T09:14:00.000Z' } })
    const placement = { call, initialContext: {}, repeatSince: null, confirmedAfter: [] }
    await valueOf(first.storage.ask('placeCall', placement))
    await first.desk.close()

    await expect
      .poll(() => second.ask.listLookUps({}), { timeout: 10_000 })
      .toMatchObject({
        value: [{ callId: call.callId }],
      })
    expect((await valueOf(second.ask.getCall({ callId: call.callId }))).call.outcome.state).toBe('unknown')
  })
})

describe('a history that vanished while the desk was open', () => {
  it('is restored, and then each call is asked about until somebody has read that', async () => {
    const test = await connectedDesk()
    const draft = await draftFor(test, test.profileId)
    await valueOf(test.ask.triggerCall(draft))
    await test.desk.settled()
    await valueOf(test.storage.ask('backUp', { now: new Date().toISOString() }))
    for (const part of ['', '-wal', '-shm']) rmSync(test.file + part, { force: true })

    const next = await draftFor(test, test.profileId, { phoneNumber: '+14155550102' })
    const answers: string[] = []
    await expect
      .poll(
        async () => {
          const answer = await test.ask.triggerCall(next)
          answers.push(answer.ok ? 'placed' : answer.failure.kind)
          return answers.at(-1)
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBe('repeat')
    expect(answers).not.toContain('placed')
    expect((await valueOf(test.ask.historyHealth({}))).recovered).not.toBeNull()
    await valueOf(test.ask.acknowledgeRecovery({}))
    expect((await test.ask.triggerCall(next)).ok).toBe(true)
  })
})

import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../../../src/contract/agent.ts'
import type { CallDraft } from '../../../src/contract/call.ts'
import { fail } from '../../../src/contract/failure.ts'
import { createSessionStore } from '../../../src/main/vault/key-store.ts'
import { aCall, aDraft } from '../../support/a-call.ts'
import { createMemoryVault } from '../../../src/main/vault/vault.ts'
import { openTestApp, settledCall, startService, valueOf } from '../../support/test-app.ts'
import { connectService } from '../../support/connect-service.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

type TestApp = ReturnType<typeof openTestApp>

const normalAgent = (agents: Agent[]): Agent => {
  const agent = agents.find((one) => one.status === 'active' && one.name.includes('enewal'))
  if (agent === undefined) throw new Error(`No such agent among ${agents.map((one) => one.name).join(', ')}`)
  return agent
}

/** A complete call draft for this profile. */
const draftFor = async (
  { operations }: TestApp,
  profileId: string,
  change: Partial<CallDraft> = {},
): Promise<CallDraft> => {
  const agent = normalAgent(await valueOf(operations.listAgents({ profileId })))
  const configurations = await valueOf(operations.listTelephonyConfigurations({ profileId }))
  const configuration = configurations.find((one) => one.isDefault)
  if (configuration === undefined) throw new Error('No default configuration.')
  const callerIds = await valueOf(operations.listCallerIds({ profileId, telephonyConfigurationId: configuration.id }))
  return aDraft({
    profileId,
    agentUuid: agent.agentUuid ?? '',
    telephonyConfigurationId: configuration.id,
    fromPhoneNumberId: callerIds.find((one) => one.isDefault)?.id ?? null,
    ...change,
  })
}

const openPracticeApp = async () => {
  const test = openTestApp()
  await valueOf(test.app.start())
  const { profile } = await valueOf(test.operations.addProfile({ kind: 'practice', name: 'Practice', color: 'teal' }))
  return { ...test, profileId: profile.id }
}

const openConnectedApp = async (changes: Parameters<typeof openTestApp>[0] = {}) => {
  const server = await startService()
  const test = openTestApp(changes)
  await valueOf(test.app.start())
  const profile = await connectService(test.operations, { origin: `${server.origin}/api/v1`, key: server.key })
  return { ...test, ...server, profileId: profile.id }
}

const wrongKey = 'dgr_0000000000000000000000000000'
const uncheckedForm = {
  kind: 'service',
  name: 'Acme',
  color: 'blue',
  keyStorage: 'keychain',
  unchecked: true,
} as const

describe('from the first run to a call', () => {
  it('places a practice call, keeps it across a restart, and continues the run numbers', async () => {
    const first = await openPracticeApp()
    const draft = await draftFor(first, first.profileId)
    const sending = await valueOf(first.operations.triggerCall(draft))
    expect(sending.outcome.state).toBe('sending')
    const call = await settledCall(first.app, draft.callId)
    if (call.outcome.state !== 'accepted') throw new Error(JSON.stringify(call.outcome))
    expect(first.announced.filter((line) => line.includes(draft.callId)).length).toBeGreaterThan(1)
    const run = await valueOf(
      first.operations.getRun({ profileId: first.profileId, workflowRunId: call.outcome.workflowRunId }),
    )
    expect(run).toMatchObject({ calledNumber: draft.phoneNumber, initialContext: draft.initialContext })
    await first.app.close()

    const second = openTestApp({ file: first.file })
    await valueOf(second.app.start())
    const { calls } = await valueOf(
      second.operations.listCalls({ search: String(call.outcome.workflowRunId), after: null, limit: 5 }),
    )
    expect(calls).toEqual([call])
    const again = await draftFor(second, first.profileId, { phoneNumber: '+14155550102' })
    await valueOf(second.operations.triggerCall(again))
    const next = (await settledCall(second.app, again.callId)).outcome
    expect(next.state === 'accepted' && next.workflowRunId).toBe(call.outcome.workflowRunId + 1)
  })

  it('stores the key of a new profile in the keychain and in no file', async () => {
    const store = createSessionStore()
    const { key, file, origin, profileId, operations } = await openConnectedApp({ vault: createMemoryVault(store) })
    expect(await store.get(`${profileId} ${origin}`)).toBe(key)
    await valueOf(operations.listAgents({ profileId }))
    for (const name of readdirSync(dirname(file)))
      expect(readFileSync(join(dirname(file), name)).includes(key)).toBe(false)
  })

  it('stages the key from the clipboard without returning it', async () => {
    const { key } = await startService()
    const entered = await valueOf(openTestApp({ clipboard: ` ${key}\n` }).operations.stageKey({ from: 'clipboard' }))
    expect(entered.length).toBe(47)
    expect(JSON.stringify(entered)).not.toContain('dgr_')
  })

  it('saves no profile for a refused key', async () => {
    const { origin } = await startService()
    const { operations } = openTestApp()
    const { entryId } = await valueOf(operations.stageKey({ from: 'typed', text: wrongKey }))
    expect(await operations.addProfile({ ...uncheckedForm, origin, entryId })).toMatchObject({
      failure: { kind: 'unauthorized' },
    })
    expect((await valueOf(operations.listProfiles({}))).profiles).toEqual([])
  })

  it('keeps the entered key for another attempt, and saves it unchecked only on request', async () => {
    const { operations } = openTestApp()
    const { entryId } = await valueOf(operations.stageKey({ from: 'typed', text: wrongKey }))
    const form = { ...uncheckedForm, origin: 'http://127.0.0.1:1', entryId }
    expect(await operations.addProfile({ ...form, unchecked: false })).toMatchObject({
      failure: { kind: 'unreachable' },
    })
    expect((await operations.addProfile(form)).ok).toBe(true)
  })

  it('refuses a remote origin on a trial runtime', async () => {
    const { operations } = openTestApp({ runtime: 'trial' })
    const { entryId } = await valueOf(operations.stageKey({ from: 'typed', text: wrongKey }))
    expect(await operations.addProfile({ ...uncheckedForm, origin: 'voice.acme.example', entryId })).toMatchObject({
      failure: { issues: [{ code: 'originTrialRuntime' }] },
    })
  })

  it('removes the key with the profile and keeps the history', async () => {
    const store = createSessionStore()
    const test = await openConnectedApp({ vault: createMemoryVault(store) })
    const draft = await draftFor(test, test.profileId)
    await valueOf(test.operations.triggerCall(draft))
    await settledCall(test.app, draft.callId)
    await valueOf(test.operations.removeProfile({ profileId: test.profileId }))
    expect(await store.get(`${test.profileId} ${test.origin}`)).toBeNull()
    expect((await valueOf(test.operations.listCalls({ search: '', after: null, limit: 5 }))).total).toBe(1)
  })
})

describe('a call', () => {
  it('rings once, however often it is submitted', async () => {
    const test = await openConnectedApp()
    const draft = await draftFor(test, test.profileId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => test.operations.triggerCall(draft)))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    await test.app.settled()
    expect(test.service.world.dials.length).toBe(1)
    expect(await valueOf(test.operations.triggerCall(draft))).toMatchObject({ outcome: { state: 'accepted' } })
    expect(test.service.world.dials.length).toBe(1)
  })

  it('is not sent if its record cannot be stored', async () => {
    const test = await openConnectedApp({
      wrapStorage: (storage) => ({
        ...storage,
        run: (name, input) =>
          name === 'recordCall' ? Promise.resolve(fail({ kind: 'storage', reason: 'full' })) : storage.run(name, input),
      }),
    })
    const answer = await test.operations.triggerCall(await draftFor(test, test.profileId))
    expect(answer).toEqual({ ok: false, failure: { kind: 'storage', reason: 'full' } })
    expect(test.service.world.runs.length).toBe(0)
  })

  it('is on disk as "sending" before the service receives it', async () => {
    const test = await openConnectedApp()
    const draft = await draftFor(test, test.profileId)
    const seen: unknown[] = []
    const handle = test.service.handle.bind(test.service)
    test.service.handle = (request) => {
      if (request.method === 'POST')
        seen.push(new DatabaseSync(test.file).prepare('SELECT state FROM calls').get()?.['state'])
      return handle(request)
    }
    await valueOf(test.operations.triggerCall(draft))
    await test.app.settled()
    expect(seen).toEqual(['sending'])
  })

  it('stores a response that the disk rejects at first', async () => {
    let refusals = 2
    const test = await openConnectedApp({
      wrapStorage: (storage) => ({
        ...storage,
        run: (name, input) => {
          const settling = name === 'moveCall' && JSON.stringify(input).includes('"accepted"')
          return settling && (refusals -= 1) >= 0
            ? Promise.resolve(fail({ kind: 'storage', reason: 'full' }))
            : storage.run(name, input)
        },
      }),
    })
    const draft = await draftFor(test, test.profileId)
    await valueOf(test.operations.triggerCall(draft))
    expect((await settledCall(test.app, draft.callId)).outcome.state).toBe('accepted')
    expect(refusals).toBeLessThan(0)
  })

  it('that was in flight when the app quit has an unknown outcome afterward', async () => {
    const first = await openPracticeApp()
    const call = aCall({ outcome: { state: 'sending', since: '2026-11-21T09:14:00.000Z' } })
    const placement = { call, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }
    expect(await valueOf(first.storage.run('recordCall', placement))).toMatchObject({ placed: 'now' })
    await first.app.close()

    const second = openTestApp({ file: first.file })
    await valueOf(second.app.start())
    const left = (await valueOf(second.operations.getCall({ callId: call.callId }))).call
    expect(left).toMatchObject({ outcome: { state: 'unknown', cause: 'interrupted' } })
    expect(left.endedAt).not.toBeNull()
    expect(await valueOf(second.operations.listReconciliationJobs({}))).toMatchObject([{ callId: call.callId }])
  })

  it.each([
    ['an archived key', 401],
    ['an unknown agent', 404],
  ])('with %s is rejected with %i, and nothing rings', async (what, status) => {
    const test = await openConnectedApp()
    const draft = await draftFor(test, test.profileId)
    const keyId = test.service.organizations[0]?.keys.activeId
    if (what === 'an archived key')
      for (const key of test.service.world.keys) if (key.id === keyId) Object.assign(key, { archivedAt: Date.now() })
    const sent = what === 'an unknown agent' ? { ...draft, agentUuid: '00000000-0000-4000-8000-000000000000' } : draft
    await valueOf(test.operations.triggerCall(sent))
    expect((await settledCall(test.app, draft.callId)).outcome).toMatchObject({ state: 'rejected', status })
    expect(test.service.world.dials.length).toBe(0)
  })

  it.each([
    ['+14155550150', 'accepted', 1],
    ['+14155550152', 'unknown', 1],
  ])('to %s ends as %s with %i ringing', async (phoneNumber, state, rings) => {
    const test = await openConnectedApp()
    const draft = await draftFor(test, test.profileId, { phoneNumber })
    await valueOf(test.operations.triggerCall(draft))
    expect((await settledCall(test.app, draft.callId)).outcome.state).toBe(state)
    expect(test.service.world.dials.length).toBe(rings)
  })

  it('to a service that is not listening is not sent', async () => {
    const { operations, app } = openTestApp()
    const profile = await connectService(operations, { key: wrongKey, origin: 'http://127.0.0.1:1', unchecked: true })
    const draft = aDraft({ profileId: profile.id })
    await valueOf(operations.triggerCall(draft))
    expect((await settledCall(app, draft.callId)).outcome).toEqual({ state: 'notSent', cause: 'refused' })
  })
})

describe('keys', () => {
  it('are listed, archived and reactivated; archiving the key in use requires its name, and the last key cannot be archived', async () => {
    const { operations, profileId } = await openConnectedApp()
    const all = await valueOf(operations.listKeys({ profileId, includeArchived: true }))
    const own = all.find((key) => key.usedByThisApp)
    const archived = all.find((key) => key.archived)
    if (own === undefined || archived === undefined) throw new Error(JSON.stringify(all))
    const others = all.filter((key) => !key.archived && key !== own)
    for (const key of others)
      await valueOf(operations.archiveKey({ profileId, apiKeyId: key.id, confirmation: '', compromised: null }))
    expect(
      await operations.archiveKey({ profileId, apiKeyId: own.id, confirmation: own.name, compromised: null }),
    ).toMatchObject({
      failure: { issues: [{ code: 'onlyKey' }] },
    })
    const after = await valueOf(operations.reactivateKey({ profileId, apiKeyId: archived.id, reason: '' }))
    expect(after.find((key) => key.id === archived.id)?.archived).toBe(false)
    expect(
      await operations.archiveKey({ profileId, apiKeyId: own.id, confirmation: 'yes', compromised: null }),
    ).toMatchObject({
      failure: { issues: [{ code: 'confirmation' }] },
    })
    const { keys: remaining } = await valueOf(
      operations.archiveKey({ profileId, apiKeyId: own.id, confirmation: own.name, compromised: null }),
    )
    expect(remaining.find((key) => key.id === own.id)?.archived).toBe(true)
    expect(await operations.listAgents({ profileId })).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
  })
})

describe('closing', () => {
  it('waits for a call that is being placed, and starts no other call', async () => {
    const test = await openConnectedApp()
    const draft = await draftFor(test, test.profileId)
    const late = await draftFor(test, test.profileId, { phoneNumber: '+14155550102' })
    const placing = test.operations.triggerCall(draft)
    await expect.poll(() => test.service.world.dials.length).toBe(1)
    test.app.stopCalls()
    expect(await test.operations.triggerCall(late)).toEqual({ ok: false, failure: { kind: 'closing' } })
    expect((await valueOf(placing)).callId).toBe(draft.callId)
    expect((await settledCall(test.app, draft.callId)).outcome.state).toBe('accepted')
    expect(test.service.world.dials.length).toBe(1)
  })
})

describe('an app that waits for its data folder', () => {
  it('settles the calls of the earlier app once it has the folder', async () => {
    const first = await openPracticeApp()
    const second = openTestApp({ file: first.file })
    expect((await second.app.start()).ok).toBe(false)
    const call = aCall({ outcome: { state: 'sending', since: '2026-11-21T09:14:00.000Z' } })
    const placement = { call, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }
    await valueOf(first.storage.run('recordCall', placement))
    await first.app.close()

    await expect
      .poll(() => second.operations.listReconciliationJobs({}))
      .toMatchObject({
        value: [{ callId: call.callId }],
      })
    expect((await valueOf(second.operations.getCall({ callId: call.callId }))).call.outcome.state).toBe('unknown')
  })
})

describe('a history file that is deleted while the app is open', () => {
  it('is restored, and each call requires a confirmation until the recovery is acknowledged', async () => {
    const test = await openConnectedApp()
    const draft = await draftFor(test, test.profileId)
    await valueOf(test.operations.triggerCall(draft))
    await test.app.settled()
    await valueOf(test.storage.run('backUp', { now: new Date().toISOString() }))
    for (const part of ['', '-wal', '-shm']) rmSync(test.file + part, { force: true })

    const next = await draftFor(test, test.profileId, { phoneNumber: '+14155550102' })
    const answers: string[] = []
    await expect
      .poll(
        async () => {
          const answer = await test.operations.triggerCall(next)
          answers.push(answer.ok ? 'placed' : answer.failure.kind)
          return answers.at(-1)
        },
        { interval: 300 },
      )
      .toBe('repeat')
    expect(answers).not.toContain('placed')
    expect((await valueOf(test.operations.historyHealth({}))).recovered).not.toBeNull()
    await valueOf(test.operations.acknowledgeRecovery({}))
    expect((await test.operations.triggerCall(next)).ok).toBe(true)
  })
})

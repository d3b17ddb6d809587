import { dirname, join } from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { everyCall } from '../../../src/contract/call-list.ts'
import { succeed } from '../../../src/contract/failure.ts'
import { defaultListOptions } from '../../../src/contract/list.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { createUlid } from '../../../src/domain/ids.ts'
import { messages } from '../../../src/messages/index.ts'
import { startPracticeListener } from '../../../src/main/practice/host.ts'
import { liveSecrets, openSecret } from '../../../src/main/vault/secret.ts'
import { anyRoute } from '../../support/a-call.ts'
import { connectService } from '../../support/connect-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { goodNumbers, openListApp } from '../features/lists/open-list-app.ts'
import { openTestApp, startService, valueOf } from '../../support/test-app.ts'

/** A key in another form than the service's, which only its value reveals. */
const ownKey = 'Zq8-stored.key/of+another~form=0123'
const formKey = `dgr_${'k'.repeat(43)}`

const open = async () => {
  const { origin, service, key } = await startService()
  const folder = temporaryFolder()
  const chosen = { path: '' }
  const test = openTestApp({ parts: { chooseListFile: async () => chosen.path } })
  const { operations } = test
  await valueOf(test.app.start())
  const profile = await connectService(operations, { origin, key })
  const unchecked = { origin: 'https://127.0.0.1:9', key: ownKey, unchecked: true, name: 'Other' }
  const other = await connectService(operations, unchecked)
  const [agent] = await valueOf(operations.listAgents({ profileId: profile.id }))
  const agentUuid = agent?.agentUuid ?? ''
  const draft = {
    callId: createUlid(Date.now(), randomBytes(16)),
    profileId: profile.id,
    agentUuid,
    agentName: null,
    phoneNumber: '+14155550101',
    phoneNumberDisplay: '+1 415 555 0101',
    initialContext: {},
    telephonyConfigurationId: null,
    telephonyConfigurationName: null,
    fromPhoneNumberId: null,
    fromPhoneNumberText: null,
    redialOf: null,
    confirmation: null,
  }
  const write = (name: string, text: string): void => {
    chosen.path = join(folder, name)
    writeFileSync(chosen.path, text)
  }
  /** Returns what the app has written to its data folder. */
  const onDisk = (): string => {
    const data = dirname(test.file)
    return readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
      .join('\n')
  }
  return { ...test, profile, other, draft, agentUuid, write, onDisk, service }
}

const refused = (...path: (string | number)[]) => ({
  ok: false,
  failure: { kind: 'invalid', issues: [{ path, code: 'containsKey' }] },
})

describe.each([
  ['a stored key', ownKey],
  ['a text with the form of a key', formKey],
])('%s', (_name, key) => {
  it('is neither saved nor sent, wherever a user enters it', async () => {
    const { operations, profile, draft, agentUuid, onDisk, service } = await open()
    const runs = service.world.runs.length
    const { id: profileId } = profile
    const text = `call ${key} now`
    expect.soft(await operations.readPhoneNumber({ text: key, asTyped: true })).toEqual(refused('text'))
    expect.soft(await operations.triggerCall({ ...draft, phoneNumber: key })).toEqual(refused('phoneNumber'))
    const initialContext = { customer: { names: ['Jane', text] } }
    expect
      .soft(await operations.triggerCall({ ...draft, initialContext }))
      .toEqual(refused('initialContext', 'customer', 'names', 1))
    expect
      .soft(await operations.checkContext({ initialContext }))
      .toEqual(refused('initialContext', 'customer', 'names', 1))
    expect.soft(await operations.checkContext({ initialContext: { name: 'Jane' } })).toEqual(succeed({}))
    expect
      .soft(await operations.triggerCall({ ...draft, initialContext: { [key]: 'x' } }))
      .toEqual(refused('initialContext'))
    expect
      .soft(await operations.changeSettings({ ...defaultSettings, operatorName: key }))
      .toEqual(refused('operatorName'))
    const label = { profileId, name: text, color: 'blue', referenceName: null } as const
    expect.soft(await operations.updateProfile(label)).toEqual(refused('name'))
    const note = { callId: draft.callId, note: text }
    expect.soft(await operations.setCallNote(note)).toEqual(refused('note'))
    const number = { phoneNumber: '+14155550101', phoneNumberDisplay: '+1 415 555 0101', practice: false }
    expect.soft(await operations.addDoNotCall({ ...number, reason: text })).toEqual(refused('reason'))
    const view = { viewId: randomUUID(), name: text, search: '', filter: everyCall, days: null }
    expect.soft(await operations.saveView(view)).toEqual(refused('name'))
    const row = { listId: randomUUID(), row: 1, action: { kind: 'setNote', note: text } } as const
    expect.soft(await operations.changeRow(row)).toEqual(refused('action', 'note'))
    const plan = { listId: randomUUID(), agentUuid, targets: null, route: anyRoute, options: defaultListOptions }
    expect.soft(await operations.saveListPlan({ ...plan, name: text })).toEqual(refused('name'))
    expect.soft(onDisk()).not.toContain(key)
    expect(service.world.runs.length).toBe(runs)
  })

  it('in a cell stops the import of a list and of a do-not-call file, which name the cell', async () => {
    const { operations, profile, write, onDisk } = await open()
    const { id: profileId } = profile
    const rows = Array.from({ length: 2_000 }, (_, at) => `Jane,+1415555${String(at).padStart(4, '0')},x`)
    const table = ['name,phone,comment', ...rows, `Joe,+14155559999,"see ${key}"`].join('\n')
    const issue = (path: string, words: string) => ({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: [path], code: 'listKey', words }] },
    })
    expect(await operations.openListText({ profileId, text: table })).toEqual(issue('text', 'line:2002:3'))
    write('rows.csv', table)
    expect(await operations.openListFile({ profileId })).toEqual(issue('file', 'line:2002:3'))
    const register = { practice: false, source: 'FTC', expiresAt: null }
    expect(await operations.importDoNotCall(register)).toEqual(issue('file', 'line:2002:3'))
    expect(await valueOf(operations.listLists({}))).toEqual([])
    expect(onDisk()).not.toContain(key)
  })
})

it('in a row that was imported before the key was known holds the row, and is not sent', async () => {
  const { operations, profileId, agentUuid, practice, until } = await openListApp()
  const text = `Name\tPhone\tComment\nJane\t${goodNumbers(1)[0]}\t${ownKey}`
  const { listId, name } = await valueOf(operations.openListText({ profileId, text }))
  const targets = [{ to: 'none' as const }, { to: 'number' as const }, { to: 'context' as const, name: 'comment' }]
  const plan = { listId, name, agentUuid, targets, route: anyRoute, options: { ...defaultListOptions, freeSlots: 0 } }
  await valueOf(operations.saveListPlan(plan))
  await connectService(operations, { origin: 'https://127.0.0.1:9', key: ownKey, unchecked: true })
  const dials = practice().world.dials.length
  await valueOf(operations.startList({ listId, calls: 1 }))
  expect((await until(listId, ({ counts }) => counts.ready === 0)).counts.held).toBe(1)
  const page = { listId, states: [], finding: null, search: '', order: 'file' as const, from: 0, limit: 5 }
  const { rows } = await valueOf(operations.listRows(page))
  expect(rows[0]?.findings).toEqual([{ code: 'containsKey', name: '' }])
  expect(practice().world.dials.length).toBe(dials)
})

it('does not hold a row because of a wrong text that was entered in the field of a key', async () => {
  const { operations, profileId, agentUuid, until } = await openListApp()
  const contract = 'CONTRACT-2026-000123-DE-77'
  const text = `Name\tPhone\tContract\nJane\t${goodNumbers(1)[0]}\t${contract}`
  await valueOf(operations.stageKey({ from: 'typed', text: contract }))
  const { listId, name } = await valueOf(operations.openListText({ profileId, text }))
  const targets = [{ to: 'none' as const }, { to: 'number' as const }, { to: 'context' as const, name: 'contract' }]
  const plan = { listId, name, agentUuid, targets, route: anyRoute, options: { ...defaultListOptions, freeSlots: 0 } }
  await valueOf(operations.saveListPlan(plan))
  await valueOf(operations.startList({ listId, calls: 1 }))
  expect((await until(listId, ({ counts }) => counts.ready === 0)).counts.held).toBe(0)
})

it('still finds and erases what an earlier version stored', async () => {
  const { operations } = await open()
  const search = { search: formKey, after: null, limit: 10 }
  expect(await operations.listCalls(search)).toMatchObject({ ok: true })
  expect(await operations.erasePerson({ phoneNumber: formKey })).toMatchObject({ ok: true })
})

it('accepts the password of a proxy in any text, because it may be a common word', async () => {
  const { operations } = await open()
  const proxy = { mode: 'manual', url: 'http://proxy.example.com:8080', user: 'ana' } as const
  await valueOf(operations.changeSettings({ ...defaultSettings, proxy }))
  await valueOf(operations.setProxyPassword({ text: 'Winter holidays' }))
  const reading = { text: 'Winter holidays', names: null, agentUuid: null, callerId: null }
  expect(await operations.readPasted(reading)).toMatchObject({ ok: true })
  const operatorName = 'Winter holidays'
  expect(await operations.changeSettings({ ...defaultSettings, proxy, operatorName })).toMatchObject({ ok: true })
})

/** Returns the outcome of using a text as the name of the operator. */
const asOperatorName = (operations: Operations, operatorName: string) =>
  operations.changeSettings({ ...defaultSettings, operatorName })

it('refuses a key that was entered and not saved yet, until another one is entered', async () => {
  const { operations } = openTestApp()
  await valueOf(operations.stageKey({ from: 'typed', text: ownKey }))
  expect(await asOperatorName(operations, ownKey)).toEqual(refused('operatorName'))
  await valueOf(operations.stageKey({ from: 'typed', text: 'another-key-0123456789' }))
  expect(await asOperatorName(operations, ownKey)).toMatchObject({ ok: true })
})

it('accepts what was entered in the field of a key once it is cleared', async () => {
  const { operations } = openTestApp()
  const { entryId } = await valueOf(operations.stageKey({ from: 'typed', text: ownKey }))
  await valueOf(operations.forgetStagedKey({ entryId }))
  expect(await asOperatorName(operations, ownKey)).toMatchObject({ ok: true })
})

it.each([
  ['passphrase of a key file', { text: 'winter-holidays-in-the-snow', isPassphrase: true }],
  ['phone number', { text: '+1-415-555-0101' }],
  ['web address', { text: 'https://calls.example.com' }],
  ['web address without a scheme', { text: 'calls.example.com:8443/api' }],
  ['text with an email address', { text: 'jane.appleseed@example.com' }],
  ['unique ID', { text: '0f8fad5b-d9cb-469f-a165-70867728950e' }],
  ['call’s ID', { text: '01JD3KZ5W8Q9R7T6Y4V2N1M0AB' }],
])('accepts a %s in other fields although it was entered in the field of a key', async (_name, { text, ...entry }) => {
  const { operations } = openTestApp()
  await valueOf(operations.stageKey({ from: 'typed', text, ...entry }))
  expect(await asOperatorName(operations, text)).toMatchObject({ ok: true })
})

it('refuses a new key that is shown and not saved in a profile', async () => {
  const { service, key } = await startService()
  const listener = await startPracticeListener({
    ...service,
    async handle(request) {
      const answer = await service.handle(request)
      if (request.method !== 'POST' || !request.url.endsWith('/api-keys')) return answer
      const created: unknown = await answer.response.json()
      return { ...answer, response: Response.json({ ...Object(created), api_key: ownKey }) }
    },
  })
  onTestFinished(() => listener.close())
  const { operations } = openTestApp()
  const { id } = await connectService(operations, { origin: listener.origin, key })
  expect(await valueOf(operations.createKey({ profileId: id, name: 'desk' }))).toMatchObject({ step: 'made' })
  expect(await asOperatorName(operations, ownKey)).toEqual(refused('operatorName'))
})

it('masks a known key in the reason for archiving a key, also after the key has left the memory', async () => {
  const { operations, profile, other, onDisk } = await open()
  await valueOf(operations.removeProfile({ profileId: other.id }))
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // Defined by --expose-gc.
  await expect
    .poll(() => {
      collect()
      return liveSecrets().some((secret) => openSecret(secret) === ownKey)
    })
    .toBe(false)
  const { id: profileId } = profile
  const keys = await valueOf(operations.listKeys({ profileId, includeArchived: false }))
  const apiKeyId = keys.find(({ usedByThisApp }) => !usedByThisApp)?.id ?? 0
  const reason = `${ownKey} was in a mail: ${ownKey}`
  await valueOf(operations.archiveKey({ profileId, apiKeyId, confirmation: '', compromised: reason }))
  await valueOf(operations.reactivateKey({ profileId, apiKeyId, reason }))
  const [key] = (await valueOf(operations.listKeys({ profileId, includeArchived: true }))).filter(({ mark }) => mark)
  expect.soft(key?.mark?.compromised.reason).toBe('[secret] was in a mail: [secret]')
  const audit = await valueOf(operations.listAudit({ before: null, limit: 20 }))
  expect.soft(JSON.stringify(audit)).toContain('[secret] was in a mail: [secret]')
  expect(onDisk()).not.toContain(ownKey)
})

it('accepts a name that only begins like a key', async () => {
  const { operations, profile, draft, write } = await open()
  const name = 'dgr_policy_holder_first_name'
  const { callId } = await valueOf(operations.triggerCall({ ...draft, initialContext: { [name]: `{{${name}}}` } }))
  expect(callId).toBe(draft.callId)
  const text = `Phone,${name}\n+14155550101,Jane\n+14155550102,Joe`
  expect((await valueOf(operations.openListText({ profileId: profile.id, text }))).headers).toEqual(['Phone', name])
  write('names.csv', text)
  const register = { practice: false, source: 'FTC', expiresAt: null }
  expect(await valueOf(operations.importDoNotCall(register))).toMatchObject({ register: { numbers: 2 } })
})

it('says that nothing was exported if the search for calls contains a key', async () => {
  const { operations } = openTestApp()
  const exported = await operations.exportCalls({ search: formKey, format: 'csv' })
  const [issue] = !exported.ok && exported.failure.kind === 'invalid' ? exported.failure.issues : []
  expect(issue).toMatchObject({ path: ['search'], code: 'containsKey' })
  const elsewhere = messages.issue.text({ path: ['note'], code: 'containsKey' })
  expect(issue && messages.issue.text(issue)).not.toBe(elsewhere)
})

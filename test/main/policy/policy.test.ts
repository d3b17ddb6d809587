import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/contract/failure.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { readAllowedOrigin } from '../../../src/main/profiles/origin.ts'
import { mayCarryKey } from '../../../src/main/service/origin-rule.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'
import { rootOf } from '../storage/root-of.ts'

const owners = [process.getuid?.() ?? 0]

/** A desk on a computer with this policy; the same data folder again is a restart. */
const openRuled = async (policy: unknown, folder = temporaryFolder(), file = join(folder, 'policy.json')) => {
  if (policy !== null) writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy))
  const opened = openTestDesk({ file: join(folder, 'rundesk.db'), parts: { policyFile: { file, owners } } })
  await valueOf(opened.desk.start())
  return { ...opened, folder }
}

const connectTo = async (ask: Awaited<ReturnType<typeof openRuled>>['ask'], origin: string) => {
  const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: 'dgr_a_key_for_the_policy' }))
  const label = { name: 'Acme', color: 'blue' } as const
  return ask.addProfile({ kind: 'service', ...label, origin, entryId, custody: 'session', unchecked: true })
}

/** Overwrites the head of an index: the file is damaged, and its records are whole. */
const spoilIndex = (file: string): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8, 0x5a), 0, 8, rootOf(file, 'calls_by_number'))
  closeSync(handle)
}

describe('a computer with a policy', () => {
  it('has the settings that it sets, and lets nobody change them', async () => {
    const { ask } = await openRuled({
      version: 1,
      settings: { keepPersonalDataDays: 30 },
      lockedSettings: ['notifications'],
    })
    const settings = await valueOf(ask.readSettings({}))
    expect(settings).toMatchObject({ keepPersonalDataDays: 30, notifications: defaultSettings.notifications })
    const refused = { ok: false, failure: { kind: 'invalid' } }
    expect(await ask.changeSettings({ ...settings, keepPersonalDataDays: 31 })).toMatchObject(refused)
    expect(await ask.changeSettings({ ...settings, notifications: false })).toEqual({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: ['notifications'], code: 'setByPolicy' }] },
    })
    expect(await valueOf(ask.changeSettings({ ...settings, repeatMinutes: 20 }))).toMatchObject({ repeatMinutes: 20 })
  })

  it('lets the other settings be changed although the file it names is not there yet', async () => {
    const { ask } = await openRuled({ version: 1, settings: { extraCertificatesFile: '/no/such/file.pem' } })
    const settings = await valueOf(ask.readSettings({}))
    expect(await ask.changeSettings({ ...settings, operatorName: 'Ana Lima' })).toMatchObject({ ok: true })
    expect(await ask.changeSettings({ ...settings, extraCertificatesFile: null })).toMatchObject({ ok: false })
  })

  it('connects only what it allows, and this computer itself', async () => {
    const { ask } = await openRuled({ version: 1, allowedOrigins: ['https://voice.acme.example'] })
    expect(await connectTo(ask, 'https://elsewhere.example')).toEqual({
      ok: false,
      failure: {
        kind: 'invalid',
        issues: [{ path: ['origin'], code: 'originNotAllowed', words: 'https://elsewhere.example' }],
      },
    })
    expect(await connectTo(ask, 'http://127.0.0.1:9')).toMatchObject({ ok: true })
  })

  it('sends no key to a service that was connected before the policy came', async () => {
    const before = await openRuled(null)
    const profile = {
      kind: 'service',
      id: '01JD0000000000000000000001',
      name: 'Elsewhere',
      color: 'blue',
      createdAt: '2026-11-21T10:00:00.000Z',
      referenceName: null,
      origin: 'https://elsewhere.example',
      custody: 'session',
    } as const
    await valueOf(before.storage.ask('saveProfile', { profile }))
    await before.desk.close()
    const { ask } = await openRuled({ version: 1, allowedOrigins: ['https://voice.acme.example'] }, before.folder)
    expect(await ask.listAgents({ profileId: profile.id })).toEqual({
      ok: false,
      failure: { kind: 'unreachable', cause: 'policy' },
    })
  })

  it('goes on as the last good file said while the one that is there is broken, and forgets it with the file', async () => {
    const first = await openRuled({ version: 1, settings: { repeatMinutes: 60 } })
    expect(await valueOf(first.ask.readPolicy({}))).toMatchObject({ state: 'inForce', locked: ['repeatMinutes'] })
    await first.desk.close()
    const second = await openRuled('{ "version": 1, "settings": ', first.folder)
    expect(await valueOf(second.ask.readPolicy({}))).toMatchObject({ state: 'kept', reason: 'notJson' })
    expect(await valueOf(second.ask.readSettings({}))).toMatchObject({ repeatMinutes: 60 })
    await valueOf(second.ask.changeSettings({ ...(await valueOf(second.ask.readSettings({}))), dialSeconds: 200 }))
    await second.desk.close()
    const third = await openRuled(null, first.folder, join(first.folder, 'not-there.json'))
    expect(await valueOf(third.ask.readPolicy({}))).toMatchObject({ state: 'none', locked: [] })
    // What the policy had set was never the people's own; what they changed meanwhile is.
    expect(await valueOf(third.ask.readSettings({}))).toMatchObject({ repeatMinutes: 10, dialSeconds: 200 })
  })

  it('goes on as the last good file said after its history was damaged, and so do the people’s own settings', async () => {
    const first = await openRuled(null)
    await valueOf(first.ask.changeSettings({ ...defaultSettings, repeatMinutes: 20, operatorName: 'Ana Lima' }))
    await valueOf(first.storage.ask('backUp', { now: '2026-11-20T09:00:00.000Z' }))
    await first.desk.close()
    const { folder } = first
    const second = await openRuled({ version: 1, settings: { repeatMinutes: 60 } }, folder)
    await valueOf(second.ask.changeSettings({ ...(await valueOf(second.ask.readSettings({}))), dialSeconds: 200 }))
    await second.desk.close()
    spoilIndex(join(folder, 'rundesk.db'))
    const third = await openRuled('{ "version": 1, "settings": ', folder)
    expect(await valueOf(third.ask.readPolicy({}))).toMatchObject({ state: 'kept' })
    const theirs = { operatorName: 'Ana Lima', dialSeconds: 200 }
    expect(await valueOf(third.ask.readSettings({}))).toMatchObject({ repeatMinutes: 60, ...theirs })
    await third.desk.close()
    const fourth = await openRuled(null, folder, join(folder, 'not-there.json'))
    expect(await valueOf(fourth.ask.readSettings({}))).toMatchObject({ repeatMinutes: 20, ...theirs })
  })

  it('works without one, and says so, when the first file it meets is broken', async () => {
    const { ask } = await openRuled('[]')
    expect(await valueOf(ask.readPolicy({}))).toMatchObject({ state: 'refused', reason: 'content', locked: [] })
    expect(await valueOf(ask.readSettings({}))).toEqual(defaultSettings)
  })
})

describe('plain http on the local network', () => {
  it.each([
    ['http://10.0.0.7:8000', true],
    ['http://172.16.0.1', true],
    ['http://172.32.0.1', false],
    ['http://192.168.1.4', true],
    ['http://169.254.7.7', true],
    ['http://[fd00::1]:8000', true],
    ['http://[fe80::1]', true],
    ['http://[2001:db8::1]', false],
    ['http://voice.internal', true],
    ['http://voice.local', true],
    ['http://voice.home.arpa', true],
    ['http://voice', false],
    ['http://10.0.0.7.example.com', false],
    ['http://voice.local.example.com', false],
    ['http://8.8.8.8', false],
  ])('%s: %s by policy, never without', (origin, allowed) => {
    expect(mayCarryKey(origin, true)).toBe(allowed)
    expect(mayCarryKey(origin)).toBe(false)
  })

  it('is taken for a profile only where the policy says so', () => {
    const rules = { trialRuntime: false, allows: () => true }
    const read = (lan: boolean) => readAllowedOrigin('10.0.0.7:8000', { ...rules, plainHttpOnLan: () => lan })
    expect(read(true)).toEqual(succeed('https://10.0.0.7:8000'))
    const readPlain = (lan: boolean) =>
      readAllowedOrigin('http://10.0.0.7:8000', { ...rules, plainHttpOnLan: () => lan })
    expect(readPlain(true)).toEqual(succeed('http://10.0.0.7:8000'))
    expect(readPlain(false)).toMatchObject({ ok: false })
  })
})

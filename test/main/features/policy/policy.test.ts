import { chmodSync, closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../../../src/contract/failure.ts'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import { readAllowedOrigin } from '../../../../src/main/features/profiles/connections.ts'
import { mayCarryKey } from '../../../../src/main/service/exchange.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'
import { rootOf } from '../../storage/open-storage.ts'
import { execFileSync } from 'node:child_process'
import { policySource, readPolicy, readPolicyFile } from '../../../../src/main/features/policy/index.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'

const owners = [process.getuid?.() ?? 0]

/** Opens an app with this policy. Opening the same data folder again is a restart. */
const openWithPolicy = async (policy: unknown, folder = temporaryFolder(), file = join(folder, 'policy.json')) => {
  if (policy !== null) writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy))
  const opened = openTestApp({ file: join(folder, 'rundesk.db'), parts: { policyFile: { file, owners } } })
  await valueOf(opened.app.start())
  return { ...opened, folder }
}

const connectTo = async (operations: Awaited<ReturnType<typeof openWithPolicy>>['operations'], origin: string) => {
  const { entryId } = await valueOf(operations.stageKey({ from: 'typed', text: 'dgr_a_key_for_the_policy' }))
  const label = { name: 'Acme', color: 'blue' } as const
  return operations.addProfile({ kind: 'service', ...label, origin, entryId, keyStorage: 'session', unchecked: true })
}

/** Overwrites the header of an index: the file is damaged, but its records are intact. */
const damageIndex = (file: string): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8, 0x5a), 0, 8, rootOf(file, 'calls_by_number'))
  closeSync(handle)
}

describe('a computer with a policy', () => {
  it('has the settings of the policy, which cannot be changed', async () => {
    const { operations } = await openWithPolicy({
      version: 1,
      settings: { keepPersonalDataDays: 30 },
      lockedSettings: ['notifications'],
    })
    const settings = await valueOf(operations.readSettings({}))
    expect(settings).toMatchObject({ keepPersonalDataDays: 30, notifications: defaultSettings.notifications })
    const refused = { ok: false, failure: { kind: 'invalid' } }
    expect(await operations.changeSettings({ ...settings, keepPersonalDataDays: 31 })).toMatchObject(refused)
    expect(await operations.changeSettings({ ...settings, notifications: false })).toEqual({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: ['notifications'], code: 'setByPolicy' }] },
    })
    expect(await valueOf(operations.changeSettings({ ...settings, repeatMinutes: 20 }))).toMatchObject({
      repeatMinutes: 20,
    })
  })

  it('allows changes to other settings while a file that the policy names is missing', async () => {
    const { operations } = await openWithPolicy({
      version: 1,
      settings: { extraCertificatesFile: '/no/such/file.pem' },
    })
    const settings = await valueOf(operations.readSettings({}))
    expect(await operations.changeSettings({ ...settings, operatorName: 'Ana Lima' })).toMatchObject({ ok: true })
    expect(await operations.changeSettings({ ...settings, extraCertificatesFile: null })).toMatchObject({ ok: false })
  })

  it('connects only to allowed origins and loopback', async () => {
    const { operations } = await openWithPolicy({ version: 1, allowedOrigins: ['https://voice.acme.example'] })
    expect(await connectTo(operations, 'https://elsewhere.example')).toEqual({
      ok: false,
      failure: {
        kind: 'invalid',
        issues: [{ path: ['origin'], code: 'originNotAllowed', words: 'https://elsewhere.example' }],
      },
    })
    expect(await connectTo(operations, 'http://127.0.0.1:9')).toMatchObject({ ok: true })
  })

  it('sends no key to a service that was connected before the policy was set', async () => {
    const before = await openWithPolicy(null)
    const profile = {
      kind: 'service',
      id: '01JD0000000000000000000001',
      name: 'Elsewhere',
      color: 'blue',
      createdAt: '2026-11-21T10:00:00.000Z',
      referenceName: null,
      origin: 'https://elsewhere.example',
      keyStorage: 'session',
    } as const
    await valueOf(before.storage.run('saveProfile', { profile }))
    await before.app.close()
    const { operations } = await openWithPolicy(
      { version: 1, allowedOrigins: ['https://voice.acme.example'] },
      before.folder,
    )
    expect(await operations.listAgents({ profileId: profile.id })).toEqual({
      ok: false,
      failure: { kind: 'unreachable', cause: 'policy' },
    })
  })

  it('keeps the last valid policy while the file is broken, and drops it with the file', async () => {
    const first = await openWithPolicy({ version: 1, settings: { repeatMinutes: 60 } })
    expect(await valueOf(first.operations.readPolicy({}))).toMatchObject({
      state: 'inForce',
      locked: ['repeatMinutes'],
    })
    await first.app.close()
    const second = await openWithPolicy('{ "version": 1, "settings": ', first.folder)
    expect(await valueOf(second.operations.readPolicy({}))).toMatchObject({ state: 'kept', reason: 'notJson' })
    expect(await valueOf(second.operations.readSettings({}))).toMatchObject({ repeatMinutes: 60 })
    await valueOf(
      second.operations.changeSettings({ ...(await valueOf(second.operations.readSettings({}))), dialSeconds: 200 }),
    )
    await second.app.close()
    const third = await openWithPolicy(null, first.folder, join(first.folder, 'not-there.json'))
    expect(await valueOf(third.operations.readPolicy({}))).toMatchObject({ state: 'none', locked: [] })
    // The policy's values were not saved as the user's own; later changes were.
    expect(await valueOf(third.operations.readSettings({}))).toMatchObject({ repeatMinutes: 10, dialSeconds: 200 })
  })

  it('does not restore a policy that ended with its file when a later file is broken', async () => {
    const first = await openWithPolicy({ version: 1, settings: { keepPersonalDataDays: 20 } })
    await first.app.close()
    rmSync(join(first.folder, 'policy.json'))
    const second = await openWithPolicy(null, first.folder)
    expect(await valueOf(second.operations.readPolicy({}))).toMatchObject({ state: 'none', locked: [] })
    await second.app.close()
    const third = await openWithPolicy('[]', first.folder)
    expect(await valueOf(third.operations.readPolicy({}))).toMatchObject({ state: 'refused', locked: [] })
    expect(await valueOf(third.operations.readSettings({}))).toEqual(defaultSettings)
  })

  it('keeps the last valid policy and the user’s settings after the history was damaged', async () => {
    const first = await openWithPolicy(null)
    await valueOf(first.operations.changeSettings({ ...defaultSettings, repeatMinutes: 20, operatorName: 'Ana Lima' }))
    await valueOf(first.storage.run('backUp', { now: '2026-11-20T09:00:00.000Z' }))
    await first.app.close()
    const { folder } = first
    const second = await openWithPolicy({ version: 1, settings: { repeatMinutes: 60 } }, folder)
    await valueOf(
      second.operations.changeSettings({ ...(await valueOf(second.operations.readSettings({}))), dialSeconds: 200 }),
    )
    await second.app.close()
    damageIndex(join(folder, 'rundesk.db'))
    const third = await openWithPolicy('{ "version": 1, "settings": ', folder)
    expect(await valueOf(third.operations.readPolicy({}))).toMatchObject({ state: 'kept' })
    const theirs = { operatorName: 'Ana Lima', dialSeconds: 200 }
    expect(await valueOf(third.operations.readSettings({}))).toMatchObject({ repeatMinutes: 60, ...theirs })
    await third.app.close()
    const fourth = await openWithPolicy(null, folder, join(folder, 'not-there.json'))
    expect(await valueOf(fourth.operations.readSettings({}))).toMatchObject({ repeatMinutes: 20, ...theirs })
  })

  it('works without a policy, and reports it, if the first file is broken', async () => {
    const { operations } = await openWithPolicy('[]')
    expect(await valueOf(operations.readPolicy({}))).toMatchObject({ state: 'refused', reason: 'content', locked: [] })
    expect(await valueOf(operations.readSettings({}))).toEqual(defaultSettings)
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
  ])('%s: %s with the policy, never without', (origin, allowed) => {
    expect(mayCarryKey(origin, true)).toBe(allowed)
    expect(mayCarryKey(origin)).toBe(false)
  })

  it('is accepted for a profile only if the policy allows it', () => {
    const rules = { trialRuntime: false, allows: () => true }
    const read = (lan: boolean) => readAllowedOrigin('10.0.0.7:8000', { ...rules, plainHttpOnLan: () => lan })
    expect(read(true)).toEqual(succeed('https://10.0.0.7:8000'))
    const readPlain = (lan: boolean) =>
      readAllowedOrigin('http://10.0.0.7:8000', { ...rules, plainHttpOnLan: () => lan })
    expect(readPlain(true)).toEqual(succeed('http://10.0.0.7:8000'))
    expect(readPlain(false)).toMatchObject({ ok: false })
  })
})

const whole = {
  version: 1,
  allowedOrigins: ['https://voice.acme.example', 'http://10.0.0.7:8000'],
  plainHttpOnLan: true,
  updates: 'off',
  settings: {
    keepPersonalDataDays: 30,
    quietHours: { on: true, from: '20:00', to: '09:00' },
    proxy: { mode: 'manual', url: 'http://proxy.acme.example:8080', user: null },
    extraCertificatesFile: '/etc/ssl/acme.pem',
  },
  lockedSettings: ['notifications', 'links'],
  lists: {
    hours: { from: '09:00', to: '18:00' },
    types: ['service', 'debt'],
    consentRequired: ['debt'],
    maxCalls: 500,
    maxAtOnce: 5,
  },
}

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

const inFile = (text: string | Uint8Array, mode = 0o644): string => {
  const file = join(temporaryFolder(), 'policy.json')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

describe('a policy', () => {
  it('is accepted in full, with or without a byte order mark', () => {
    expect(readPolicy(bytes(whole))).toEqual({ found: 'policy', policy: whole })
    expect(readPolicy(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes(whole)]))).toMatchObject({ found: 'policy' })
  })

  it.each([
    ['another version', { ...whole, version: 2 }, 'version'],
    ['an unknown name', { ...whole, allowOrigins: [] }, 'allowOrigins'],
    ['an unknown setting', { ...whole, settings: { keepDays: 3 } }, 'settings.keepDays'],
    ['a setting that belongs to the user', { ...whole, settings: { operatorName: 'Ana' } }, 'settings.operatorName'],
    ['an impossible value', { ...whole, settings: { keepPersonalDataDays: 0 } }, 'settings.keepPersonalDataDays'],
    ['an origin with a path', { ...whole, allowedOrigins: ['https://voice.acme.example/api'] }, 'allowedOrigins.0'],
    ['an explicit default port', { ...whole, allowedOrigins: ['https://voice.acme.example:443'] }, 'allowedOrigins.0'],
    ['an empty list of origins', { ...whole, allowedOrigins: [] }, 'allowedOrigins'],
    ['updates, which do not exist', { ...whole, updates: 'on' }, 'updates'],
    [
      'a password in the proxy address',
      { ...whole, settings: { proxy: { mode: 'manual', url: 'http://ana:secret@proxy:1', user: null } } },
      'settings.proxy.url',
    ],
    ['list hours without an end', { ...whole, lists: { hours: { from: '09:00', to: '09:00' } } }, 'lists.hours.to'],
    ['an unknown type of list', { ...whole, lists: { types: ['sales'] } }, 'lists.types.0'],
    ['an unknown rule for lists', { ...whole, lists: { days: [1] } }, 'lists.days'],
    ['a list', [whole], null],
  ])('is refused in full for %s', (_what, value, at) => {
    expect(readPolicy(bytes(value))).toEqual({ found: 'refused', reason: 'content', at })
  })

  it('is read unchanged or refused: 10,000 broken and hostile files', () => {
    const random = createSeededRandom(1)
    const text = JSON.stringify(whole)
    const pieces = ['{', '}', '"', '\\', '\u0000', '\ud800', '[', ',', ':', '1e999', '__proto__', 'constructor', 'null']
    const found = new Map<string, number>()
    for (let turn = 0; turn < 10_000; turn += 1) {
      const file = Buffer.from(text)
      const at = Math.floor(random() * file.length)
      const piece = pieces[Math.floor(random() * pieces.length)] ?? ''
      const changed = [
        () => Buffer.from(file.map((byte, index) => (index === at ? Math.floor(random() * 256) : byte))),
        () => file.subarray(0, at),
        () => Buffer.concat([file.subarray(0, at), Buffer.from(piece), file.subarray(at)]),
        () => Buffer.from('['.repeat(Math.floor(random() * 60_000))),
        () => Buffer.from(Array.from({ length: Math.floor(random() * 500) }, () => Math.floor(random() * 256))),
        () => Buffer.alloc(64 * 1024 + 1 + Math.floor(random() * 10), 32),
        () => Buffer.from(`{"version":1,"${piece}":${text}}`),
      ][turn % 7]?.()
      const read = readPolicy(changed ?? file)
      const kind = read.found === 'refused' ? read.reason : read.found
      found.set(kind, (found.get(kind) ?? 0) + 1)
      // An accepted policy stays the same when it is written and read back.
      const again = read.found === 'policy' ? readPolicy(bytes(read.policy)) : read
      expect(again).toEqual(read)
    }
    expect([...found.keys()].toSorted()).toEqual(['content', 'notJson', 'notText', 'policy', 'tooLarge'])
  })
})

describe('the policy file', () => {
  it('is read if an administrator owns it', async () => {
    expect(await readPolicyFile({ file: inFile(JSON.stringify(whole)), owners })).toMatchObject({ found: 'policy' })
    expect(await readPolicyFile({ file: join(temporaryFolder(), 'none.json'), owners })).toEqual({ found: 'none' })
  })

  it.each([
    ['someone else’s', () => inFile('{}'), [4_294_967_000], 'owner'],
    ['writable by its group', () => inFile('{}', 0o664), owners, 'writable'],
    ['writable by everyone', () => inFile('{}', 0o646), owners, 'writable'],
    ['a folder', () => temporaryFolder(), owners, 'notAFile'],
    ['a device', () => '/dev/zero', [0], 'notAFile'],
    ['too large', () => inFile(' '.repeat(70_000)), owners, 'tooLarge'],
  ])('is refused if it is %s', async (_what, make, permitted, reason) => {
    expect(await readPolicyFile({ file: make(), owners: permitted })).toEqual({ found: 'refused', reason, at: null })
  })

  it('does not block startup if it is a pipe, and is checked at the target of a link', async () => {
    const pipe = join(temporaryFolder(), 'policy.json')
    execFileSync('mkfifo', [pipe])
    expect(await readPolicyFile({ file: pipe, owners })).toMatchObject({ found: 'refused', reason: 'notAFile' })
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'real'))
    writeFileSync(join(folder, 'real', 'policy.json'), JSON.stringify(whole), { mode: 0o600 })
    chmodSync(join(folder, 'real', 'policy.json'), 0o606)
    symlinkSync(join(folder, 'real', 'policy.json'), join(folder, 'policy.json'))
    expect(await readPolicyFile({ file: join(folder, 'policy.json'), owners })).toMatchObject({ reason: 'writable' })
  })

  it('has a fixed path in a packaged app', () => {
    const parts = { platform: 'linux', packaged: true, override: '/tmp/mine.json', userId: 1000 } as const
    expect(policySource(parts)).toEqual({ file: '/etc/rundesk/policy.json', owners: [0] })
    expect(policySource({ ...parts, packaged: false })).toEqual({ file: '/tmp/mine.json', owners: [0, 1000] })
    expect(policySource({ ...parts, platform: 'win32', userId: undefined }).file).toContain('ProgramData')
  })
})

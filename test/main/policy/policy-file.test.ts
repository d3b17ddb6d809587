import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPolicy, readPolicyFile } from '../../../src/main/policy/policy-file.ts'
import { policyPlace } from '../../../src/main/policy/policy-place.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

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
}

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const owners = [process.getuid?.() ?? 0]

const inFile = (text: string | Uint8Array, mode = 0o644): string => {
  const file = join(temporaryFolder(), 'policy.json')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

describe('a policy', () => {
  it('is taken whole, with or without a byte order mark', () => {
    expect(readPolicy(bytes(whole))).toEqual({ found: 'policy', policy: whole })
    expect(readPolicy(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes(whole)]))).toMatchObject({ found: 'policy' })
  })

  it.each([
    ['another version', { ...whole, version: 2 }, 'version'],
    ['a name that is not known', { ...whole, allowOrigins: [] }, 'allowOrigins'],
    ['a setting that is not known', { ...whole, settings: { keepDays: 3 } }, 'settings.keepDays'],
    ['a setting of the person', { ...whole, settings: { operatorName: 'Ana' } }, 'settings.operatorName'],
    ['a value that cannot be', { ...whole, settings: { keepPersonalDataDays: 0 } }, 'settings.keepPersonalDataDays'],
    ['an origin with a path', { ...whole, allowedOrigins: ['https://voice.acme.example/api'] }, 'allowedOrigins.0'],
    [
      'a port that is meant anyway',
      { ...whole, allowedOrigins: ['https://voice.acme.example:443'] },
      'allowedOrigins.0',
    ],
    ['no origin at all', { ...whole, allowedOrigins: [] }, 'allowedOrigins'],
    ['updates, of which there are none', { ...whole, updates: 'on' }, 'updates'],
    [
      'a password in the address of the proxy',
      { ...whole, settings: { proxy: { mode: 'manual', url: 'http://ana:secret@proxy:1', user: null } } },
      'settings.proxy.url',
    ],
    ['a list', [whole], null],
  ])('is refused as a whole for %s', (_what, value, at) => {
    expect(readPolicy(bytes(value))).toEqual({ found: 'refused', reason: 'content', at })
  })

  it('stays what it is, or is refused: 10,000 broken and hostile files', () => {
    const random = createSeededRandom(1)
    const text = JSON.stringify(whole)
    const pieces = ['{', '}', '"', '\\', '\u0000', '\ud800', '[', ',', ':', '1e999', '__proto__', 'constructor', 'null']
    const found = new Map<string, number>()
    for (let turn = 0; turn < 10_000; turn += 1) {
      const file = Buffer.from(text)
      const at = Math.floor(random() * file.length)
      const piece = pieces[Math.floor(random() * pieces.length)] ?? ''
      const changed = [
        () => Buffer.from(file.map((byte, place) => (place === at ? Math.floor(random() * 256) : byte))),
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
      // What was taken says the same when it is written and read again: nothing hides in it.
      const again = read.found === 'policy' ? readPolicy(bytes(read.policy)) : read
      expect(again).toEqual(read)
    }
    expect([...found.keys()].toSorted()).toEqual(['content', 'notJson', 'notText', 'policy', 'tooLarge'])
  })
})

describe('the file of a policy', () => {
  it('is read where it is the administrator’s own', async () => {
    expect(await readPolicyFile({ file: inFile(JSON.stringify(whole)), owners })).toMatchObject({ found: 'policy' })
    expect(await readPolicyFile({ file: join(temporaryFolder(), 'none.json'), owners })).toEqual({ found: 'none' })
  })

  it.each([
    ['somebody else’s', () => inFile('{}'), [4_294_967_000], 'owner'],
    ['writable by its group', () => inFile('{}', 0o664), owners, 'writable'],
    ['writable by everybody', () => inFile('{}', 0o646), owners, 'writable'],
    ['a folder', () => temporaryFolder(), owners, 'notAFile'],
    ['a device', () => '/dev/zero', [0], 'notAFile'],
    ['too large', () => inFile(' '.repeat(70_000)), owners, 'tooLarge'],
  ])('is refused when it is %s', async (_what, make, believed, reason) => {
    expect(await readPolicyFile({ file: make(), owners: believed })).toEqual({ found: 'refused', reason, at: null })
  })

  it('holds nobody up when it is a pipe, and is judged by what a link leads to', async () => {
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

  it('cannot be led elsewhere in a packaged app', () => {
    const parts = { platform: 'linux', packaged: true, asked: '/tmp/mine.json', userId: 1000 } as const
    expect(policyPlace(parts)).toEqual({ file: '/etc/rundesk/policy.json', owners: [0] })
    expect(policyPlace({ ...parts, packaged: false })).toEqual({ file: '/tmp/mine.json', owners: [0, 1000] })
    expect(policyPlace({ ...parts, platform: 'win32', userId: undefined }).file).toContain('ProgramData')
  })
})

import { expect, it } from 'vitest'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { createDiagnostics } from '../../../src/main/bundles/diagnostics.ts'
import { type DiagnosticsFacts, diagnosticsText } from '../../../src/main/bundles/diagnostics-text.ts'
import { valueOf } from '../../support/test-desk.ts'
import { noPolicy } from '../../support/no-policy.ts'
import { anApp } from '../doctor/a-doctor.ts'
import { plainScrub } from './an-evidence.ts'

const key = 'dgr_Zk3vQ8pL0sT5wY2bN7cX1mR4hJ6gF9dAeUiOoPaSzDk'

const facts = (change: Partial<DiagnosticsFacts> = {}): DiagnosticsFacts => ({
  madeAt: '2026-11-21T10:00:00.000Z',
  app: anApp,
  profiles: [
    {
      id: '01K000000000000000000ACME7',
      kind: 'service',
      name: 'Jane’s own company',
      color: 'blue',
      createdAt: '2026-11-01T10:00:00.000Z',
      referenceName: 'rundesk_call_id',
      origin: 'https://voice.acme.example',
      custody: 'keychain',
    },
  ],
  settings: defaultSettings,
  policy: noPolicy,
  history: succeed({
    stopped: null,
    check: null,
    backups: { count: 7, newestAt: null, failed: null },
    recovered: null,
  }),
  doctor: {
    subject: { kind: 'here' },
    origin: 'https://voice.acme.example',
    startedAt: '2026-11-21T09:59:00.000Z',
    endedAt: '2026-11-21T09:59:02.000Z',
    lines: [
      {
        check: 'tcp',
        step: 'done',
        finding: { code: 'tcpRefused', facts: { host: 'voice.acme.example', port: '443' } },
        because: null,
        milliseconds: 12.4,
      },
      { check: 'tls', step: 'skipped', finding: null, because: 'tcp', milliseconds: null },
    ],
  },
  health: [
    {
      profileId: '01K000000000000000000ACME7',
      hour: {
        from: '2026-11-21T09:00:00.000Z',
        until: '2026-11-21T10:00:00.000Z',
        samples: [
          { at: '2026-11-21T09:30:00.000Z', milliseconds: 84.4, version: '1.45.0', failure: null },
          {
            at: '2026-11-21T09:31:00.000Z',
            milliseconds: null,
            version: null,
            failure: { kind: 'unavailable', cause: 'timedOut' },
          },
        ],
      },
    },
  ],
  log: ['{"at":"2026-11-21T09:14:00.000Z","level":"info","event":"started"}'],
  ...change,
})

const setUp = (given = facts(), file: string | null = '/somewhere/diagnostics.txt') => {
  const written: [string, string][] = []
  const later: (() => void)[] = []
  const diagnostics = createDiagnostics({
    gather: () => Promise.resolve(given),
    chooseFile: () => Promise.resolve(file),
    write: async (path, text) => succeed(written.push([path, text])),
    scrub: plainScrub,
    clock: () => Date.parse('2026-11-21T10:00:00.000Z'),
    createUuid: () => crypto.randomUUID(),
    after: (_milliseconds, act) => later.push(act),
  })
  return { diagnostics, written, passTime: () => later.forEach((act) => act()) }
}

it('has a section a matter, with the facts in plain words', () => {
  const text = diagnosticsText(facts())
  for (const wanted of [
    '== Rundesk diagnostics ==\nmade 2026-11-21T10:00:00.000Z\nversion: 0.1.0',
    '01K000000000000000000ACME7 service reference: rundesk_call_id https://voice.acme.example key kept: keychain',
    'repeatMinutes: 10',
    'state: none',
    'backups: {"count":7,"newestAt":null,"failed":null}',
    'tcp: bad tcpRefused host=voice.acme.example port=443 12 ms',
    'tls: skipped because of tcp',
    '2026-11-21T09:30:00.000Z 84 ms 1.45.0',
    '2026-11-21T09:31:00.000Z unavailable timedOut',
    '"event":"started"',
  ])
    expect(text).toContain(wanted)
  expect(text).not.toContain('Jane')
})

it('says so where nothing is known', () => {
  const text = diagnosticsText(
    facts({ profiles: [], doctor: null, health: [], log: [], history: fail({ kind: 'storage', reason: 'corrupt' }) }),
  )
  expect(text.match(/\(nothing\)/g)).toHaveLength(4)
  expect(text).toContain('== History ==\nstorage corrupt')
})

it('is scrubbed line by line, whatever stood in the log', async () => {
  const { diagnostics } = setUp(
    facts({
      log: [`{"message":"x-api-key: ${key}"}`, '{"message":"called +1 415 555 0101"}', 'https://ana:pw@proxy/'],
    }),
  )
  const { text } = await valueOf(diagnostics.show())
  expect(text).not.toMatch(/dgr_Zk3|5550101|555 0101|ana:pw/)
  expect(text).toContain('…101')
})

it('leaves the versions of our own runtime readable, and masks what has no shape of one, or stands elsewhere', async () => {
  const app = { ...anApp, electron: '33.2.1', chromium: '130.0.6723.44', node: '+1 415 555 0101' }
  const { diagnostics } = setUp(facts({ app, log: ['{"called":"130.0.6723.44"}', 'chromium: 415.555.0101'] }))
  const { text } = await valueOf(diagnostics.show())
  expect(text).toContain('electron: 33.2.1\nchromium: 130.0.6723.44\nnode: …101')
  expect(text).toContain('{"called":"…344"}\nchromium: …101')
})

it('saves to the letter what was shown, also when things have changed since', async () => {
  let at = 'first'
  const { diagnostics, written } = setUp()
  const changing = createDiagnostics({
    gather: () => Promise.resolve(facts({ log: [at] })),
    chooseFile: () => Promise.resolve('/somewhere/diagnostics.txt'),
    write: async (path, text) => succeed(written.push([path, text])),
    scrub: plainScrub,
    clock: () => 0,
    createUuid: () => crypto.randomUUID(),
    after: () => undefined,
  })
  const shown = await valueOf(changing.show())
  at = 'second'
  expect(await changing.save(shown.diagnosticsId)).toEqual(succeed({ file: 'diagnostics.txt' }))
  expect(written).toEqual([['/somewhere/diagnostics.txt', shown.text]])
  expect(await diagnostics.save(shown.diagnosticsId)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
})

it('saves nothing that was not shown, was shown too long ago, or that nobody wants anywhere', async () => {
  const { diagnostics, written, passTime } = setUp()
  expect((await diagnostics.save('7f3c2a1e-0000-4000-8000-000000009b21')).ok).toBe(false)
  const { diagnosticsId } = await valueOf(diagnostics.show())
  passTime()
  expect((await diagnostics.save(diagnosticsId)).ok).toBe(false)
  const nowhere = setUp(facts(), null)
  const shown = await valueOf(nowhere.diagnostics.show())
  expect(await nowhere.diagnostics.save(shown.diagnosticsId)).toEqual(succeed({ file: null }))
  expect([...written, ...nowhere.written]).toEqual([])
})

import { expect, it } from 'vitest'
import { defaultSettings } from '../../../../../src/contract/settings.ts'
import { fail, succeed } from '../../../../../src/contract/failure.ts'
import {
  createDiagnostics,
  type DiagnosticsContent,
  diagnosticsText,
} from '../../../../../src/main/features/support/diagnostics.ts'
import { valueOf } from '../../../../support/test-app.ts'
import { noPolicy } from '../../../../support/no-policy.ts'
import { anApp } from '../doctor/create-test-doctor.ts'
import { plainScrub } from './create-evidence.ts'
import { openKeyApp } from '../../keys/open-key-app.ts'
import { fileMessages } from '../../../../../src/messages/native.ts'

const texts = fileMessages.diagnostics

const key = 'dgr_Zk3vQ8pL0sT5wY2bN7cX1mR4hJ6gF9dAeUiOoPaSzDk'

const content = (change: Partial<DiagnosticsContent> = {}): DiagnosticsContent => ({
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
      keyStorage: 'keychain',
    },
  ],
  settings: defaultSettings,
  policy: noPolicy,
  history: succeed({
    stopped: null,
    check: null,
    backups: { count: 7, newestAt: null, failed: null },
    recovered: null,
    unfinishedErasures: null,
    lastRecovery: null,
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
        finding: { code: 'tcpRefused', details: { host: 'voice.acme.example', port: '443' } },
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

const setUp = (given = content(), file: string | null = '/somewhere/diagnostics.txt') => {
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

it('contains one section per topic', () => {
  const text = diagnosticsText(content())
  for (const wanted of [
    `== ${texts.title} ==\n${texts.created('2026-11-21T10:00:00.000Z')}\nversion: 0.1.0`,
    `01K000000000000000000ACME7 service ${texts.reference('rundesk_call_id')} https://voice.acme.example ${texts.profile('keychain')}`,
    'repeatMinutes: 10',
    'state: none',
    'backups: {"count":7,"newestAt":null,"failed":null}',
    'tcp: bad tcpRefused host=voice.acme.example port=443 12 ms',
    `tls: skipped ${texts.skippedBecauseOf('tcp')}`,
    '2026-11-21T09:30:00.000Z 84 ms 1.45.0',
    '2026-11-21T09:31:00.000Z unavailable timedOut',
    '"event":"started"',
  ])
    expect(text).toContain(wanted)
  expect(text).not.toContain('Jane')
})

it('says since when the service was checked, even without a check', () => {
  const [known] = content().health
  if (known === undefined) throw new Error('There is no profile.')
  const { profileId, hour } = known
  const from = '2026-11-21T09:58:00.000Z'
  const text = diagnosticsText(content({ health: [{ profileId, hour: { ...hour, from, samples: [] } }] }))
  expect(text).toContain(`== ${texts.sections.health} ==\n${profileId} ${texts.checksSince(from)}\n`)
})

it('reports missing values as missing', () => {
  const text = diagnosticsText(
    content({ profiles: [], doctor: null, health: [], log: [], history: fail({ kind: 'storage', reason: 'corrupt' }) }),
  )
  expect(text.match(/\(nothing\)/g)).toHaveLength(4)
  expect(text).toContain('== History ==\nstorage corrupt')
})

it('redacts every line, including those of the log', async () => {
  const { diagnostics } = setUp(
    content({
      log: [`{"message":"x-api-key: ${key}"}`, '{"message":"called +1 415 555 0101"}', 'https://ana:pw@proxy/'],
    }),
  )
  const { text } = await valueOf(diagnostics.preview())
  expect(text).not.toMatch(/dgr_Zk3|5550101|555 0101|ana:pw/)
  expect(text).toContain('…101')
})

it('shows the versions of the runtime, and redacts anything else that looks like a number', async () => {
  const app = { ...anApp, electron: '33.2.1', chromium: '130.0.6723.44', node: '+1 415 555 0101' }
  const { diagnostics } = setUp(
    content({ app, log: ['{"called":"130.0.6723.44"}', 'chromium: 415.555.0101', '{"chromium":"415.555.0101.9"}'] }),
  )
  const { text } = await valueOf(diagnostics.preview())
  expect(text).toContain('electron: 33.2.1\nchromium: 130.0.6723.44\nnode: …101')
  expect(text).toContain('{"called":"…344"}\nchromium: …101\n{"chromium":"…019"}')
})

it('keeps times, IDs, ports, sizes and versions, even next to each other', async () => {
  const id = '01K0W3Z5QH1234567890ABCDEF'
  const at = '2026-11-21T09:14:00.123Z'
  const log = JSON.stringify({
    at,
    level: 'info',
    event: 'callSent',
    callId: id,
    runId: 48_213_777,
    milliseconds: 1_234_567,
    stack: `Error at file:///app/out/main/index.js:12345:67 (Chrome/130.0.6723.170, v24.10.0) ${at} 443`,
  })
  const [profile] = content().profiles
  if (profile === undefined) throw new Error('There is no profile.')
  const { diagnostics } = setUp(
    content({
      madeAt: at,
      profiles: [{ ...profile, id, origin: 'https://10.142.33.215:18443', kind: 'service', keyStorage: 'keychain' }],
      doctor: {
        subject: { kind: 'here' },
        origin: 'http://127.0.0.1:38211',
        startedAt: at,
        endedAt: at,
        lines: [
          {
            check: 'tcp',
            step: 'done',
            finding: { code: 'tcpRefused', details: { host: '10.142.33.215', port: '18443' } },
            because: null,
            milliseconds: 12_345.4,
          },
          {
            check: 'disk',
            step: 'done',
            finding: { code: 'diskEnough', details: { free: '412316860856' } },
            because: null,
            milliseconds: 1,
          },
        ],
      },
      log: [log],
    }),
  )
  const { text } = await valueOf(diagnostics.preview())
  expect(text).not.toContain('…')
  expect(text).toContain(log)
  expect(text).toContain(`${id} service`)
  expect(text).toContain('https://10.142.33.215:18443')
  expect(text).toContain('host=10.142.33.215 port=18443 12345 ms')
  expect(text).toContain('free=412316860856')
})

it('leaves the diagnostics of a running app unchanged, except for the phone number', async () => {
  const app = await openKeyApp()
  await valueOf(app.operations.checkHealth({ profileId: app.profileId }))
  await app.operations.readPhoneNumber({ text: '+1 415 555 0101', asTyped: false })
  const { text } = await valueOf(app.operations.previewDiagnostics({}))
  expect(text).toContain(app.profileId)
  expect(text).toContain(app.origin)
  expect(text).not.toMatch(/…\d{3}/)
})

it('saves exactly the text of the preview, even if values have changed since', async () => {
  let at = 'first'
  const { diagnostics, written } = setUp()
  const changing = createDiagnostics({
    gather: () => Promise.resolve(content({ log: [at] })),
    chooseFile: () => Promise.resolve('/somewhere/diagnostics.txt'),
    write: async (path, text) => succeed(written.push([path, text])),
    scrub: plainScrub,
    clock: () => 0,
    createUuid: () => crypto.randomUUID(),
    after: () => undefined,
  })
  const shown = await valueOf(changing.preview())
  at = 'second'
  expect(await changing.save(shown.diagnosticsId)).toEqual(succeed({ file: 'diagnostics.txt' }))
  expect(written).toEqual([['/somewhere/diagnostics.txt', shown.text]])
  expect(await diagnostics.save(shown.diagnosticsId)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
})

it('saves nothing without a preview, after the preview expired, or if no file was chosen', async () => {
  const { diagnostics, written, passTime } = setUp()
  expect((await diagnostics.save('7f3c2a1e-0000-4000-8000-000000009b21')).ok).toBe(false)
  const { diagnosticsId } = await valueOf(diagnostics.preview())
  passTime()
  expect((await diagnostics.save(diagnosticsId)).ok).toBe(false)
  const nowhere = setUp(content(), null)
  const shown = await valueOf(nowhere.diagnostics.preview())
  expect(await nowhere.diagnostics.save(shown.diagnosticsId)).toEqual(succeed({ file: null }))
  expect([...written, ...nowhere.written]).toEqual([])
})

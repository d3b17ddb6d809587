import { describe, expect, it } from 'vitest'
import { keep } from '../../support/keep.ts'
import { answering, httpAnswer, type RawScript, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { aClient, canaryKey } from './a-client.ts'

const token = '0b6f7c0e-5a53-4c8f-9d0e-70ken00000ab'

const start = async (script: RawScript): Promise<RawServer> => {
  return keep(await startRawServer(script))
}

const detail = (change: object = {}): string =>
  httpAnswer(
    '200 OK',
    JSON.stringify({
      recording_url: 'recordings/7.wav',
      transcript_url: 'transcripts/7.txt',
      public_access_token: token,
      recording_public_url: 'https://elsewhere.example/stolen',
      logs: {
        realtime_feedback_events: [
          { type: 'rtf-bot-text', timestamp: '2026-11-21T09:00:00.000Z', payload: { text: 'Hello.' } },
          { type: 'rtf-user-transcription', timestamp: null, payload: { text: 'Ye', final: false } },
          { type: 'rtf-user-transcription', timestamp: 'nonsense', payload: { text: 'Yes.', final: true } },
          { type: 'rtf-ttfb-metric', payload: {} },
          'nonsense',
        ],
      },
      ...change,
    }),
  )

const sendOn = (location: string, status = '302 Found'): string => httpAnswer(status, '', [`location: ${location}`])

/** A service that tells of the run, and answers its links and the question for an address with these bytes. */
const aService = (answers: { link?: string; signed?: string; detail?: string }) =>
  start({
    onRequest: (socket, request) => {
      const path = request.split(' ')[1] ?? ''
      if (path.startsWith('/api/v1/public/')) return socket.end(answers.link ?? httpAnswer('404 Not Found', '{}'))
      if (path.startsWith('/api/v1/s3/')) return socket.end(answers.signed ?? httpAnswer('404 Not Found', '{}'))
      return socket.end(answers.detail ?? detail())
    },
  })

const aStorage = (bytes = httpAnswer('200 OK', 'the file', ['content-type: audio/wav'])) => start(answering(bytes))

const download = async (service: RawServer, cap = 1_000) => {
  const found = await aClient(service.origin).artifacts(7)
  if (!found.ok) return found
  const file = await found.value.download('recording', cap)
  return file.ok ? Buffer.from(file.value).toString() : file.failure
}

const requests = ({ connections }: RawServer): string[] => connections.map(({ received }) => received)

describe('the artifacts of a run', () => {
  it('are fetched over one redirect to another host, and the key stays with the question about the run', async () => {
    const storage = await aStorage()
    const service = await aService({ link: sendOn(`${storage.origin}/bucket/recordings/7.wav?sig=1`) })
    expect(await download(service)).toBe('the file')
    const [asked, link] = requests(service)
    expect(asked).toContain(canaryKey)
    expect(link).toMatch(new RegExp(`^GET /api/v1/public/download/workflow/${token}/recording HTTP`))
    expect(link).not.toContain(canaryKey)
    expect(storage.received()).toMatch(/^GET \/bucket\/recordings\/7\.wav\?sig=1 HTTP/)
    expect(storage.received()).not.toContain(canaryKey)
    expect(storage.received().toLowerCase()).not.toMatch(/x-api-key|authorization|cookie|referer/)
  })

  it('are told with what was noted of the talk, the final words only', async () => {
    const found = await aClient((await aService({})).origin).artifacts(7)
    if (!found.ok) throw new Error(found.failure.kind)
    expect(found.value.notes).toEqual([
      { speaker: 'agent', text: 'Hello.', at: '2026-11-21T09:00:00.000Z' },
      { speaker: 'callee', text: 'Yes.', at: null },
    ])
    expect([found.value.has('recording'), found.value.has('transcript')]).toEqual([true, true])
  })

  it('are never fetched over a second redirect', async () => {
    const further = await aStorage()
    const storage = await aStorage(sendOn(further.origin))
    const service = await aService({ link: sendOn(storage.origin) })
    expect(await download(service)).toEqual({ kind: 'unavailable', cause: 'redirected' })
    expect(further.requestCount()).toBe(0)
  })

  it.each([
    'http://storage.example/recordings/7.wav',
    'https://somebody:password@storage.example/7.wav',
    'ftp://127.0.0.1/7.wav',
    'file:///etc/passwd',
    'http://[::ffff:10.0.0.1]/7.wav',
    '//storage.example/7.wav',
    'http://',
  ])('are not fetched from %s', async (location) => {
    expect(await download(await aService({ link: sendOn(location) }))).toEqual({ kind: 'unreachable', cause: 'policy' })
  })

  it.each(['301 Moved Permanently', '303 See Other', '307 Temporary Redirect', '308 Permanent Redirect'])(
    'are fetched whatever the redirect is called: %s',
    async (status) => {
      const storage = await aStorage()
      expect(await download(await aService({ link: sendOn(storage.origin, status) }))).toBe('the file')
    },
  )

  it('are taken as they come where the service hands them out itself', async () => {
    expect(await download(await aService({ link: httpAnswer('200 OK', 'from the service') }))).toBe('from the service')
  })

  it('end in a plain failure: refused, missing, too large, broken, none', async () => {
    const refused = httpAnswer('404 Not Found', '{"detail":"Invalid or expired token"}')
    expect(await download(await aService({ link: refused }))).toEqual({
      kind: 'notFound',
      detail: 'Invalid or expired token',
    })
    for (const status of ['404 Not Found', '403 Forbidden']) {
      const storage = await aStorage(
        httpAnswer(status, '<Error>secret place</Error>', ['content-type: application/xml']),
      )
      expect(await download(await aService({ link: sendOn(storage.origin) }))).toEqual({ kind: 'notFound', detail: '' })
    }
    const large = await aStorage(httpAnswer('200 OK', 'x'.repeat(2_000)))
    expect(await download(await aService({ link: sendOn(large.origin) }))).toEqual({
      kind: 'unavailable',
      cause: 'tooLarge',
    })
    const broken = await aStorage('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
    expect(await download(await aService({ link: sendOn(broken.origin) }))).toEqual({
      kind: 'unavailable',
      cause: 'cut',
    })
    const gone = await aStorage()
    await gone.close()
    expect(await download(await aService({ link: sendOn(gone.origin) }))).toEqual({
      kind: 'unreachable',
      cause: 'refused',
    })
    const none = await aService({ detail: detail({ recording_url: null }) })
    expect(await download(none)).toEqual({ kind: 'notFound', detail: '' })
    expect(none.requestCount()).toBe(1)
  })

  it('are asked for by their place where the service is older than its links, or its token is none', async () => {
    const storage = await aStorage()
    const signed = httpAnswer('200 OK', JSON.stringify({ url: `${storage.origin}/recordings/7.wav`, expires_in: 300 }))
    for (const public_access_token of [null, '../../user/api-keys', 'a b']) {
      const service = await aService({ detail: detail({ public_access_token }), signed })
      expect(await download(service)).toBe('the file')
      expect(requests(service)[1]).toMatch(/^GET \/api\/v1\/s3\/signed-url\?key=recordings%2F7\.wav&expires_in=300/)
      expect(requests(service)[1]).toContain(canaryKey)
    }
    expect(storage.received()).not.toContain(canaryKey)
  })
})

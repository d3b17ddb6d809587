import { describe, expect, it } from 'vitest'
import { answering, httpAnswer, type RawServer } from '../../support/raw-server.ts'
import { createTestClient, canaryKey } from './create-test-client.ts'
import { startServer } from '../../support/close-after-test.ts'

const token = '0b6f7c0e-5a53-4c8f-9d0e-70ken00000ab'

const detail = (change: object = {}): string =>
  httpAnswer(
    '200 OK',
    JSON.stringify({
      id: 7,
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

const redirectTo = (location: string, status = '302 Found'): string => httpAnswer(status, '', [`location: ${location}`])

/**
 * Starts a service with one run. `link` and `signed` are the raw responses to its download links and to a request for a
 * signed URL.
 */
const startService = (answers: { link?: string; signed?: string; detail?: string }) =>
  startServer({
    onRequest: (socket, request) => {
      const path = request.split(' ')[1] ?? ''
      if (path.startsWith('/api/v1/public/')) return socket.end(answers.link ?? httpAnswer('404 Not Found', '{}'))
      if (path.startsWith('/api/v1/s3/')) return socket.end(answers.signed ?? httpAnswer('404 Not Found', '{}'))
      return socket.end(answers.detail ?? detail())
    },
  })

const startStorage = (bytes = httpAnswer('200 OK', 'the file', ['content-type: audio/wav'])) =>
  startServer(answering(bytes))

const download = async (service: RawServer, cap = 1_000) => {
  const found = await createTestClient(service.origin).artifacts(7)
  if (!found.ok) return found
  const file = await found.value.download('recording', cap)
  return file.ok ? Buffer.from(file.value).toString() : file.failure
}

const requests = ({ connections }: RawServer): string[] => connections.map(({ received }) => received)

describe('run artifacts', () => {
  it('follow one redirect to another host, and send the key only with the request for the run', async () => {
    const storage = await startStorage()
    const service = await startService({ link: redirectTo(`${storage.origin}/bucket/recordings/7.wav?sig=1`) })
    expect(await download(service)).toBe('the file')
    const [runRequest, link] = requests(service)
    expect(runRequest).toContain(canaryKey)
    expect(link).toMatch(new RegExp(`^GET /api/v1/public/download/workflow/${token}/recording HTTP`))
    expect(link).not.toContain(canaryKey)
    expect(storage.received()).toMatch(/^GET \/bucket\/recordings\/7\.wav\?sig=1 HTTP/)
    expect(storage.received()).not.toContain(canaryKey)
    expect(storage.received().toLowerCase()).not.toMatch(/x-api-key|authorization|cookie|referer/)
  })

  it('include only the final lines of the transcript', async () => {
    const found = await createTestClient((await startService({})).origin).artifacts(7)
    if (!found.ok) throw new Error(found.failure.kind)
    expect(found.value.notes).toEqual([
      { speaker: 'agent', text: 'Hello.', at: '2026-11-21T09:00:00.000Z' },
      { speaker: 'callee', text: 'Yes.', at: null },
    ])
    expect([found.value.has('recording'), found.value.has('transcript')]).toEqual([true, true])
  })

  it('do not follow a second redirect', async () => {
    const further = await startStorage()
    const storage = await startStorage(redirectTo(further.origin))
    const service = await startService({ link: redirectTo(storage.origin) })
    expect(await download(service)).toEqual({ kind: 'unavailable', cause: 'redirected' })
    expect(further.requestCount()).toBe(0)
  })

  it.each([
    'http://storage.example/recordings/7.wav',
    'https://user:password@storage.example/7.wav',
    'ftp://127.0.0.1/7.wav',
    'file:///etc/passwd',
    'http://[::ffff:10.0.0.1]/7.wav',
    '//storage.example/7.wav',
    'http://',
  ])('do not follow a redirect to %s', async (location) => {
    expect(await download(await startService({ link: redirectTo(location) }))).toEqual({
      kind: 'unreachable',
      cause: 'policy',
    })
  })

  it.each(['301 Moved Permanently', '303 See Other', '307 Temporary Redirect', '308 Permanent Redirect'])(
    'follow the redirect %s',
    async (status) => {
      const storage = await startStorage()
      expect(await download(await startService({ link: redirectTo(storage.origin, status) }))).toBe('the file')
    },
  )

  it('are read from the service when it sends no redirect', async () => {
    expect(await download(await startService({ link: httpAnswer('200 OK', 'from the service') }))).toBe(
      'from the service',
    )
  })

  it('fail if the download is refused, missing, too large, truncated or not available', async () => {
    const refused = httpAnswer('404 Not Found', '{"detail":"Invalid or expired token"}')
    expect(await download(await startService({ link: refused }))).toEqual({
      kind: 'notFound',
      detail: 'Invalid or expired token',
    })
    for (const status of ['404 Not Found', '403 Forbidden']) {
      const storage = await startStorage(
        httpAnswer(status, '<Error>secret path</Error>', ['content-type: application/xml']),
      )
      expect(await download(await startService({ link: redirectTo(storage.origin) }))).toEqual({
        kind: 'notFound',
        detail: '',
      })
    }
    const large = await startStorage(httpAnswer('200 OK', 'x'.repeat(2_000)))
    expect(await download(await startService({ link: redirectTo(large.origin) }))).toEqual({
      kind: 'unavailable',
      cause: 'tooLarge',
    })
    const broken = await startStorage('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
    expect(await download(await startService({ link: redirectTo(broken.origin) }))).toEqual({
      kind: 'unavailable',
      cause: 'cut',
    })
    const closed = await startStorage()
    await closed.close()
    expect(await download(await startService({ link: redirectTo(closed.origin) }))).toEqual({
      kind: 'unreachable',
      cause: 'refused',
    })
    const none = await startService({ detail: detail({ recording_url: null }) })
    expect(await download(none)).toEqual({ kind: 'notFound', detail: '' })
    expect(none.requestCount()).toBe(1)
  })

  it('use a signed URL if the run has no valid access token', async () => {
    const storage = await startStorage()
    const signed = httpAnswer('200 OK', JSON.stringify({ url: `${storage.origin}/recordings/7.wav`, expires_in: 300 }))
    for (const public_access_token of [null, '../../user/api-keys', 'a b']) {
      const service = await startService({ detail: detail({ public_access_token }), signed })
      expect(await download(service)).toBe('the file')
      expect(requests(service)[1]).toMatch(/^GET \/api\/v1\/s3\/signed-url\?key=recordings%2F7\.wav&expires_in=300/)
      expect(requests(service)[1]).toContain(canaryKey)
    }
    expect(storage.received()).not.toContain(canaryKey)
  })
})

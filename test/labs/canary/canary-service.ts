import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Answer } from '../../../src/main/practice/answers.ts'
import { createServiceDouble, type ServiceDouble } from '../../service/service-double.ts'
import { hashOfKey } from '../../../src/main/practice/organization/world.ts'
import { deliver, readIncoming } from '../../../src/main/practice/host.ts'
import { serviceCertificate } from '../../main/network/test-certificates.ts'

/** A received request: its key and the rest of it. */
type ReceivedRequest = { key: string | null; rest: string }

/** Replaces the response of the practice service. */
export type Responder = (received: {
  request: Request
  key: string
  ordinary: () => Promise<Answer>
}) => Promise<Answer>

/** The practice service with the lab's own keys, over HTTP and TLS. All requests are recorded. */
export type CanaryService = {
  readonly origin: string
  readonly securePort: number
  readonly service: ServiceDouble
  readonly arrived: readonly ReceivedRequest[]
  /** Returns the service's record of one of the lab's keys. */
  recordOf(text: string): { id: number; name: string }
  /**
   * Responds to the next `times` requests with this path prefix by calling `respond`; the latest rule takes precedence.
   */
  answer(path: string, respond: Responder, times?: number): void
  /** Removes all rules. */
  forget(): void
  close(): Promise<void>
}

const pace = {
  dialMs: 0,
  ringMs: 0,
  answerMs: 0,
  talkMs: 0,
  saveMs: 0,
  artifactsMs: 0,
  slowMs: 700,
  verySlowMs: 1_000,
  silentCarrierMs: 1_000,
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  return address.port
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Replaces the lab's key with the service's own. */
const withKey = async (request: Request, body: ArrayBuffer, key: string | undefined): Promise<Request> => {
  const headers = new Headers(request.headers)
  if (key !== undefined) headers.set('x-api-key', key)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(request.url, { method: request.method, headers, ...(hasBody ? { body } : {}) })
}

/** Replaces the prefix of the service's own key in lists. */
const withPrefix = async ({ response, delivery }: Answer, theirs: string, ours: string): Promise<Answer> => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson || delivery.how !== 'whole') return { response, delivery }
  const { status, headers } = response
  const text = (await response.text()).replaceAll(`"${theirs.slice(0, 8)}"`, () => JSON.stringify(ours.slice(0, 8)))
  const kept = new Headers(headers)
  kept.delete('content-length')
  return { response: new Response(text, { status, headers: kept }), delivery }
}

/** Starts the service. `keys` are valid for its first organization. */
export const startCanaryService = async (keys: readonly string[], random: () => number): Promise<CanaryService> => {
  const service = createServiceDouble({ clock: { now: () => Date.now() }, random, timings: pace })
  const practiceKeys = new Map(keys.map((text, index) => [text, service.issueKey(`Canary ${index}`)]))
  const arrived: ReceivedRequest[] = []
  // The response to a request without a key (health) may repeat the last key.
  let lastKey = keys[0] ?? ''
  const plans: { path: string; respond: Responder; times: number }[] = []

  const take = (path: string): Responder | null => {
    const plan = plans.find((one) => one.times > 0 && path.startsWith(one.path))
    if (plan === undefined) return null
    plan.times -= 1
    return plan.respond
  }

  const note = (incoming: IncomingMessage, body: ArrayBuffer): void => {
    const others = Object.entries(incoming.headers).filter(([name]) => name !== 'x-api-key')
    const rest = [incoming.method, incoming.url, JSON.stringify(others), Buffer.from(body).toString()].join('\n')
    const key = incoming.headers['x-api-key']
    arrived.push({ key: typeof key === 'string' ? key : null, rest })
  }

  const answerTo = async (incoming: IncomingMessage): Promise<Answer> => {
    const request = await readIncoming(incoming)
    const body = await request.arrayBuffer()
    note(incoming, body)
    const key = request.headers.get('x-api-key') ?? ''
    const known = practiceKeys.get(key)
    const ordinary = async (): Promise<Answer> => {
      const answer = await service.handle(await withKey(request, body, known))
      return known === undefined ? answer : withPrefix(answer, known, key)
    }
    const respond = take(new URL(request.url).pathname)
    if (key !== '') lastKey = key
    return respond === null ? ordinary() : respond({ request, key: lastKey, ordinary })
  }

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { response, delivery } = await answerTo(incoming)
    await deliver(response, delivery, outgoing, service.now)
  }
  const listener: RequestListener = (incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      if (!incoming.destroyed) process.stderr.write(`canary service: ${String(error)}\n`)
      outgoing.destroy()
    })
  }
  const plain = createServer(listener)
  const secure = createSecureServer(serviceCertificate, listener)
  await Promise.all([listen(plain), listen(secure)])

  return {
    origin: `http://127.0.0.1:${portOf(plain)}`,
    securePort: portOf(secure),
    service,
    arrived,
    recordOf: (text) => {
      const theirs = practiceKeys.get(text)
      const record = service.world.keys.find(({ hash }) => theirs !== undefined && hash === hashOfKey(theirs))
      if (record === undefined) throw new Error('The service does not know this key.')
      return record
    },
    answer: (path, respond, times = 1) => void plans.unshift({ path, respond, times }),
    forget: () => void plans.splice(0),
    close: async () => {
      await Promise.all([close(plain), close(secure)])
    },
  }
}

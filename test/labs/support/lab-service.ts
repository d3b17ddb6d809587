import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createPracticeService, type PracticeService } from '../../../src/main/practice/practice-service.ts'

/** The name in the context under which a lab's calls contain their ID, in addition to the app's own reference. */
export const labReference = 'lab_call_id'

/** A trigger request as the server received it. `callId` and `phoneNumber` are null if too little of it arrived. */
export type Post = {
  callId: string | null
  phoneNumber: string | null
  whole: boolean
  /** Bytes received, including the headers. */
  bytes: number
  runId: number | null
}

type LabServiceOptions = {
  random: () => number
  /**
   * Called when a trigger request has arrived completely, before a run is created. `drop` closes the connection without
   * a run or a response; a returned response is sent instead of creating a run.
   */
  onReceived?: (post: Post) => Promise<'go' | 'drop' | Response>
  /** Called when the run is created, before the response is sent; `drop` closes the connection without a response. */
  onMade?: (post: Post) => Promise<'go' | 'drop'>
  /** Called with the path of every other request; `drop` closes the connection without a response. */
  onOther?: (path: string) => Promise<'go' | 'drop'>
}

/** The practice service behind a listener that counts what arrives. */
export type LabService = {
  readonly origin: string
  readonly key: string
  readonly service: PracticeService
  /** Every trigger request whose headers arrived, in order. */
  readonly posts: Post[]
  /** Connections opened, and connections with bytes but incomplete headers. */
  readonly connections: { opened: number; broken: number }
  /** Resolves when every connection is closed, so that nothing is in flight. */
  quiet(): Promise<void>
  close(): Promise<void>
}

const atOnce = { dialMs: 0, ringMs: 0, answerMs: 0, talkMs: 0, saveMs: 0, artifactsMs: 0 }
const triggerPath = '/api/v1/public/agent/workflow/'

const find = (text: string, pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null

const readPost = (text: string, whole: boolean, bytes: number): Post => ({
  callId: find(text, new RegExp(`"${labReference}":"([0-9A-Z]{26})"`)),
  phoneNumber: find(text, /"phone_number":"([^"]+)"/),
  whole,
  bytes,
  runId: null,
})

/** Returns a body, and whether it arrived completely. */
const readAll = (incoming: IncomingMessage): Promise<{ body: Buffer; whole: boolean }> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const end = (): void => resolve({ body: Buffer.concat(chunks), whole: incoming.complete })
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', end)
    incoming.once('close', end).on('error', end)
  })

const requestOf = (incoming: IncomingMessage, body: Buffer, origin: string): Request => {
  const headers = new Headers(
    Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(incoming.url ?? '/', origin), {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  })
}

const send = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body)
}

const runIdIn = async (response: Response): Promise<number | null> => {
  if (response.status !== 200) return null
  const id = find(await response.clone().text(), /"workflow_run_id":\s*(\d+)/)
  return id === null ? null : Number(id)
}

/** Starts the counting service on a free loopback port. */
export const startLabService = async (options: LabServiceOptions): Promise<LabService> => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: options.random, timings: atOnce })
  const posts: Post[] = []
  const connections = { opened: 0, broken: 0 }
  const open = new Set<Socket>()
  let waiting: (() => void)[] = []
  let origin = ''

  const trigger = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { body, whole } = await readAll(incoming)
    const post = readPost(body.toString('utf8'), whole, incoming.socket.bytesRead)
    posts.push(post)
    const answer = whole ? await options.onReceived?.(post) : 'drop'
    if (answer === 'drop') return void outgoing.destroy()
    if (answer instanceof Response) return send(answer, outgoing)
    const { response } = await service.handle(requestOf(incoming, body, origin))
    post.runId = await runIdIn(response)
    if ((await options.onMade?.(post)) === 'drop') return void outgoing.destroy()
    await send(response, outgoing)
  }

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '/'
    if (path.startsWith(triggerPath)) return trigger(incoming, outgoing)
    if ((await options.onOther?.(path)) === 'drop') return void outgoing.destroy()
    const { body } = await readAll(incoming)
    await send((await service.handle(requestOf(incoming, body, origin))).response, outgoing)
  }

  const heads = new WeakMap<Socket, number>()
  const server = createServer((incoming, outgoing) => {
    heads.set(incoming.socket, (heads.get(incoming.socket) ?? 0) + 1)
    serve(incoming, outgoing).catch((error: unknown) => {
      process.stderr.write(`lab service: ${String(error)}\n`)
      outgoing.destroy()
    })
  })
  server.keepAliveTimeout = 60_000
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('connection', (socket: Socket) => {
    connections.opened += 1
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      if (socket.bytesRead > 0 && !heads.has(socket)) connections.broken += 1
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.')
  origin = `http://127.0.0.1:${address.port}`
  const key = service.organizations[0]?.keys.active
  if (key === undefined) throw new Error('The practice world has no key.')

  return {
    origin,
    key,
    service,
    posts,
    connections,
    quiet: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => (waiting = [...waiting, resolve]))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

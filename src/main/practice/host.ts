import type { Randomness } from './organization/world.ts'
import { type PracticeClock, type Timings, watchableTimings } from './practice.ts'
import { createPracticeService, type PracticeService } from './practice-service.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Delivery, wholeAtOnce } from './answers.ts'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'

type PracticeHostOptions = {
  readonly clock: PracticeClock
  readonly random: Randomness
  /** The ID of the first run. Must be larger than those of earlier sessions. */
  readonly firstRunId: number
  readonly timings?: Partial<Timings>
  readonly onError?: (error: unknown) => void
}

type RunningPractice = {
  /** `http://127.0.0.1:port`, on a free port. */
  readonly origin: string
  /** A key of the organization "Practice", created for this session. */
  readonly key: string
  readonly service: PracticeService
}

type PracticeHost = {
  /** Serves the practice organization. Later invocations return the running one. */
  start(): Promise<RunningPractice>
  /** Frees the port. A later start uses new data and a new key. */
  stop(): Promise<void>
}

/** Starts and stops the practice service on loopback. */
export function createPracticeHost(parts: PracticeHostOptions): PracticeHost {
  let running: Promise<{ practice: RunningPractice; listener: PracticeListener }> | undefined

  async function open() {
    const { clock, random, firstRunId, onError } = parts
    const timings = { ...watchableTimings, ...parts.timings }
    const service = createPracticeService({ clock, random, firstRunId, timings: timings })
    const key = service.issueKey('This computer')
    const listener = await startPracticeListener(service, onError === undefined ? {} : { onError })
    return { practice: { origin: listener.origin, key, service }, listener }
  }

  return {
    async start() {
      running ??= open()
      try {
        return (await running).practice
      } catch (error) {
        // Allows the next invocation to try again.
        running = undefined
        throw error
      }
    },
    async stop() {
      const ending = running
      running = undefined
      if (ending !== undefined) await (await ending).listener.close()
    },
  }
}

export type PracticeListener = {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** The origin of recordings and transcripts. A different port is treated as a different host. */
  readonly storageOrigin: string
  /** Closes all connections and frees the ports. */
  close(): Promise<void>
}

export type ListenerOptions = {
  /** 0 for any free port. */
  readonly port?: number
  /** When an idle connection is closed, in milliseconds; 5 s by default, as measured. */
  readonly idleMs?: number
  /** Receives an error in the practice service itself. The client then gets a 500. */
  readonly onError?: (error: unknown) => void
}

/**
 * Serves the practice service and its faults on loopback. Rejects when the port is in use or not permitted.
 */
export async function startPracticeListener(
  service: PracticeService,
  { port = 0, idleMs = 5_000, onError = writeError }: ListenerOptions = {},
): Promise<PracticeListener> {
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const { response, delivery } = await service.handle(await readIncoming(incoming))
      await deliver(response, delivery, outgoing, service.now)
    }
    answer().catch((error: unknown) => {
      // The client disconnected before it had sent the whole request.
      if (incoming.destroyed && !incoming.complete) return
      onError(error)
      breakOff(outgoing)
    })
  })
  server.on('connection', rememberHeads)
  server.keepAliveTimeout = idleMs
  server.keepAliveTimeoutBuffer = 0
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return
    socket.end(
      'HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\nInvalid HTTP request received.',
    )
  })
  const storage = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> =>
      deliver(service.handleStorage(await readIncoming(incoming)), wholeAtOnce, outgoing, service.now)
    answer().catch((error: unknown) => {
      onError(error)
      breakOff(outgoing)
    })
  })
  const origin = `http://127.0.0.1:${await listen(server, port)}`
  const storageOrigin = `http://127.0.0.1:${await listen(storage, 0)}`
  service.serveStorageAt(storageOrigin)
  return {
    origin,
    storageOrigin,
    async close() {
      await Promise.all([close(server), close(storage)])
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // SECURITY: listens on loopback only, so that no other machine can reach the practice service.
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the listener has no port'))
      else resolve(address.port)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function breakOff(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('Internal Server Error')
}

function writeError(error: unknown): void {
  process.stderr.write(`practice service: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}

/** Transmits a response. `now` is the time in its date header. */
export async function deliver(
  response: Response,
  delivery: Delivery,
  outgoing: ServerResponse,
  now: () => number,
): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  if (delivery.afterMs > 0) await waitOrLeave(delivery.afterMs, outgoing)
  const { socket } = outgoing
  switch (delivery.how) {
    case 'whole':
      writeHead(response, outgoing, now)
      outgoing.end(body)
      return
    case 'cutBody':
      writeHead(response, outgoing, now)
      outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => socket?.end())
      return
    case 'cutHead':
      socket?.end('HTTP/1.1 2')
      return
    case 'closed':
      socket?.end()
      return
    case 'reset':
      socket?.resetAndDestroy()
      return
    case 'silent':
      // The connection stays open until the client closes it.
      return
  }
}

// Ends the delay when the connection closes, so that no timer outlives the listener.
async function waitOrLeave(ms: number, outgoing: ServerResponse): Promise<void> {
  const left = new AbortController()
  const leave = () => left.abort()
  outgoing.once('close', leave)
  try {
    await wait(ms, undefined, { signal: left.signal })
  } catch (error) {
    if (!left.signal.aborted) throw error
  } finally {
    outgoing.off('close', leave)
  }
}

// Measured order: date, server, then the response's own headers; no connection header.
function writeHead(response: Response, outgoing: ServerResponse, now: () => number): void {
  outgoing.removeHeader('connection')
  outgoing.sendDate = false
  const reason = response.statusText || (STATUS_CODES[response.status] ?? '')
  const own = [...response.headers].flat()
  outgoing.writeHead(response.status, reason, ['date', new Date(now()).toUTCString(), 'server', 'uvicorn', ...own])
}

const bodiless = new Set(['GET', 'HEAD'])

/** Reads a request and its body. Rejects when the client disconnects first. */
export async function readIncoming(incoming: IncomingMessage): Promise<Request> {
  const headers = headersOf(incoming)
  const body = await buffer(incoming)
  heads.set(incoming.socket, '')
  const method = knownMethod(incoming.method ?? 'GET')
  return new Request(addressOf(incoming), {
    method,
    headers,
    ...(bodiless.has(method) ? {} : { body }),
  })
}

// The Request constructor rejects these methods. No route supports them, so OPTIONS results in the same 405.
function knownMethod(method: string): string {
  return method === 'TRACE' || method === 'CONNECT' ? 'OPTIONS' : method
}

function addressOf(incoming: IncomingMessage): URL {
  const { localAddress, localPort } = incoming.socket
  const here = `http://${localAddress ?? '127.0.0.1'}:${localPort ?? 0}`
  // Measured: the service repeats the Host header in its redirects.
  const host = incoming.headers.host
  const base = host !== undefined && URL.canParse(`http://${host}`) ? `http://${host}` : here
  const target = incoming.url ?? '/'
  // Concatenated, because URL would parse a path that starts with two slashes as a host.
  return new URL(target.startsWith('/') ? `${base}${target}` : target, base)
}

/** The bytes of each connection's next request up to the end of its headers; null while its body arrives. */
const heads = new WeakMap<Socket, string | null>()
const longestHead = 128 * 1024

/** Keeps header lines as they were sent, because Node removes the blanks around a value. */
function rememberHeads(socket: Socket): void {
  heads.set(socket, '')
  // This listener must run first, because Node parses a chunk and reports its request in a listener of the same event.
  socket.prependListener('data', (chunk: Buffer) => {
    const head = heads.get(socket)
    if (typeof head === 'string' && head.length < longestHead) heads.set(socket, head + chunk.toString('latin1'))
  })
}

/** Returns whether the first key header ends in a blank. Only this makes the service refuse a valid key (measured). */
function keyEndsInBlank(socket: Socket): boolean {
  const [head = ''] = (heads.get(socket) ?? '').split('\r\n\r\n')
  heads.set(socket, null)
  const value = /\r\nx-api-key:([^\r\n]*)/i.exec(head)?.[1]
  return value !== undefined && /[^ \t][ \t]+$/.test(value)
}

function headersOf({ rawHeaders, socket }: IncomingMessage): Headers {
  const endsInBlank = keyEndsInBlank(socket)
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    // Measured: if there are two key headers, the first one is used.
    if (name.toLowerCase() === 'x-api-key' && headers.has(name)) continue
    // Headers would remove the blank, so it is percent-encoded; either way, the key is a different string.
    headers.append(name, name.toLowerCase() === 'x-api-key' && endsInBlank ? `${value}%20` : value)
  }
  return headers
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { wholeAtOnce } from './http/answers.ts'
import { readIncoming } from './wire/read-incoming.ts'
import { deliver } from './wire/deliver.ts'
import type { PracticeService } from './practice-service.ts'

export type PracticeListener = {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** Where its storage listens: another port is another host to a browser and to a careful client. */
  readonly storageOrigin: string
  /** Ends every connection and frees the port; may be called twice. */
  close(): Promise<void>
}

export type ListenerParts = {
  /** The port, or 0 for one of the system's choosing. */
  readonly port?: number
  /** Told of an error in the practice service itself, whose client then gets the plain 500. */
  readonly onError?: (error: unknown) => void
}

/**
 * Serves the practice service on loopback over real sockets, faults included.
 * Rejects when the port is taken or may not be used.
 */
export async function startPracticeListener(
  service: PracticeService,
  parts: ListenerParts = {},
): Promise<PracticeListener> {
  const report = parts.onError ?? writeError
  const server = createServer((incoming, outgoing) => {
    serve(service, incoming, outgoing).catch((error: unknown) => {
      // A client that left while it was still sending is its own business.
      if (incoming.destroyed && !incoming.complete) return
      report(error)
      breakOff(outgoing)
    })
  })
  keepAliveAsMeasured(server)
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return
    socket.end(
      'HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\nInvalid HTTP request received.',
    )
  })
  const port = await listen(server, parts.port ?? 0)
  const storage = createServer((incoming, outgoing) => {
    serveStorage(service, incoming, outgoing).catch((error: unknown) => {
      report(error)
      breakOff(outgoing)
    })
  })
  const storageOrigin = `http://127.0.0.1:${await listen(storage, 0)}`
  service.serveStorageAt(storageOrigin)
  const closeBoth = async () => void (await Promise.all([close(server), close(storage)]))
  return { origin: `http://127.0.0.1:${port}`, storageOrigin, close: closeBoth }
}

async function serveStorage(service: PracticeService, incoming: IncomingMessage, outgoing: ServerResponse) {
  const response = service.handleStorage(await readIncoming(incoming))
  await deliver(response, wholeAtOnce, outgoing, service.now)
}

async function serve(service: PracticeService, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = await readIncoming(incoming)
  const { response, delivery } = await service.handle(request)
  await deliver(response, delivery, outgoing, service.now)
}

// Measured: an idle connection is closed after 5.0 seconds without notice.
function keepAliveAsMeasured(server: Server): void {
  server.keepAliveTimeout = 5_000
  server.keepAliveTimeoutBuffer = 0
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // SECURITY: loopback only; nothing beyond this machine may reach the practice service.
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

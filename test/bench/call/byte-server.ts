import { createServer, type Socket } from 'node:net'

// A server in its own process that reports when the first byte of each request arrived, using the machine's monotonic
// clock, which all processes share.

export type ServerMessage = { port: number } | { arrived: string; at: string }

const body = JSON.stringify({ status: 'initiated', workflow_run_id: 1, workflow_run_name: 'WR-API-1' })
const answer = [
  'HTTP/1.1 200 OK',
  'content-type: application/json',
  `content-length: ${body.length}`,
  'connection: close',
  '',
  body,
].join('\r\n')

const read = (text: string): { marker: string | undefined; whole: boolean } => {
  const [head = '', rest] = text.split('\r\n\r\n', 2)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return { marker: /"bench_id":"([^"]+)"/.exec(text)?.[1], whole: rest !== undefined && rest.length >= length }
}

const serve = (socket: Socket): void => {
  let text = ''
  let at = 0n
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    if (text === '') at = process.hrtime.bigint()
    text += chunk.toString('latin1')
    const { marker, whole } = read(text)
    if (!whole) return
    socket.end(answer)
    if (marker !== undefined) process.send?.({ arrived: marker, at: String(at) } satisfies ServerMessage)
  })
}

const server = createServer({ noDelay: true }, serve)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port } satisfies ServerMessage)
})
process.on('disconnect', () => process.exit(0))

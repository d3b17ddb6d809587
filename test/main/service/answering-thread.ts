import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

// A service in its own thread, which responds while the client's thread is blocked.
type AnsweringThreadData = { answer: string; written: SharedArrayBuffer }
const { answer, written } = workerData as AnsweringThreadData
const flag = new Int32Array(written)

const server = createServer((socket) => {
  let received = ''
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    const isWhole = received.startsWith('GET') ? received.endsWith('\r\n\r\n') : received.endsWith('}')
    if (!isWhole) return
    socket.end(answer, () => {
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
    })
  })
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()))

import { httpAnswer, type RawScript } from '../../support/raw-server.ts'
import { acceptedMeaning, after, close, destroy, reset, started } from './answers.ts'
import { type Fault, fault, impatient } from './fault.ts'
import { served } from './scenes.ts'

const large = { large: true }
const largeAndImpatient = { large: true, limits: impatient }

/** Takes the connection, does not read, and does something a little later: the request lies in the kernel by then. */
const unread = (milliseconds: number, act: Parameters<typeof after>[1]): RawScript => ({
  onAccept: (socket) => {
    socket.pause()
    setTimeout(() => act(socket), milliseconds)
  },
})

/** Reads so much, and then neither reads on nor says anything. */
const choking = (bytes: number): RawScript => after(bytes, (socket) => void socket.pause())

const answerEarly = (status: string, body: string): RawScript =>
  after(200, (socket) => void socket.end(httpAnswer(status, body)))

/** The wire goes wrong while the request is on its way; a byte has left in each of them. */
export const requestFaults: readonly Fault[] = [
  fault('request: closed at its first byte', 'unknown cut', served(after(1, destroy))),
  fault('request: reset at its first byte', 'unknown cut', served(after(1, reset))),
  fault('request: half-closed at its first byte', 'unknown cut', served(after(1, close))),
  fault('request: reset in its head', 'unknown cut', served(after(100, reset)), large),
  fault('request: reset at the end of its head', 'unknown cut', served(after(400, reset)), large),
  fault('request: reset in its body', 'unknown cut', served(after(70_000, reset)), large),
  fault('request: closed in its body', 'unknown cut', served(after(140_000, destroy)), large),
  fault('request: half-closed in its body', 'unknown cut', served(after(140_000, close)), large),
  fault('request: reset near its end', 'unknown cut', served(after(290_000, reset)), large),
  fault('request: closed when it is whole', 'unknown cut', served({ onRequest: close })),
  fault('request: reset when it is whole', 'unknown cut', served({ onRequest: reset })),
  fault('request: a large one, closed when it is whole', 'unknown cut', served({ onRequest: destroy }), large),
  fault('request: never read, then reset', 'unknown cut', served(unread(150, reset))),
  fault('request: never read, then closed', 'unknown cut', served(unread(150, destroy))),
  fault('request: never read at all', 'unknown timedOut', served(unread(0, () => undefined)), { limits: impatient }),
  fault('request: read by half, and no more', 'unknown timedOut', served(choking(70_000)), largeAndImpatient),
  fault('request: answered before it is whole', acceptedMeaning, served(answerEarly('200 OK', started)), large),
  fault('request: refused before it is whole', 'rejected 413', served(answerEarly('413 Too Large', '')), large),
]

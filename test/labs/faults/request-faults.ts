import { httpAnswer, type RawScript } from '../../support/raw-server.ts'
import { acceptedMeaning, after, close, destroy, reset, started } from './answers.ts'
import { type Fault, fault, shortLimits } from './fault.ts'
import { plainService } from './faulty-services.ts'

const large = { large: true }
const largeAndShort = { large: true, limits: shortLimits }

/** Accepts without reading, and acts a little later, when the request is in the kernel's buffer. */
const unread = (milliseconds: number, act: Parameters<typeof after>[1]): RawScript => ({
  onAccept: (socket) => {
    socket.pause()
    setTimeout(() => act(socket), milliseconds)
  },
})

/** Reads this many bytes, and then neither reads nor responds. */
const stopReadingAfter = (bytes: number): RawScript => after(bytes, (socket) => void socket.pause())

const answerEarly = (status: string, body: string): RawScript =>
  after(200, (socket) => void socket.end(httpAnswer(status, body)))

/** Faults while the request is being sent; in each of them, at least one byte has left. */
export const requestFaults: readonly Fault[] = [
  fault('request: closed at its first byte', 'unknown cut', plainService(after(1, destroy))),
  fault('request: reset at its first byte', 'unknown cut', plainService(after(1, reset))),
  fault('request: half-closed at its first byte', 'unknown cut', plainService(after(1, close))),
  fault('request: reset in its head', 'unknown cut', plainService(after(100, reset)), large),
  fault('request: reset at the end of its head', 'unknown cut', plainService(after(400, reset)), large),
  fault('request: reset in its body', 'unknown cut', plainService(after(70_000, reset)), large),
  fault('request: closed in its body', 'unknown cut', plainService(after(140_000, destroy)), large),
  fault('request: half-closed in its body', 'unknown cut', plainService(after(140_000, close)), large),
  fault('request: reset near its end', 'unknown cut', plainService(after(290_000, reset)), large),
  fault('request: closed when it is whole', 'unknown cut', plainService({ onRequest: close })),
  fault('request: reset when it is whole', 'unknown cut', plainService({ onRequest: reset })),
  fault('request: a large one, closed when it is whole', 'unknown cut', plainService({ onRequest: destroy }), large),
  fault('request: never read, then reset', 'unknown cut', plainService(unread(150, reset))),
  fault('request: never read, then closed', 'unknown cut', plainService(unread(150, destroy))),
  fault('request: never read at all', 'unknown timedOut', plainService(unread(0, () => undefined)), {
    limits: shortLimits,
  }),
  fault(
    'request: read by half, and no more',
    'unknown timedOut',
    plainService(stopReadingAfter(70_000)),
    largeAndShort,
  ),
  fault('request: answered before it is whole', acceptedMeaning, plainService(answerEarly('200 OK', started)), large),
  fault(
    'request: refused before it is whole',
    'unknown unexpected',
    plainService(answerEarly('413 Too Large', '')),
    large,
  ),
]

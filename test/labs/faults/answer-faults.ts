import { gzipSync } from 'node:zlib'
import { answering, httpAnswer, type RawScript } from '../../support/raw-server.ts'
import { acceptedMeaning, byteByByte, okHead as head, resetting, stalling, started } from './answers.ts'
import { type Fault, fault, shortLimits } from './fault.ts'
import { plainService } from './faulty-services.ts'

const length = started.length
const chunk = `${length.toString(16)}\r\n${started}\r\n`
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
const sized = `${head}content-length: ${length}\r\n\r\n`
const withShortLimits = { limits: shortLimits }

const answered = (name: string, means: string, bytes: string): Fault =>
  fault(name, means, plainService(answering(bytes)))

/** Never stops writing. */
const endless = (start: string, piece: Buffer | string): RawScript => ({
  onRequest: (socket) => {
    socket.write(start)
    const pour = (): void => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', pour)
    pour()
  },
})

/** Twenty MiB that compress to a few thousand bytes; created once, because that is slow. */
let bomb: Buffer | null = null

const compressed: RawScript = {
  onRequest: (socket) => {
    bomb ??= gzipSync(Buffer.alloc(20 * 1024 * 1024))
    socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.end(bomb)
  },
}

const whole: Fault[] = [
  answered('answer: chunked', acceptedMeaning, `${chunked}${chunk}0\r\n\r\n`),
  answered(
    'answer: chunked in single bytes',
    acceptedMeaning,
    `${chunked}${Array.from(started)
      .map((one) => `1\r\n${one}\r\n`)
      .join('')}0\r\n\r\n`,
  ),
  answered('answer: ended by the connection', acceptedMeaning, `${head}\r\n${started}`),
  answered('answer: junk after it', acceptedMeaning, `${httpAnswer('200 OK', started)}junk junk\r\n\r\n`),
  answered('answer: a second one after it', acceptedMeaning, httpAnswer('200 OK', started).repeat(2)),
  answered(
    'answer: 103 first',
    acceptedMeaning,
    `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${httpAnswer('200 OK', started)}`,
  ),
  answered('answer: HTTP/1.0', acceptedMeaning, `HTTP/1.0 200 OK\r\n\r\n${started}`),
  fault('answer: byte by byte', acceptedMeaning, plainService(byteByByte(httpAnswer('200 OK', started), 1))),
  fault(
    'answer: complete, and the connection left open',
    acceptedMeaning,
    plainService(stalling(httpAnswer('200 OK', started))),
  ),
]

const cut: Fault[] = [
  answered('answer: half a status line', 'unknown cut', 'HTTP/1.1 20'),
  answered('answer: a status line and no more', 'unknown cut', 'HTTP/1.1 200 OK\r\n'),
  answered('answer: cut in the head', 'unknown cut', `${head}content-le`),
  fault('answer: reset in the head', 'unknown cut', plainService(resetting(`${head}content-le`))),
  answered('answer: cut after the head', 'unknown cut', sized),
  answered('answer: cut in the body', 'unknown cut', sized + started.slice(0, 30)),
  fault('answer: reset in the body', 'unknown cut', plainService(resetting(sized + started.slice(0, 30)))),
  answered('answer: one byte short', 'unknown cut', sized + started.slice(0, -1)),
  answered('answer: cut before the last chunk', 'unknown cut', chunked + chunk),
  answered('answer: cut in a chunk', 'unknown cut', chunked + chunk.slice(0, 20)),
  answered('answer: 103, then cut', 'unknown cut', 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'),
  answered('answer: unexpected 100, then cut', 'unknown cut', 'HTTP/1.1 100 Continue\r\n\r\n'),
  answered('answer: unexpected 101', 'unknown cut', 'HTTP/1.1 101 Switch\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  answered('answer: a refusal, cut in the head', 'unknown cut', 'HTTP/1.1 401 Unauthorized\r\ncontent-'),
  answered(
    'answer: a refusal, cut in the body',
    'unknown cut',
    'HTTP/1.1 401 Unauthorized\r\ncontent-length: 30\r\n\r\n{"det',
  ),
]

const garbled: Fault[] = [
  answered(
    'answer: too short a length',
    'unknown unreadable',
    `${head}content-length: ${length - 9}\r\n\r\n${started}`,
  ),
  answered(
    'answer: two lengths',
    'unknown unreadable',
    `${head}content-length: 5\r\ncontent-length: ${length}\r\n\r\n${started}`,
  ),
  answered(
    'answer: a length and chunks',
    'unknown unreadable',
    `${head}content-length: ${length}\r\ntransfer-encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`,
  ),
  answered('answer: a length that is no number', 'unknown unreadable', `${head}content-length: many\r\n\r\n${started}`),
  answered('answer: a broken chunk', 'unknown unreadable', `${chunked}zz\r\n${started}\r\n0\r\n\r\n`),
  answered('answer: a chunk longer than its size', 'unknown unreadable', `${chunked}5\r\n${started}\r\n0\r\n\r\n`),
  answered(
    'answer: truncated JSON, ended by the connection',
    'unknown unreadable',
    `${head}\r\n${started.slice(0, -5)}`,
  ),
  answered('answer: another protocol', 'unknown unreadable', 'SSH-2.0-OpenSSH_9.2\r\n'),
  answered('answer: no head at all', 'unknown unreadable', started),
  answered('answer: a status of letters', 'unknown unreadable', `HTTP/1.1 OK OK\r\n\r\n${started}`),
  answered('answer: a NUL in the head', 'unknown unreadable', `${head}x: a\u0000b\r\n\r\n${started}`),
  answered('answer: a head without end', 'unknown unreadable', `${head}x: ${'y'.repeat(100_000)}\r\n\r\n${started}`),
  fault(
    'answer: a bomb of headers',
    'unknown unreadable',
    plainService(endless(head, 'x-more: and more\r\n'.repeat(1000))),
  ),
  fault(
    'answer: over the cap',
    'unknown unreadable',
    plainService(endless(`${head}content-length: 9000000\r\n\r\n`, Buffer.alloc(65_536, ' '))),
  ),
  fault(
    'answer: without end',
    'unknown unreadable',
    plainService(endless(chunked, `10000\r\n${' '.repeat(65_536)}\r\n`)),
  ),
  fault('answer: compressed unexpectedly, and a bomb', 'unknown unreadable', plainService(compressed)),
]

const late: Fault[] = [
  fault('answer: silence', 'unknown timedOut', plainService({}), withShortLimits),
  fault(
    'answer: half a status line, then silence',
    'unknown timedOut',
    plainService(stalling('HTTP/1.1 20')),
    withShortLimits,
  ),
  fault('answer: a head that never ends', 'unknown timedOut', plainService(stalling(head)), withShortLimits),
  fault(
    'answer: a head that drips',
    'unknown timedOut',
    plainService(byteByByte(`${head}x: ${'y'.repeat(500)}\r\n\r\n`, 20)),
    withShortLimits,
  ),
  fault(
    'answer: a body that never ends',
    'unknown timedOut',
    plainService(stalling(sized + started.slice(0, 20))),
    withShortLimits,
  ),
  fault(
    'answer: a body that drips',
    'unknown timedOut',
    plainService(byteByByte(`${head}content-length: 900\r\n\r\n${' '.repeat(900)}`, 5)),
    withShortLimits,
  ),
  fault(
    'answer: 103, then silence',
    'unknown timedOut',
    plainService(stalling('HTTP/1.1 103 Early Hints\r\n\r\n')),
    withShortLimits,
  ),
]

/** Faults while the response arrives. A valid response in an unusual form counts as valid. */
export const answerFaults: readonly Fault[] = [...whole, ...cut, ...garbled, ...late]

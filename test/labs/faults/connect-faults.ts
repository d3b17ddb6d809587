import { elsewhereCertificate, expiredCertificate } from '../../main/network/test-certificates.ts'
import { testCertificate } from '../../support/test-certificate.ts'
import { acceptedMeaning, after, close, destroy, ok, reset } from './answers.ts'
import { type Fault, fault, impatient } from './fault.ts'
import { greeted, nowhere, refused, relayed, resetUnderneath, served, servedSecurely, unaware } from './scenes.ts'

const httpToTls = 'HTTP/1.1 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.'
/** A TLS alert: fatal, handshake_failure. */
const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])
const patience = { limits: impatient }

/** Nobody is there, or is gone at once. */
const unreached: Fault[] = [
  fault('nobody listens', 'notSent refused', refused('127.0.0.1', 'http')),
  fault('nobody listens, in TLS', 'notSent refused', refused('127.0.0.1', 'https')),
  fault('nobody listens at any address of a name', 'notSent refused', refused('localhost', 'http')),
  fault('a name nobody knows', 'notSent noHost', nowhere('https://nobody.invalid')),
  fault('plain http to another computer', 'notSent policy', nowhere('http://192.0.2.1')),
  // Whether the first byte was quicker than the end is told by the mark, and the outcome must agree with it.
  fault('reset as soon as it is accepted', ['notSent other', 'unknown cut'], served({ onAccept: reset })),
  fault('closed as soon as it is accepted', ['notSent other', 'unknown cut'], served({ onAccept: destroy })),
]

/** TLS does not come about: the request was never written. */
const handshakes: Fault[] = [
  fault('TLS: vouches for itself', 'notSent certificate', servedSecurely(ok, { certificate: testCertificate })),
  fault('TLS: is over', 'notSent certificate', servedSecurely(ok, { certificate: expiredCertificate })),
  fault('TLS: is for another name', 'notSent certificate', servedSecurely(ok, { certificate: elsewhereCertificate })),
  fault('TLS: an authority nobody trusts', 'notSent certificate', servedSecurely(ok, { connect: unaware })),
  fault('TLS: a port of plain HTTP', 'notSent notTls', greeted(after(1, (socket) => void socket.end(httpToTls)))),
  fault('TLS: plain HTTP unasked', 'notSent notTls', greeted({ onAccept: (socket) => void socket.write(httpToTls) })),
  fault(
    'TLS: another protocol',
    'notSent notTls',
    greeted({ onAccept: (socket) => void socket.write('SSH-2.0-x\r\n') }),
  ),
  fault('TLS: an alert for a greeting', 'notSent other', greeted(after(1, (socket) => void socket.end(alert)))),
  fault('TLS: silence for a greeting', 'notSent connectTimeout', greeted({}), patience),
  fault('TLS: closed at the greeting', 'notSent other', greeted(after(1, close))),
  fault('TLS: reset at the greeting', 'notSent other', greeted(after(1, reset))),
  fault('TLS: reset as soon as it is accepted', 'notSent other', greeted({ onAccept: reset })),
  fault('TLS: cut in the handshake', 'notSent other', relayed(100, destroy, ok)),
  fault('TLS: reset in the handshake', 'notSent other', relayed(300, reset, ok)),
  fault(
    'TLS: silence in the handshake',
    'notSent connectTimeout',
    relayed(100, () => undefined, ok),
    patience,
  ),
]

/** TLS is up, and then it goes wrong. */
const secured: Fault[] = [
  fault('TLS: all is well', acceptedMeaning, servedSecurely(ok)),
  fault('TLS: all is well, by name', acceptedMeaning, servedSecurely(ok, { host: 'localhost' })),
  fault('TLS: closed at the first byte', 'unknown cut', servedSecurely(after(1, destroy))),
  fault('TLS: closed within a large request', 'unknown cut', servedSecurely(after(70_000, destroy)), { large: true }),
  fault('TLS: closed after the request', 'unknown cut', servedSecurely({ onRequest: destroy })),
  fault('TLS: reset after the request', 'unknown cut', resetUnderneath),
  fault('TLS: silence after the request', 'unknown timedOut', servedSecurely({}), patience),
]

export const connectFaults: readonly Fault[] = [...unreached, ...handshakes, ...secured]

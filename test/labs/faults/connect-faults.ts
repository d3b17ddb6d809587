import { elsewhereCertificate, expiredCertificate } from '../../main/network/test-certificates.ts'
import { testCertificate } from '../../support/test-certificate.ts'
import { acceptedMeaning, after, close, destroy, ok, reset } from './answers.ts'
import { type Fault, fault, shortLimits } from './fault.ts'
import {
  plainPortForTls,
  noServerAt,
  refused,
  relayedService,
  resetBelowTls,
  plainService,
  tlsService,
  connectorWithoutTestAuthority,
} from './faulty-services.ts'

const httpToTls = 'HTTP/1.1 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.'
/** A TLS alert: fatal, handshake_failure. */
const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])
const withShortLimits = { limits: shortLimits }

/** No server, or one that closes the connection at once. */
const unreached: Fault[] = [
  fault('no server', 'notSent refused', refused('127.0.0.1', 'http')),
  fault('no server, in TLS', 'notSent refused', refused('127.0.0.1', 'https')),
  fault('no server at any address of a name', 'notSent refused', refused('localhost', 'http')),
  fault('an unknown name', 'notSent noHost', noServerAt('https://unknown.invalid')),
  fault('plain http to another computer', 'notSent policy', noServerAt('http://192.0.2.1')),
  // The first byte may or may not leave before the connection ends; `runFault` checks that the outcome matches the
  // mark.
  fault('reset as soon as it is accepted', ['notSent other', 'unknown cut'], plainService({ onAccept: reset })),
  fault('closed as soon as it is accepted', ['notSent other', 'unknown cut'], plainService({ onAccept: destroy })),
]

/** The TLS handshake fails: the request was never written. */
const handshakes: Fault[] = [
  fault('TLS: self-signed certificate', 'notSent certificate', tlsService(ok, { certificate: testCertificate })),
  fault('TLS: expired certificate', 'notSent certificate', tlsService(ok, { certificate: expiredCertificate })),
  fault(
    'TLS: certificate for another name',
    'notSent certificate',
    tlsService(ok, { certificate: elsewhereCertificate }),
  ),
  fault('TLS: untrusted authority', 'notSent certificate', tlsService(ok, { connect: connectorWithoutTestAuthority })),
  fault(
    'TLS: a port of plain HTTP',
    'notSent notTls',
    plainPortForTls(after(1, (socket) => void socket.end(httpToTls))),
  ),
  fault(
    'TLS: unexpected plain HTTP',
    'notSent notTls',
    plainPortForTls({ onAccept: (socket) => void socket.write(httpToTls) }),
  ),
  fault(
    'TLS: another protocol',
    'notSent notTls',
    plainPortForTls({ onAccept: (socket) => void socket.write('SSH-2.0-x\r\n') }),
  ),
  fault(
    'TLS: an alert after the client hello',
    'notSent other',
    plainPortForTls(after(1, (socket) => void socket.end(alert))),
  ),
  fault('TLS: silence after the client hello', 'notSent connectTimeout', plainPortForTls({}), withShortLimits),
  fault('TLS: closed at the client hello', 'notSent other', plainPortForTls(after(1, close))),
  fault('TLS: reset at the client hello', 'notSent other', plainPortForTls(after(1, reset))),
  fault('TLS: reset as soon as it is accepted', 'notSent other', plainPortForTls({ onAccept: reset })),
  fault('TLS: cut in the handshake', 'notSent other', relayedService(100, destroy, ok)),
  fault('TLS: reset in the handshake', 'notSent other', relayedService(300, reset, ok)),
  fault(
    'TLS: silence in the handshake',
    'notSent connectTimeout',
    relayedService(100, () => undefined, ok),
    withShortLimits,
  ),
]

/** Faults after the TLS handshake. */
const secured: Fault[] = [
  fault('TLS: no fault', acceptedMeaning, tlsService(ok)),
  fault('TLS: no fault, by name', acceptedMeaning, tlsService(ok, { host: 'localhost' })),
  fault('TLS: closed at the first byte', 'unknown cut', tlsService(after(1, destroy))),
  fault('TLS: closed within a large request', 'unknown cut', tlsService(after(70_000, destroy)), { large: true }),
  fault('TLS: closed after the request', 'unknown cut', tlsService({ onRequest: destroy })),
  fault('TLS: reset after the request', 'unknown cut', resetBelowTls),
  fault('TLS: silence after the request', 'unknown timedOut', tlsService({}), withShortLimits),
]

export const connectFaults: readonly Fault[] = [...unreached, ...handshakes, ...secured]

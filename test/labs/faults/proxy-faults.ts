import { createNetwork } from '../../../src/main/network/connector.ts'
import { createTrust } from '../../../src/main/network/certificates.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import {
  type ProxyBehavior,
  respondWith,
  respondAndClose,
  startProxy,
  tunneling,
} from '../../main/network/recording-proxy.ts'
import { expiredCertificate, serviceCertificate, testAuthority } from '../../main/network/test-certificates.ts'
import { httpAnswer, type RawScript, startRawServer } from '../../support/raw-server.ts'
import { acceptedMeaning, after, destroy, ok } from './answers.ts'
import { type Fault, fault, shortLimits, type FaultyService } from './fault.ts'
import { freePort } from '../../main/network/free-port.ts'

const page = '<html><title>Access denied</title></html>'

const trust = createTrust(() => [testAuthority])

const through =
  (port: number) =>
  (connectMilliseconds: number): Connector =>
    createNetwork({
      settings: () => ({ proxy: { mode: 'system' }, extraCertificatesFile: null }),
      env: {},
      resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:${port}`),
      proxyPassword: () => Promise.resolve(null),
      trust,
      connectMilliseconds,
      onProblem: () => undefined,
    }).connectorFor(origin)

/** Short enough that the tunnel times out first. */
const withShortLimits = { limits: { connectMilliseconds: 500 } }

/** A name that only a proxy can resolve. */
const origin = 'https://service.test'

/** A proxy that does not connect. A request that it can read counts as received. */
const blocked = (behave: ProxyBehavior) => async (): Promise<FaultyService> => {
  const proxy = await startProxy(behave)
  const leaked = (): number => (/POST|x-api-key|phone_number/i.test(proxy.received()) ? proxy.received().length : 0)
  return {
    origin,
    connect: through(proxy.port),
    seen: leaked,
    copies: () => (leaked() > 0 ? proxy.connections.length : 0),
    close: proxy.close,
  }
}

/** A working proxy in front of a faulty service. */
const tunnelled =
  (script: RawScript, certificate = serviceCertificate) =>
  async (): Promise<FaultyService> => {
    const service = await startRawServer(script, certificate)
    const proxy = await startProxy(tunneling(service.port))
    const sizes = (): number[] => service.connections.map(({ received }) => received.length).filter((size) => size > 0)
    return {
      origin,
      connect: through(proxy.port),
      seen: () => sizes().reduce((total, size) => total + size, 0),
      copies: () => sizes().length,
      close: async () => {
        await proxy.close()
        await service.close()
      },
    }
  }

const absent = async (): Promise<FaultyService> => ({
  origin,
  connect: through(await freePort()),
  seen: () => 0,
  copies: () => 0,
  close: async () => undefined,
})

export const proxyFaults: readonly Fault[] = [
  fault('proxy: no fault', acceptedMeaning, tunnelled(ok)),
  fault('proxy: not there', 'notSent proxy', absent),
  fault('proxy: forbids', 'notSent proxy', blocked(respondWith(httpAnswer('403 Forbidden', page)))),
  fault('proxy: requires a password', 'notSent proxyAuthentication', blocked(respondWith(httpAnswer('407 Who', page)))),
  fault('proxy: cannot reach the service', 'notSent proxy', blocked(respondWith(httpAnswer('502 Bad Gateway', page)))),
  fault('proxy: a page without HTTP', 'notSent proxy', blocked(respondWith(page))),
  fault('proxy: 200 and a page', 'notSent proxy', blocked(respondWith(httpAnswer('200 OK', page)))),
  fault(
    'proxy: closes',
    'notSent proxy',
    blocked((socket) => socket.end()),
  ),
  fault(
    'proxy: resets',
    'notSent proxy',
    blocked((socket) => socket.resetAndDestroy()),
  ),
  fault(
    'proxy: silence',
    'notSent proxyTimeout',
    blocked(() => undefined),
    withShortLimits,
  ),
  fault(
    'proxy: a tunnel to silence',
    'notSent proxyTimeout',
    blocked(respondWith('HTTP/1.1 200 OK\r\n\r\n')),
    withShortLimits,
  ),
  fault('proxy: a tunnel that closes', 'notSent proxy', blocked(respondAndClose('HTTP/1.1 200 OK\r\n\r\n'))),
  fault('proxy: a service whose certificate has expired', 'notSent certificate', tunnelled(ok, expiredCertificate)),
  fault('proxy: cut at the first byte of the request', 'unknown cut', tunnelled(after(1, destroy))),
  fault('proxy: cut after the request', 'unknown cut', tunnelled({ onRequest: destroy })),
  fault('proxy: silence after the request', 'unknown timedOut', tunnelled({}), { limits: shortLimits }),
]

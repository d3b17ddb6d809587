import { createNetwork } from '../../../src/main/network/network.ts'
import { createTrust } from '../../../src/main/network/trust.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import {
  type ProxyBehaviour,
  saying,
  sayingAndClosing,
  startProxy,
  tunnelling,
} from '../../main/network/recording-proxy.ts'
import { expiredCertificate, serviceCertificate, testAuthority } from '../../main/network/test-certificates.ts'
import { httpAnswer, type RawScript, startRawServer } from '../../support/raw-server.ts'
import { acceptedMeaning, after, destroy, ok } from './answers.ts'
import { type Fault, fault, impatient, type Scene } from './fault.ts'
import { freePort } from './scenes.ts'

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
      onTrouble: () => undefined,
    }).connectorFor(origin)

/** The tunnel runs into its own limit first. */
const briefly = { limits: { connectMilliseconds: 500 } }

/** A name that only a proxy can find. */
const origin = 'https://service.test'

/** A proxy that keeps the call to itself: a request that shows up there in readable form counts as seen. */
const blocked = (behave: ProxyBehaviour) => async (): Promise<Scene> => {
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

/** A good proxy before a service that goes wrong. */
const tunnelled =
  (script: RawScript, certificate = serviceCertificate) =>
  async (): Promise<Scene> => {
    const service = await startRawServer(script, certificate)
    const proxy = await startProxy(tunnelling(service.port))
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

const absent = async (): Promise<Scene> => ({
  origin,
  connect: through(await freePort()),
  seen: () => 0,
  copies: () => 0,
  close: async () => undefined,
})

export const proxyFaults: readonly Fault[] = [
  fault('proxy: all is well', acceptedMeaning, tunnelled(ok)),
  fault('proxy: not there', 'notSent proxy', absent),
  fault('proxy: forbids', 'notSent proxy', blocked(saying(httpAnswer('403 Forbidden', page)))),
  fault('proxy: wants a password', 'notSent proxyAuthentication', blocked(saying(httpAnswer('407 Who', page)))),
  fault('proxy: cannot reach the service', 'notSent proxy', blocked(saying(httpAnswer('502 Bad Gateway', page)))),
  fault('proxy: a page without HTTP', 'notSent proxy', blocked(saying(page))),
  fault('proxy: 200 and a page', 'notSent proxy', blocked(saying(httpAnswer('200 OK', page)))),
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
    'proxy: says nothing',
    'notSent proxyTimeout',
    blocked(() => undefined),
    briefly,
  ),
  fault('proxy: a tunnel to silence', 'notSent proxyTimeout', blocked(saying('HTTP/1.1 200 OK\r\n\r\n')), briefly),
  fault('proxy: a tunnel that closes', 'notSent proxy', blocked(sayingAndClosing('HTTP/1.1 200 OK\r\n\r\n'))),
  fault('proxy: a service whose certificate is over', 'notSent certificate', tunnelled(ok, expiredCertificate)),
  fault('proxy: cut at the first byte of the request', 'unknown cut', tunnelled(after(1, destroy))),
  fault('proxy: cut after the request', 'unknown cut', tunnelled({ onRequest: destroy })),
  fault('proxy: silence after the request', 'unknown timedOut', tunnelled({}), { limits: impatient }),
]

import { createNetwork } from '../../../src/main/network/connector.ts'
import { createTrust } from '../../../src/main/network/certificates.ts'
import { type RecordingProxy, startProxy, tunneling } from '../../main/network/recording-proxy.ts'
import { testAuthority } from '../../main/network/test-certificates.ts'
import { createTestClient, createTrigger, canaryKey } from '../../main/service/create-test-client.ts'
import type { RawServer } from '../../support/raw-server.ts'
import { canaryBody } from './operations.ts'
import { elsewhere, requestLines, startService, startOtherServer, statuses } from './servers.ts'

/** A redirect by a proxy, or by the service behind it. */
type ProxyTrial = { status: (typeof statuses)[number]; sender: 'the service' | 'the proxy' }

export const proxyTrials: ProxyTrial[] = statuses.flatMap((status) => [
  { status, sender: 'the service' },
  { status, sender: 'the proxy' },
])

type Servers = { service: RawServer; otherServer: RawServer; proxy: RecordingProxy }

const startServers = async ({ status, sender }: ProxyTrial): Promise<Servers> => {
  const otherServer = await startOtherServer(true, () => null)
  const location = `${otherServer.origin}${elsewhere}`
  const service = await startService(
    true,
    () => true,
    () => ({ status, location }),
  )
  const refusal = `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`
  const proxy = await startProxy(
    sender === 'the proxy' ? (socket) => void socket.end(refusal) : tunneling(service.port),
  )
  return { service, otherServer, proxy }
}

const dial = async ({ service, proxy }: Servers): Promise<string> => {
  // Only the proxy resolves this name; a local service would be reached without the proxy.
  const origin = `https://service.test:${service.port}`
  const network = createNetwork({
    settings: () => ({
      proxy: { mode: 'manual', url: `http://127.0.0.1:${proxy.port}`, user: null },
      extraCertificatesFile: null,
    }),
    env: {},
    resolveProxy: null,
    proxyPassword: () => Promise.resolve(null),
    trust: createTrust(() => [testAuthority]),
    connectMilliseconds: 2_000,
    onProblem: () => undefined,
  })
  const client = createTestClient(origin, { connect: network.connectorFor(origin) })
  return (await client.triggerCall(createTrigger({ initialContext: { note: canaryBody } }))).outcome.state
}

const isCorrect = ({ sender }: ProxyTrial, state: string, { service, otherServer, proxy }: Servers): boolean => {
  const target = `CONNECT service.test:${service.port} `
  const seen = otherServer.received() + proxy.received()
  return (
    state === (sender === 'the proxy' ? 'notSent' : 'unknown') &&
    requestLines(service).length === (sender === 'the proxy' ? 0 : 1) &&
    otherServer.connections.length === 0 &&
    proxy.heads.length === 1 &&
    proxy.heads.every((head) => head.startsWith(target)) &&
    !seen.includes(canaryKey) &&
    !seen.includes(canaryBody)
  )
}

/** Starts one call through a proxy. Returns null on success, otherwise a description of the trial. */
export const runProxyTrial = async (trial: ProxyTrial): Promise<string | null> => {
  const servers = await startServers(trial)
  try {
    const state = await dial(servers)
    return isCorrect(trial, state, servers) ? null : `${trial.status} by ${trial.sender}: ${state}`
  } finally {
    await Promise.all([servers.service, servers.otherServer, servers.proxy].map((one) => one.close()))
  }
}

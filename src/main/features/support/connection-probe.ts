import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Outcome } from '../../../contract/failure.ts'
import type { Network, RouteSummary } from '../../network/connector.ts'
import { probeHealth, createKeylessGet, type HealthProbe } from '../../service/keyless-get.ts'
import { codeOf } from '../../service/reply.ts'

/** The certificate of the server; null for plain http. */
type ServerCertificate = { protocol: string; issuer: string; validTo: string } | null

/** A connection that was opened and closed without sending anything. */
type ConnectionResult = { ok: true; certificate: ServerCertificate } | { ok: false; code: string }

/** A health response, the round-trip time in milliseconds, and the wall-clock time halfway through it. */
type HealthResult = { answer: Outcome<HealthProbe>; milliseconds: number; at: number }

/** Probes the connection to one service. Each step runs once, and all checks share its result. */
export type ConnectionProbe = {
  readonly origin: URL
  readonly host: string
  readonly port: number
  routes(): Promise<RouteSummary>
  connect(): Promise<ConnectionResult>
  health(): Promise<HealthResult>
}

type ConnectionProbeDeps = {
  origin: string
  network: Network
  clock: () => number
  monotonic: () => number
  deadlineMilliseconds: number
}

const once = <T>(action: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | null = null
  return () => (result ??= action())
}

const certificateOf = (socket: Socket): ServerCertificate => {
  if (!(socket instanceof TLSSocket)) return null
  const { issuer, valid_to: validTo } = socket.getPeerCertificate()
  const name = issuer?.O ?? issuer?.CN ?? ''
  return { protocol: socket.getProtocol() ?? '', issuer: [name].flat().join(', '), validTo }
}

const connectOnce = (origin: URL, network: Network): Promise<ConnectionResult> =>
  new Promise((resolve) => {
    const { protocol, hostname, host, port } = origin
    network.connectorFor(origin.origin)({ protocol, hostname, host, port }, (error, socket) => {
      if (error !== null) return resolve({ ok: false, code: codeOf(error) })
      const certificate = certificateOf(socket)
      socket.on('error', () => {})
      socket.destroy()
      resolve({ ok: true, certificate })
    })
  })

/** Creates the probe. It opens no connection before its first use, and has no access to a key. */
export const createConnectionProbe = (deps: ConnectionProbeDeps): ConnectionProbe => {
  const { network, clock, monotonic, deadlineMilliseconds } = deps
  const origin = new URL(deps.origin)
  const get = createKeylessGet({ connectTo: network.connectorFor, deadlineMilliseconds })

  const readHealth = async (): Promise<HealthResult> => {
    const startedAt = monotonic()
    const answer = await probeHealth(get, origin.origin)
    const milliseconds = monotonic() - startedAt
    return { answer, milliseconds, at: clock() - milliseconds / 2 }
  }

  return {
    origin,
    host: origin.hostname.replace(/^\[|\]$/g, ''),
    port: Number(origin.port === '' ? (origin.protocol === 'https:' ? 443 : 80) : origin.port),
    routes: once(() => network.routesTo(origin.origin)),
    connect: once(() => connectOnce(origin, network)),
    health: once(readHealth),
  }
}

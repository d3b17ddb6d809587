import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Outcome } from '../../contract/failure.ts'
import type { Network, Route } from '../network/network.ts'
import { askHealth, type HealthAnswer } from '../service/ask-health.ts'
import { codeOf } from '../service/fault-cause.ts'
import { createKeylessGet } from '../service/keyless-get.ts'

/** What the other side showed of itself when TLS was up; null over plain http. */
export type Shown = { protocol: string; issuer: string; validTo: string } | null

/** One connection that was opened and closed again: nothing was sent over it. */
export type Connected = { ok: true; shown: Shown } | { ok: false; code: string }

/** A health answer with the time it took and the time here when half of that was over, in milliseconds. */
export type Asked = { answer: Outcome<HealthAnswer>; milliseconds: number; at: number }

/** The way to one service, gone once: the checks along it share what is found, so that the service is asked once. */
export type Journey = {
  readonly origin: URL
  readonly host: string
  readonly port: number
  route(): Promise<Route>
  connect(): Promise<Connected>
  health(): Promise<Asked>
}

export type JourneyParts = {
  origin: string
  network: Network
  clock: () => number
  monotonic: () => number
  deadlineMilliseconds: number
}

const once = <T>(act: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => (made ??= act())
}

const shownBy = (socket: Socket): Shown => {
  if (!(socket instanceof TLSSocket)) return null
  const { issuer, valid_to: validTo } = socket.getPeerCertificate()
  const name = issuer?.O ?? issuer?.CN ?? ''
  return { protocol: socket.getProtocol() ?? '', issuer: [name].flat().join(', '), validTo }
}

const connectOnce = (origin: URL, network: Network): Promise<Connected> =>
  new Promise((resolve) => {
    const { protocol, hostname, host, port } = origin
    network.connectorFor(origin.origin)({ protocol, hostname, host, port }, (error, socket) => {
      if (error !== null) return resolve({ ok: false, code: codeOf(error) })
      const shown = shownBy(socket)
      socket.on('error', () => {})
      socket.destroy()
      resolve({ ok: true, shown })
    })
  })

/** Makes the way to the service at `origin`. Nothing is opened before it is asked for, and nothing in it knows a key. */
export const createJourney = (parts: JourneyParts): Journey => {
  const { network, clock, monotonic, deadlineMilliseconds } = parts
  const origin = new URL(parts.origin)
  const get = createKeylessGet({ connectTo: network.connectorFor, deadlineMilliseconds })

  const ask = async (): Promise<Asked> => {
    const begun = monotonic()
    const answer = await askHealth(get, origin.origin)
    const milliseconds = monotonic() - begun
    return { answer, milliseconds, at: clock() - milliseconds / 2 }
  }

  return {
    origin,
    host: origin.hostname.replace(/^\[|\]$/g, ''),
    port: Number(origin.port === '' ? (origin.protocol === 'https:' ? 443 : 80) : origin.port),
    route: once(() => network.routeTo(origin.origin)),
    connect: once(() => connectOnce(origin, network)),
    health: once(ask),
  }
}

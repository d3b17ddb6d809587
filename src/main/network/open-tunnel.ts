import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { codeOf, unreachableCause } from '../service/fault-cause.ts'
import type { ProxyAuthorization } from './basic-authorization.ts'
import { type NetworkCode, NetworkError } from './network-error.ts'
import type { ProxyAddress } from './proxy-address.ts'
import { readTunnelAnswer } from './read-tunnel-answer.ts'

export type TunnelParts = {
  proxy: ProxyAddress
  /** The service's host, without brackets, and port. */
  host: string
  port: number
  authorization: ProxyAuthorization | null
  /** Which certificates an https proxy may show; the runtime's own when undefined. */
  secureContext: SecureContext | undefined
  /** For everything up to the proxy's answer. */
  milliseconds: number
}

const connectToProxy = ({ proxy, secureContext }: TunnelParts): Socket => {
  const { host, port } = proxy
  if (proxy.scheme === 'http') return connectTcp({ host, port, noDelay: true })
  // SECURITY: an https proxy is verified like the service itself.
  return connectTls({ host, port, secureContext, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] })
}

/** SECURITY: the service's address and the proxy's own credentials: nothing of the request, and never the key. */
const connectRequest = ({ host, port, authorization }: TunnelParts): string => {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const proof = authorization === null ? [] : [`Proxy-Authorization: ${authorization()}`]
  return [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`, ...proof, '', ''].join('\r\n')
}

const reasonOf = (error: unknown, connected: boolean): NetworkCode => {
  const cause = unreachableCause(codeOf(error))
  if (cause === 'certificate') return 'PROXY_CERTIFICATE'
  if (cause === 'notTls') return 'PROXY_NOT_TLS'
  return connected ? 'PROXY_CLOSED' : 'PROXY_UNREACHABLE'
}

/**
 * Opens a tunnel through a proxy with one CONNECT over a connection of its own, and gives the socket with nothing read
 * from it. Rejects with a NetworkError; the socket is destroyed then. Nothing is tried a second time.
 */
export const openTunnel = (parts: TunnelParts): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connectToProxy(parts)
    let connected = false
    let received = ''

    const finish = (code: NetworkCode | null): void => {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onClose).off('error', onError)
      // From here on the error has an owner elsewhere, or is of no interest any more.
      socket.on('error', () => {})
      if (code === null) return resolve(socket.pause())
      socket.destroy()
      reject(new NetworkError(code))
    }
    const onData = (bytes: Buffer): void => {
      received += bytes.toString('latin1')
      const answer = readTunnelAnswer(received)
      if (answer !== 'more') finish(answer === 'open' ? null : answer)
    }
    const onClose = (): void => finish(connected ? 'PROXY_CLOSED' : 'PROXY_UNREACHABLE')
    const onError = (error: unknown): void => finish(reasonOf(error, connected))
    const timer = setTimeout(() => finish('PROXY_TIMEOUT'), parts.milliseconds)

    socket.on('data', onData).on('close', onClose).on('error', onError)
    socket.once(parts.proxy.scheme === 'https' ? 'secureConnect' : 'connect', () => {
      connected = true
      socket.write(connectRequest(parts))
    })
  })

import { connect } from 'node:net'
import type { DoctorFinding } from '../../../contract/doctor.ts'
import { codeOf, unreachableCause } from '../../service/fault-cause.ts'
import { type Check, found } from '../check.ts'
import type { Journey } from '../journey.ts'
import { isProxied } from './proxy.ts'

const giveUp = 12_000

type Place = { host: string; port: number }

const codeFor = (error: unknown): 'tcpRefused' | 'tcpTimedOut' | 'tcpNoRoute' => {
  const cause = unreachableCause(codeOf(error))
  if (cause === 'refused') return 'tcpRefused'
  return cause === 'connectTimeout' ? 'tcpTimedOut' : 'tcpNoRoute'
}

/** Opens a connection and closes it again; nothing is sent over it. */
const knock = ({ host, port }: Place, signal: AbortSignal): Promise<DoctorFinding> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: giveUp })
    const end = (finding: DoctorFinding): void => {
      socket.destroy()
      resolve(finding)
    }
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    socket
      .once('connect', () => end(found('tcpOpen', { host, port, addresses: socket.remoteAddress })))
      .once('timeout', () => end(found('tcpTimedOut', { host, port })))
      .on('error', (error) => end(found(codeFor(error), { host, port, code: codeOf(error) })))
  })

/** Does anybody listen there? A service that is down, and a network that lets nothing through, are told apart here. */
export const checkTcp = (journey: Journey): Check => ({
  name: 'tcp',
  after: ['proxy', 'name'],
  milliseconds: 15_000,
  look: async (signal) => {
    const { host, port } = journey
    return (await isProxied(journey)) ? found('tcpThroughProxy', { host, port }) : knock({ host, port }, signal)
  },
})

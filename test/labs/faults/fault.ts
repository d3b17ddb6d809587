import type { Connector } from '../../../src/main/service/connector.ts'
import type { ServiceLimits } from '../../../src/main/service/exchange.ts'
import type { DialResult } from '../../../src/main/service/trigger-call.ts'

/** A call's state and its cause, in one line. */
export type Meaning = string

/** A faulty service, and how much of the request it has received. */
export type FaultyService = {
  origin: string
  /** Creates the connector, with a connection timeout in milliseconds; the default is the app's. */
  connect?: (milliseconds: number) => Connector
  /** Bytes of the request that arrived across all connections, without the TLS handshake. */
  seen: () => number
  /** Number of connections on which at least one byte of the request arrived. */
  copies: () => number
  close: () => Promise<void>
}

/** A network fault and the state that the app must report for it. */
export type Fault = {
  name: string
  /** Several states if the two ends of a connection may see different events first. */
  means: readonly Meaning[]
  prepare: () => Promise<FaultyService>
  /** Limits in milliseconds, for a fault that would exceed one of them. */
  limits?: Partial<ServiceLimits>
  /** Sends a body of about 300 kB, which leaves in many pieces. */
  large?: boolean
}

/** Short limits for faults that only make the client wait. */
export const shortLimits: Partial<ServiceLimits> = { dialMilliseconds: 2_500, connectMilliseconds: 1_000 }

export const fault = (
  name: string,
  means: Meaning | readonly Meaning[],
  prepare: Fault['prepare'],
  rest: Pick<Fault, 'limits' | 'large'> = {},
): Fault => ({ name, means: typeof means === 'string' ? [means] : means, prepare, ...rest })

export const meaningOf = ({ outcome }: DialResult): Meaning => {
  switch (outcome.state) {
    case 'accepted':
      return `accepted ${outcome.workflowRunId}`
    case 'rejected':
      return `rejected ${outcome.status}`
    case 'notSent':
      return `notSent ${outcome.cause}`
    case 'failedAtProvider':
      return `failedAtProvider ${outcome.doubt ? 'in doubt' : 'for certain'}`
    case 'unknown':
      return `unknown ${outcome.cause}`
  }
}

import type { Connector } from '../../../src/main/service/connector.ts'
import type { ServiceLimits } from '../../../src/main/service/limits.ts'
import type { DialResult } from '../../../src/main/service/service-client.ts'

/** What a person is told, in one line: the state, and what tells one case of it from another. */
export type Meaning = string

/** A service that is about to go wrong, and what it has seen of the request. */
export type Scene = {
  origin: string
  /** Makes the connector to it, with so many milliseconds to connect; the usual one when absent. */
  connect?: (milliseconds: number) => Connector
  /** How many bytes of the request itself arrived, over all connections; a TLS handshake is none of them. */
  seen: () => number
  /** Over how many connections a byte of the request arrived. */
  copies: () => number
  close: () => Promise<void>
}

/** One way in which a call can go wrong on the wire, and what it must be taken for. */
export type Fault = {
  name: string
  /** One meaning; several where the two ends of a connection may rightly see different things first. */
  means: readonly Meaning[]
  prepare: () => Promise<Scene>
  /** Limits in milliseconds where the fault is to wait for one. */
  limits?: Partial<ServiceLimits>
  /** Sends a body of some hundred thousand bytes, so that it leaves in many pieces. */
  large?: boolean
}

/** Short limits for faults that do nothing: what counts is which limit ends them. */
export const impatient: Partial<ServiceLimits> = { dialMilliseconds: 2_500, connectMilliseconds: 1_000 }

/** Names a fault; see the type for what is what. */
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

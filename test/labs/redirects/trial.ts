import { setTimeout as wait } from 'node:timers/promises'
import type { RawServer } from '../../support/raw-server.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import { canaryKey } from '../../main/service/create-test-client.ts'
import { canaryBody, type MakeOperations } from './operations.ts'
import {
  elsewhere,
  locationOf,
  type Redirect,
  requestLines,
  startService,
  startOtherServer,
  type Targets,
} from './servers.ts'

/** One redirect of one operation, which is given by its index. */
export type Trial = { operation: number; isTls: boolean; status: number; location: string }

export type TrialResult = {
  operation: string
  description: string
  /** Connections to other servers, and whether they contained the key or the body. */
  otherConnections: number
  keySeen: boolean
  bodySeen: boolean
  /** Requests to the service that followed its redirect. */
  secondRequests: number
  /** Whether the target request reached the service; otherwise the trial proves nothing. */
  serviceReached: boolean
  /** Whether the client reported the redirect as a redirect. */
  isReported: boolean
}

type Servers = Omit<Targets, 'path'> & { close: () => Promise<void> }

const startServers = async (trial: Trial, isTarget: (request: string) => boolean): Promise<Servers> => {
  const sameScheme = await startOtherServer(trial.isTls, () => null)
  const plain = await startOtherServer(false, () => null)
  const nextRedirect: Redirect | null =
    trial.location === 'a chain' ? { status: 307, location: `${plain.origin}/end` } : null
  const secure = await startOtherServer(true, () => nextRedirect)
  const service: RawServer = await startService(trial.isTls, isTarget, (path) => ({
    status: trial.status,
    location: locationOf(trial.location, { service, path, sameScheme, plain, secure }),
  }))
  const close = async (): Promise<void> => {
    await Promise.all([service, sameScheme, plain, secure].map((one) => one.close()))
  }
  return { service, sameScheme, plain, secure, close }
}

const resultOf = (
  operation: string,
  trial: Trial,
  servers: Servers,
  isTarget: (request: string) => boolean,
  isReported: boolean,
): TrialResult => {
  const otherServers = [servers.sameScheme, servers.plain, servers.secure]
  const seen = otherServers.map((one) => one.received()).join('')
  const lines = requestLines(servers.service)
  const targeted = lines.filter(isTarget)
  return {
    operation,
    description: `${operation}, ${trial.isTls ? 'https' : 'http'}, ${trial.status} to ${trial.location}`,
    otherConnections: otherServers.reduce((sum, { connections }) => sum + connections.length, 0),
    keySeen: seen.includes(canaryKey),
    bodySeen: seen.includes(canaryBody),
    secondRequests: Math.max(0, targeted.length - 1) + lines.filter((line) => line.includes(elsewhere)).length,
    serviceReached: targeted.length > 0,
    isReported,
  }
}

/** Redirects one operation; every target of the redirect is a recording server. */
export const runTrial = async (
  trial: Trial,
  makeOperations: MakeOperations,
  connect: Connector,
): Promise<TrialResult> => {
  // The target request is known before the service has an origin.
  const names = makeOperations({ origin: 'http://127.0.0.1:1', connect })
  const isTarget = names[trial.operation % names.length]?.isTarget ?? (() => true)
  const servers = await startServers(trial, isTarget)
  try {
    const operations = makeOperations({ origin: servers.service.origin, connect })
    const operation = operations[trial.operation % operations.length]
    if (operation === undefined) throw new Error('There is no operation.')
    const isReported = await operation.run()
    // By now, a redirect followed in the background would have sent its request.
    await wait(5)
    return resultOf(operation.name, trial, servers, isTarget, isReported)
  } finally {
    await servers.close()
  }
}

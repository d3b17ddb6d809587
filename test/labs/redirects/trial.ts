import { setTimeout as wait } from 'node:timers/promises'
import type { RawServer } from '../../support/raw-server.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import { canaryKey } from '../../main/service/a-client.ts'
import { canaryBody, type MakeAskers } from './askers.ts'
import { elsewhere, locationOf, type Places } from './locations.ts'
import { type Redirect, requestLines, startService, startStranger } from './sites.ts'

/** One redirect: who asks, over which connection, and what the service answers. */
export type Trial = { asker: number; isTls: boolean; status: number; location: string }

export type TrialResult = {
  asker: string
  what: string
  /** Connections that anybody but the service got, and what of ours was in them. */
  strangersAsked: number
  keySeen: boolean
  bodySeen: boolean
  /** Requests that the service got because of its own redirect. */
  secondRequests: number
  /** The key or the body in the service's own record: without it the trial would prove nothing. */
  serviceAsked: boolean
  /** The client told the redirect as what it was. */
  isTold: boolean
}

type Sites = Omit<Places, 'path'> & { close: () => Promise<void> }

const openSites = async (trial: Trial, isAimed: (request: string) => boolean): Promise<Sites> => {
  const alike = await startStranger(trial.isTls, () => null)
  const plain = await startStranger(false, () => null)
  const onwards: Redirect | null =
    trial.location === 'a chain' ? { status: 307, location: `${plain.origin}/end` } : null
  const secure = await startStranger(true, () => onwards)
  const service: RawServer = await startService(trial.isTls, isAimed, (path) => ({
    status: trial.status,
    location: locationOf(trial.location, { service, path, alike, plain, secure }),
  }))
  const close = async (): Promise<void> => {
    await Promise.all([service, alike, plain, secure].map((one) => one.close()))
  }
  return { service, alike, plain, secure, close }
}

const judge = (
  asker: string,
  trial: Trial,
  sites: Sites,
  isAimed: (request: string) => boolean,
  isTold: boolean,
): TrialResult => {
  const strangers = [sites.alike, sites.plain, sites.secure]
  const seen = strangers.map((one) => one.received()).join('')
  const lines = requestLines(sites.service)
  const aimed = lines.filter(isAimed)
  return {
    asker,
    what: `${asker}, ${trial.isTls ? 'https' : 'http'}, ${trial.status} to ${trial.location}`,
    strangersAsked: strangers.reduce((sum, { connections }) => sum + connections.length, 0),
    keySeen: seen.includes(canaryKey),
    bodySeen: seen.includes(canaryBody),
    secondRequests: Math.max(0, aimed.length - 1) + lines.filter((line) => line.includes(elsewhere)).length,
    serviceAsked: aimed.length > 0,
    isTold,
  }
}

/** Lets one asker meet one redirect, with a server that writes everything down at each place it could lead to. */
export const runTrial = async (trial: Trial, makeAskers: MakeAskers, connect: Connector): Promise<TrialResult> => {
  // Which request is aimed at is known before there is an origin to ask.
  const names = makeAskers({ origin: 'http://127.0.0.1:1', connect })
  const isAimed = names[trial.asker % names.length]?.isAimed ?? (() => true)
  const sites = await openSites(trial, isAimed)
  try {
    const askers = makeAskers({ origin: sites.service.origin, connect })
    const asker = askers[trial.asker % askers.length]
    if (asker === undefined) throw new Error('There is nobody to ask.')
    const isTold = await asker.ask()
    // Whoever followed without waiting for it would be on the way now.
    await wait(5)
    return judge(asker.name, trial, sites, isAimed, isTold)
  } finally {
    await sites.close()
  }
}

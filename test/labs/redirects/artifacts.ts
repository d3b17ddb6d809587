import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { createArtifacts, type RunArtifacts } from '../../../src/main/service/artifacts.ts'
import { createAskAgain } from '../../../src/main/service/ask-again.ts'
import { createAskService } from '../../../src/main/service/ask-service.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import { defaultLimits } from '../../../src/main/service/limits.ts'
import { createTransport } from '../../../src/main/service/transport.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { aClient, canaryKey } from '../../main/service/a-client.ts'
import { httpAnswer, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { createFollowingTransport } from './following-transport.ts'
import { locationNames, locationOf, statuses } from './locations.ts'
import { requestLines, startStranger } from './sites.ts'

/** A recording is the one thing that is fetched over a redirect: over one, and without the key. */
export type ArtifactTrial = { status: (typeof statuses)[number]; location: string }

export const artifactTrials: ArtifactTrial[] = statuses.flatMap((status) =>
  locationNames.map((location) => ({ status, location })),
)

const run = httpAnswer(
  '200 OK',
  JSON.stringify({ recording_url: 'recordings/7.wav', public_access_token: 'a-token-of-this-lab-0123456789' }),
)

type Sites = { service: RawServer; alike: RawServer; plain: RawServer; secure: RawServer }

const openSites = async ({ status, location }: ArtifactTrial): Promise<Sites> => {
  const plain = await startStranger(false, () => null)
  const alike = await startStranger(false, () => null)
  // Storage that sends on once more leads nowhere, whatever it says.
  const secure = await startStranger(true, () => ({ status: 307, location: `${plain.origin}/end` }))
  const service: RawServer = await startRawServer({
    onRequest: (socket, request) => {
      const path = request.split(' ')[1] ?? ''
      const target = () => locationOf(location, { service, path, alike, plain, secure })
      const isLink = path.startsWith('/api/v1/public/')
      socket.end(isLink ? httpAnswer(`${status} Elsewhere`, '', [`location: ${target()}`]) : run)
    },
  })
  return { service, alike, plain, secure }
}

const isKeyless = (request: string): boolean => !request.includes(canaryKey) && !/^x-api-key/im.test(request)

const isAsPromised = ({ service, ...strangers }: Sites): boolean => {
  const visits = Object.values(strangers).flatMap(({ connections }) => connections)
  const own = service.connections.map(({ received }) => received)
  const [question = '', ...links] = own
  return (
    question.includes(canaryKey) &&
    links.length > 0 &&
    links.every(isKeyless) &&
    visits.every(({ received }) => isKeyless(received)) &&
    // The question, the link, and one step on from there: to the service itself or to somebody else.
    requestLines(service).length + visits.length <= 3
  )
}

/** How a run's recording is asked for: the app's own way, or one with something planted in it. */
export type FindArtifacts = (origin: string, connect: Connector) => Promise<Outcome<RunArtifacts>>

export const realArtifacts: FindArtifacts = (origin, connect) =>
  aClient(origin, { connect, connectTo: () => connect }).artifacts(7)

/** The planted fault: the same, and what fetches the file follows every redirect with the key. */
export const carelessArtifacts: FindArtifacts = (origin, connect) => {
  const transport = createTransport({ origin, connect, key: createSecret(canaryKey) })
  const pace = { now: () => performance.now(), wait: () => Promise.resolve(), random: () => 0 }
  const ask = createAskService(transport, defaultLimits, createAskAgain(pace, defaultLimits))
  return createArtifacts({
    origin,
    ask,
    async get(url) {
      const reply = await createFollowingTransport({ origin: url.origin, connect }).send({
        method: 'GET',
        path: url.pathname,
        capBytes: 1_000,
        deadlineMilliseconds: 5_000,
      })
      return reply.kind === 'answer'
        ? succeed({ status: reply.status, date: null, location: null, bytes: Buffer.from(reply.text) })
        : fail({ kind: 'unavailable', cause: 'cut' })
    },
  })(7)
}

/** Fetches one recording over a redirect; null when all was as promised, otherwise what it was that was not. */
export const runArtifactTrial = async (
  trial: ArtifactTrial,
  connect: Connector,
  find: FindArtifacts,
): Promise<string | null> => {
  const sites = await openSites(trial)
  try {
    const found = await find(sites.service.origin, connect)
    if (found.ok) await found.value.download('recording', 1_000)
    return isAsPromised(sites) ? null : `a recording, ${trial.status} to ${trial.location}`
  } finally {
    await Promise.all(Object.values(sites).map((site) => site.close()))
  }
}

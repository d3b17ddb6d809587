import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { createArtifacts, type RunArtifacts } from '../../../src/main/service/artifacts.ts'
import { createRequests, createRetry } from '../../../src/main/service/retry.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import { createTransport, defaultLimits } from '../../../src/main/service/exchange.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { createTestClient, canaryKey } from '../../main/service/create-test-client.ts'
import { httpAnswer, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { createFollowingTransport } from './operations.ts'
import { locationNames, locationOf, requestLines, startOtherServer, statuses } from './servers.ts'

/** Only recordings may follow a redirect: one redirect, without the key. */
type ArtifactTrial = { status: (typeof statuses)[number]; location: string }

export const artifactTrials: ArtifactTrial[] = statuses.flatMap((status) =>
  locationNames.map((location) => ({ status, location })),
)

const run = httpAnswer(
  '200 OK',
  JSON.stringify({ id: 7, recording_url: 'recordings/7.wav', public_access_token: 'a-token-of-this-lab-0123456789' }),
)

type Servers = { service: RawServer; sameScheme: RawServer; plain: RawServer; secure: RawServer }

const startServers = async ({ status, location }: ArtifactTrial): Promise<Servers> => {
  const plain = await startOtherServer(false, () => null)
  const sameScheme = await startOtherServer(false, () => null)
  // The storage server redirects again; the client must not follow.
  const secure = await startOtherServer(true, () => ({ status: 307, location: `${plain.origin}/end` }))
  const service: RawServer = await startRawServer({
    onRequest: (socket, request) => {
      const path = request.split(' ')[1] ?? ''
      const target = () => locationOf(location, { service, path, sameScheme, plain, secure })
      const isLink = path.startsWith('/api/v1/public/')
      socket.end(isLink ? httpAnswer(`${status} Elsewhere`, '', [`location: ${target()}`]) : run)
    },
  })
  return { service, sameScheme, plain, secure }
}

const isKeyless = (request: string): boolean => !request.includes(canaryKey) && !/^x-api-key/im.test(request)

const isCorrect = ({ service, ...otherServers }: Servers): boolean => {
  const visits = Object.values(otherServers).flatMap(({ connections }) => connections)
  const own = service.connections.map(({ received }) => received)
  const [runRequest = '', ...linkRequests] = own
  return (
    runRequest.includes(canaryKey) &&
    linkRequests.length > 0 &&
    linkRequests.every(isKeyless) &&
    visits.every(({ received }) => isKeyless(received)) &&
    // Requests for the run, the link, and one redirect, to the service itself or to another server.
    requestLines(service).length + visits.length <= 3
  )
}

/** Requests the recording of a run: with the app's client, or with an injected bug. */
export type FindArtifacts = (origin: string, connect: Connector) => Promise<Outcome<RunArtifacts>>

export const realArtifacts: FindArtifacts = (origin, connect) =>
  createTestClient(origin, { connect, connectTo: () => connect }).artifacts(7)

/** Injected bug: the download follows every redirect and sends the key. */
export const artifactsFollowingRedirects: FindArtifacts = (origin, connect) => {
  const transport = createTransport({ origin, connect, key: createSecret(canaryKey) })
  const pace = { now: () => performance.now(), wait: () => Promise.resolve(), random: () => 0 }
  const requests = createRequests(transport, defaultLimits, createRetry(pace, defaultLimits))
  return createArtifacts({
    origin,
    requests,
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

/** Fetches one recording through a redirect. Returns null on success, otherwise a description of the trial. */
export const runArtifactTrial = async (
  trial: ArtifactTrial,
  connect: Connector,
  find: FindArtifacts,
): Promise<string | null> => {
  const servers = await startServers(trial)
  try {
    const found = await find(servers.service.origin, connect)
    if (found.ok) await found.value.download('recording', 1_000)
    return isCorrect(servers) ? null : `a recording, ${trial.status} to ${trial.location}`
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()))
  }
}

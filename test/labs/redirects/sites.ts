import { httpAnswer, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { serviceCertificate } from '../../main/network/test-certificates.ts'

/** Where the service sends whoever follows, and in which words. */
export type Redirect = { status: number; location: string }

const answerTo = ({ status, location }: Redirect): string =>
  httpAnswer(`${status} Elsewhere`, status === 304 ? '' : '{"detail":"Elsewhere"}', [
    'content-type: application/json',
    `location: ${location}`,
    'connection: close',
  ])

/** A list of nothing: what the questions before the one that is looked at get. */
const plainAnswer = httpAnswer('200 OK', '[]', ['content-type: application/json', 'connection: close'])

/** The first line of every request that a server got. */
export const requestLines = (server: RawServer): string[] =>
  server.connections
    .flatMap(({ received }) => [...received.matchAll(/^(?:GET|POST|PUT|DELETE|HEAD) \S+ HTTP\/1\.1$/gm)])
    .map(([line]) => line)

const pathOf = (request: string): string => request.split(' ')[1] ?? '/'

/** A service that redirects the requests aimed at, and answers all others with an empty list. */
export const startService = (
  isTls: boolean,
  isAimed: (request: string) => boolean,
  redirect: (path: string) => Redirect,
): Promise<RawServer> =>
  startRawServer(
    {
      onRequest: (socket, request) =>
        void socket.end(isAimed(request) ? answerTo(redirect(pathOf(request))) : plainAnswer),
    },
    isTls ? serviceCertificate : undefined,
  )

/** Somebody else's server, which writes down every byte; it sends on whoever comes, where it was told to. */
export const startStranger = (isTls: boolean, onwards: () => Redirect | null): Promise<RawServer> =>
  startRawServer(
    {
      onRequest: (socket) => {
        const redirect = onwards()
        socket.end(redirect === null ? plainAnswer : answerTo(redirect))
      },
    },
    isTls ? serviceCertificate : undefined,
  )

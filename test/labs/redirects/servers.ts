import { httpAnswer, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { serviceCertificate } from '../../main/network/test-certificates.ts'

/**
 * Redirect targets: the service itself, its request path, and other servers (with the service's scheme, without TLS,
 * and with TLS).
 */
export type Targets = { service: RawServer; path: string; sameScheme: RawServer; plain: RawServer; secure: RawServer }

const hostOf = (server: RawServer): string => new URL(server.origin).host

/** The path of a redirect to the service itself. */
export const elsewhere = '/elsewhere'

/** The tested values of the `location` header, by name. */
const locations: Readonly<Record<string, (targets: Targets) => string>> = {
  'the same origin': ({ service }) => `${service.origin}${elsewhere}`,
  'the same address': ({ service, path }) => `${service.origin}${path}`,
  'a path': () => elsewhere,
  'a relative path': () => `..${elsewhere}`,
  'a query only': () => `?to=${elsewhere}`,
  nothing: () => '',
  'another port': ({ sameScheme }) => `${sameScheme.origin}${elsewhere}`,
  'another host': ({ sameScheme }) => `${sameScheme.origin.replace('127.0.0.1', 'localhost')}${elsewhere}`,
  'plain http': ({ plain }) => `${plain.origin}${elsewhere}`,
  https: ({ secure }) => `${secure.origin}${elsewhere}`,
  'no scheme': ({ sameScheme }) => `//${hostOf(sameScheme)}${elsewhere}`,
  'a user and a password': ({ sameScheme }) => sameScheme.origin.replace('://', '://user:password@') + elsewhere,
  'our host as the user': ({ service, sameScheme }) => `${service.origin}@${hostOf(sameScheme)}${elsewhere}`,
  backslashes: ({ sameScheme }) => `\\\\${hostOf(sameScheme)}\\elsewhere`,
  'capital letters': ({ sameScheme }) =>
    sameScheme.origin.replace(/^https?/, (scheme) => scheme.toUpperCase()) + elsewhere,
  'a chain': ({ secure }) => `${secure.origin}/chain`,
  'two locations': ({ service, sameScheme }) =>
    `${service.origin}${elsewhere}\r\nlocation: ${sameScheme.origin}${elsewhere}`,
}

export const locationNames = Object.keys(locations)
export const statuses = [300, 301, 302, 303, 304, 305, 306, 307, 308] as const

/** Returns the header's value; throws for an unknown name. */
export const locationOf = (name: string, targets: Targets): string => {
  const make = locations[name]
  if (make === undefined) throw new Error(`There is no location named ${name}.`)
  return make(targets)
}

export type Redirect = { status: number; location: string }

const answerTo = ({ status, location }: Redirect): string =>
  httpAnswer(`${status} Elsewhere`, status === 304 ? '' : '{"detail":"Elsewhere"}', [
    'content-type: application/json',
    `location: ${location}`,
    'connection: close',
  ])

/** An empty list: the response to requests before the target. */
const plainAnswer = httpAnswer('200 OK', '[]', ['content-type: application/json', 'connection: close'])

/** Returns the first line of every request that a server received. */
export const requestLines = (server: RawServer): string[] =>
  server.connections
    .flatMap(({ received }) => [...received.matchAll(/^(?:GET|POST|PUT|DELETE|HEAD) \S+ HTTP\/1\.1$/gm)])
    .map(([line]) => line)

const pathOf = (request: string): string => request.split(' ')[1] ?? '/'

/** Starts a service that redirects the target requests and responds to all others with an empty list. */
export const startService = (
  isTls: boolean,
  isTarget: (request: string) => boolean,
  redirect: (path: string) => Redirect,
): Promise<RawServer> =>
  startRawServer(
    {
      onRequest: (socket, request) =>
        void socket.end(isTarget(request) ? answerTo(redirect(pathOf(request))) : plainAnswer),
    },
    isTls ? serviceCertificate : undefined,
  )

/** Starts another server, which records every byte and may redirect again. */
export const startOtherServer = (isTls: boolean, nextRedirect: () => Redirect | null): Promise<RawServer> =>
  startRawServer(
    {
      onRequest: (socket) => {
        const redirect = nextRedirect()
        socket.end(redirect === null ? plainAnswer : answerTo(redirect))
      },
    },
    isTls ? serviceCertificate : undefined,
  )

import type { RawServer } from '../../support/raw-server.ts'

/** Everybody a redirect could lead to: the service itself, strangers with and without TLS, and the end of a chain. */
export type Places = { service: RawServer; path: string; alike: RawServer; plain: RawServer; secure: RawServer }

const hostOf = (server: RawServer): string => new URL(server.origin).host

/** The path that a follower would ask for at the service itself. */
export const elsewhere = '/elsewhere'

/** Every way to say where to go. */
const locations: Readonly<Record<string, (places: Places) => string>> = {
  'the same origin': ({ service }) => `${service.origin}${elsewhere}`,
  'the same address': ({ service, path }) => `${service.origin}${path}`,
  'a path': () => elsewhere,
  'a relative path': () => `..${elsewhere}`,
  'a query only': () => `?to=${elsewhere}`,
  nothing: () => '',
  'another port': ({ alike }) => `${alike.origin}${elsewhere}`,
  'another host': ({ alike }) => `${alike.origin.replace('127.0.0.1', 'localhost')}${elsewhere}`,
  'plain http': ({ plain }) => `${plain.origin}${elsewhere}`,
  https: ({ secure }) => `${secure.origin}${elsewhere}`,
  'no scheme': ({ alike }) => `//${hostOf(alike)}${elsewhere}`,
  'a user and a password': ({ alike }) => alike.origin.replace('://', '://user:password@') + elsewhere,
  'our host as the user': ({ service, alike }) => `${service.origin}@${hostOf(alike)}${elsewhere}`,
  backslashes: ({ alike }) => `\\\\${hostOf(alike)}\\elsewhere`,
  'capital letters': ({ alike }) => alike.origin.replace(/^https?/, (scheme) => scheme.toUpperCase()) + elsewhere,
  'a chain': ({ secure }) => `${secure.origin}/chain`,
  'two places': ({ service, alike }) => `${service.origin}${elsewhere}\r\nlocation: ${alike.origin}${elsewhere}`,
}

export const locationNames = Object.keys(locations)
export const statuses = [300, 301, 302, 303, 304, 305, 306, 307, 308] as const

/** What the header says; throws for a way that nobody has written down. */
export const locationOf = (name: string, places: Places): string => {
  const say = locations[name]
  if (say === undefined) throw new Error(`There is no way called ${name}.`)
  return say(places)
}

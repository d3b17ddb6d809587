import type { Organization, Profile } from '../../contract/profile.ts'

/** `::ffff:192.0.2.1`, as written in a URL. */
const mappedIpv4 = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/** Returns a URL's host name in plain form: without a trailing dot, and with an IPv4-mapped IPv6 address as IPv4. */
export const plainHost = (hostname: string): string => {
  const mapped = mappedIpv4.exec(hostname)
  if (mapped === null) return hostname.toLowerCase().replace(/\.+$/, '')
  const [high = 0, low = 0] = mapped.slice(1).map((part) => Number.parseInt(part, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const namesOfThisComputer = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Returns the same string for all forms of an origin. Use it only to compare origins; requests use the origin as saved.
 */
export const canonicalOrigin = (origin: string): string => {
  if (!URL.canParse(origin)) return origin
  const { protocol, hostname, port } = new URL(origin)
  const host = plainHost(hostname)
  return `${protocol}//${namesOfThisComputer.has(host) ? 'localhost' : host}${port === '' ? '' : `:${port}`}`
}

/**
 * Returns a function that identifies the service of an origin: two origins are one service if they are forms of the
 * same address, or if profiles have found the same organization at both.
 */
export const createServiceOf = (profiles: readonly Profile[]): ((origin: string) => string) => {
  const services: Set<string>[] = []
  const joinAll = (origins: readonly string[]): void => {
    const touched = services.filter((service) => origins.some((origin) => service.has(origin)))
    const joined = new Set([...origins, ...touched.flatMap((service) => [...service])])
    services.splice(0, services.length, ...services.filter((service) => !touched.includes(service)), joined)
  }
  const byOrganization = Map.groupBy(
    profiles.filter((profile) => profile.kind === 'service'),
    // Without the account's ID, the same number may be a different organization on another server.
    ({ id, organization }) =>
      typeof organization?.providerId === 'string' ? `${organization.id ?? ''} ${organization.providerId}` : id,
  )
  for (const same of byOrganization.values()) joinAll(same.map(({ origin }) => canonicalOrigin(origin)))
  return (origin) => {
    const canonical = canonicalOrigin(origin)
    return [...(services.find((service) => service.has(canonical)) ?? [canonical])].toSorted()[0] ?? canonical
  }
}

/** Returns false if two organizations are known to differ. Values that an older service does not report may be equal. */
export const mayBeSameOrganization = (one: Organization | undefined, other: Organization | undefined): boolean =>
  one === undefined ||
  other === undefined ||
  (isSameOrUnknown(one.id, other.id) && isSameOrUnknown(one.providerId, other.providerId))

/** Returns true if two organizations of one service are known to be the same. */
export const isSameOrganization = (one: Organization | undefined, other: Organization | undefined): boolean =>
  mayBeSameOrganization(one, other) &&
  (isSameAndKnown(one?.id, other?.id) || isSameAndKnown(one?.providerId, other?.providerId))

const isSameAndKnown = <T>(one: T | null | undefined, other: T | null | undefined): boolean =>
  one !== undefined && one !== null && one === other

const isSameOrUnknown = (one: number | string | null, other: number | string | null): boolean =>
  one === null || other === null || one === other

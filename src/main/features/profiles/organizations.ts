import { type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Organization, ProfileCheck, ServiceProfile } from '../../../contract/profile.ts'
import { createServiceOf } from '../../lib/service-origin.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Secret } from '../../vault/secret.ts'
import type { Connections } from './connections.ts'
import type { ProfileStore } from './profile-store.ts'

type OrganizationsDeps = { storage: Pick<Storage, 'run'>; store: ProfileStore; connections: Connections }

/** Compares the organizations of keys and profiles. */
export const createOrganizations = ({ storage, store, connections }: OrganizationsDeps) => {
  /** Returns the organization of a profile; if it is unknown, reads it with the profile's current key. */
  const organizationOf = async (profile: ServiceProfile): Promise<Organization | undefined> => {
    if (profile.organization !== undefined) return profile.organization
    const present = await connections.open(profile.id)
    const check = present.ok ? await connections.check(present.value) : present
    return check.ok ? organizationIn(check.value) : undefined
  }

  /**
   * Refuses a key of another organization unless the user has confirmed it. SECURITY: with such a key, reconciliation
   * would search the wrong lists and mark an unresolved call as not found, so a profile with unresolved calls always
   * refuses it.
   */
  const refusalOfOrganization = async (
    profile: ServiceProfile,
    found: Organization | undefined,
    isConfirmed: boolean,
  ): Promise<{ ok: false; failure: Failure } | null> => {
    const known = await organizationOf(profile)
    if (known === undefined || found === undefined || isSameOrganization(known, found)) return null
    if (!isConfirmed) {
      const words = known.id === found.id ? '' : `${String(found.id)} ${String(known.id)}`
      return invalid([], 'otherOrganization', words)
    }
    const unresolved = await storage.run('unresolvedCalls', {})
    if (!unresolved.ok) return unresolved
    const count = unresolved.value.filter(({ profileId }) => profileId === profile.id).length
    return count === 0 ? null : invalid([], 'unresolvedCalls', String(count))
  }

  /** Returns the profiles of the organization that this key belongs to, on the same service. */
  const profilesOfKey = async (origin: string, key: Secret): Promise<Outcome<ServiceProfile[]>> => {
    const check = await connections.check({ origin, key })
    if (!check.ok) return check
    const list = await store.list()
    if (!list.ok) return list
    const found = organizationIn(check.value)
    const serviceOf = createServiceOf(list.value.profiles)
    const same: ServiceProfile[] = []
    for (const profile of list.value.profiles.filter((one) => one.kind === 'service')) {
      const isHere = serviceOf(profile.origin) === serviceOf(origin)
      const known = isHere ? await organizationOf(profile) : profile.organization
      const isSame = isHere
        ? known === undefined || found === undefined || isSameOrganization(known, found)
        : isSameAccount(known, found)
      if (isSame) same.push(profile)
    }
    return succeed(same)
  }

  return { refusalOfOrganization, profilesOfKey }
}

/** Returns the organization that a check found; undefined if the service names none. */
export const organizationIn = (check: ProfileCheck | null): Organization | undefined => {
  const account = check?.account ?? null
  if (account === null || (account.organizationId === null && account.providerId === null)) return undefined
  return { id: account.organizationId, providerId: account.providerId }
}

/** Values that an older service does not report are considered equal. */
const isSameOrganization = (one: Organization, other: Organization): boolean =>
  isSameOrUnknown(one.id, other.id) && isSameOrUnknown(one.providerId, other.providerId)

/** At another origin, only the account's ID shows that it is the same organization. */
const isSameAccount = (one: Organization | undefined, other: Organization | undefined): boolean =>
  typeof one?.providerId === 'string' && one.providerId === other?.providerId && one.id === other.id

const isSameOrUnknown = (one: number | string | null, other: number | string | null): boolean =>
  one === null || other === null || one === other

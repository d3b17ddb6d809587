import type { ApiKeySummary } from '../../../contract/api-key.ts'
import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { KeptRotation } from '../../../contract/key-rotation.ts'
import type { Connection, Connections } from '../../profiles/connections.ts'
import type { ServiceClient } from '../../service/service-client.ts'

export type PrepareRotationParts = {
  connections: Connections
  createClient: (connection: Connection) => ServiceClient
  clock: () => number
  createUuid: () => string
  operator: string
}

/** The one working key that begins as this profile's does; a list that shows none or two cannot tell. */
export const ownKeyIn = (keys: readonly ApiKeySummary[]): Outcome<ApiKeySummary> => {
  const [own, ...others] = keys.filter(({ usedByThisApp, archived }) => usedByThisApp && !archived)
  return own === undefined || others.length > 0 ? invalid([], 'ownKeyUnclear') : succeed(own)
}

/** Makes the record of a rotation before its first step: what is to be rotated, as the service's list tells it now. */
export const createPrepareRotation =
  ({ connections, createClient, clock, createUuid, operator }: PrepareRotationParts) =>
  async (profileId: string): Promise<Outcome<KeptRotation>> => {
    const connection = await connections.open(profileId)
    if (!connection.ok) return connection
    const { profile, origin, key } = connection.value
    if (profile.kind === 'practice') return invalid([], 'practiceKey')
    // A new key that lies in memory alone would be gone with the app, and its text was never shown to anybody.
    if (profile.custody === 'session') return invalid([], 'sessionKey')
    const keys = await createClient({ origin, key }).keys({ includeArchived: false })
    if (!keys.ok) return keys
    const own = ownKeyIn(keys.value)
    if (!own.ok) return own
    const { id, name, prefix } = own.value
    const decidedAt = clock()
    return succeed({
      rotationId: createUuid(),
      profileId,
      origin,
      custody: profile.custody,
      step: 'keeping',
      oldKey: { id, name, prefix },
      newKey: null,
      profiles: [{ profileId, name: profile.name }],
      by: operator,
      times: [{ step: 'keeping', at: new Date(decidedAt).toISOString() }],
      deadAfterMilliseconds: null,
      ending: null,
      failure: null,
      names: [],
      decidedAt,
    })
  }

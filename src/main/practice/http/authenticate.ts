import type { Practice } from '../practice.ts'
import { hashOfKey } from '../world/secrets.ts'
import type { ApiKey, Organization, World } from '../world/world.ts'
import { refuse } from './answers.ts'
import type { Call } from './call.ts'

/** Who asks: a key and the one organization it is good for (specification section 5.3). */
export type Identity = { readonly key: ApiKey; readonly organization: Organization }

/**
 * The identity behind the `X-API-Key` header, or 401 with the sentences of every endpoint but the trigger
 * (specification sections 5.6, 5.7 and 7; measured texts).
 */
export function authenticate(call: Call, practice: Practice): Identity {
  const text = call.headers.get('x-api-key')
  if (text === null || text === '') throw refuse(401, missingSentence(call))
  return identityOf(practice, text) ?? fail(refuse(401, 'Invalid or expired API key'))
}

/** The same for the trigger, which says it in other words. */
export function authenticateTrigger(text: string, practice: Practice): Identity {
  return identityOf(practice, text) ?? fail(refuse(401, 'Invalid API key'))
}

function fail(error: Error): never {
  throw error
}

function missingSentence(call: Call): string {
  return call.headers.has('authorization') ? 'Invalid or expired token' : 'Authorization header required'
}

function identityOf(practice: Practice, text: string): Identity | undefined {
  const key = keyOf(practice.world, text)
  const organization = practice.world.organizations.find(({ id }) => id === key?.organizationId)
  if (key === undefined || organization === undefined) return undefined
  // Measured: every request with the key moves this, also the one that lists it.
  key.lastUsedAt = practice.clock.now()
  return { key, organization }
}

function keyOf(world: World, text: string): ApiKey | undefined {
  const hash = hashOfKey(text)
  return world.keys.find((key) => key.hash === hash && key.archivedAt === null)
}

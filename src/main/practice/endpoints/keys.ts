import { dateWithZ } from '../http/dates.ts'
import { jsonResponse, refuse, serverError } from '../http/answers.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Call, Endpoint } from '../http/call.ts'
import { pathInteger, queryFlag } from '../http/parameters.ts'
import { invalid, missing, readText } from '../http/problems.ts'
import { bodyObject } from '../http/read-body.ts'
import type { Practice } from '../practice.ts'
import { keyRecord } from '../world/seed-keys.ts'
import { makeKeyText } from '../world/secrets.ts'
import type { ApiKey } from '../world/world.ts'

/** `GET /user/api-keys` (specification section 4.2): archived keys only with `include_archived=true`. */
export const listKeys: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const withArchived = queryFlag(call, 'include_archived')
  const keys = practice.world.keys
    .filter((key) => key.organizationId === organization.id && (withArchived || key.archivedAt === null))
    // Measured: a key that was used moves to the end.
    .toSorted((one, other) => (one.lastUsedAt ?? 0) - (other.lastUsedAt ?? 0) || one.id - other.id)
  return jsonResponse(200, keys.map(summaryOf))
}

/** `POST /user/api-keys` (specification sections 4.2 and 5.4): the only answer that ever holds the key's text. */
export const createKey: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const name = nameIn(call)
  if (name.includes('\0')) throw serverError()
  const { key, text } = addKey(practice, organization.id, name)
  return jsonResponse(200, {
    id: key.id,
    name: key.name,
    key_prefix: key.prefix,
    api_key: text,
    created_at: dateWithZ(key.createdAt),
  })
}

/** `DELETE /user/api-keys/{api_key_id}` (specification sections 4.2 and 5.6): revokes at once; may be repeated. */
export const archiveKey: Endpoint = (call, practice) => {
  const key = keyInPath(call, practice)
  key.archivedAt ??= practice.clock.now()
  return jsonResponse(200, { success: true, message: 'API key archived successfully' })
}

/** `PUT /user/api-keys/{api_key_id}/reactivate` (specification sections 4.2 and 5.6): the same text works again; may be repeated. */
export const reactivateKey: Endpoint = (call, practice) => {
  const key = keyInPath(call, practice)
  key.archivedAt = null
  return jsonResponse(200, { success: true, message: 'API key reactivated successfully' })
}

/** Makes a key in an organization and gives its text, this once. */
export function addKey(practice: Practice, organizationId: number, name: string): { key: ApiKey; text: string } {
  const text = makeKeyText(practice.random)
  const key = keyRecord(practice.world.next.key++, organizationId, name, text, practice.clock.now())
  practice.world.keys.push(key)
  return { key, text }
}

function nameIn(call: Call): string {
  const body = bodyObject(call.body)
  if (!(body instanceof Map)) throw invalid([body])
  const name = body.get('name')
  if (name === undefined) throw invalid([missing(['body', 'name'], body)])
  const read = readText(name, ['body', 'name'])
  if (!read.ok) throw invalid([read.problem])
  return read.value
}

function keyInPath(call: Call, practice: Practice): ApiKey {
  const { organization } = authenticate(call, practice)
  // Measured: unlike elsewhere, an id beyond 32 bits is simply not found here.
  const id = pathInteger(call, 'api_key_id')
  const key = practice.world.keys.find((one) => one.id === id && one.organizationId === organization.id)
  if (key === undefined) throw refuse(404, 'API key not found')
  return key
}

function summaryOf(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    key_prefix: key.prefix,
    is_active: key.archivedAt === null,
    created_at: dateWithZ(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : dateWithZ(key.lastUsedAt),
    archived_at: key.archivedAt === null ? null : dateWithZ(key.archivedAt),
  }
}

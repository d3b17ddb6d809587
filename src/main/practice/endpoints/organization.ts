import { dateWithZ, invalid, jsonResponse, missing, readText, refuse, serverError } from '../answers.ts'
import { authenticate, bodyObject, type Call, type Endpoint, pathId, pathInteger, queryFlag } from '../requests.ts'
import {
  type ApiKey,
  makeKeyText,
  type PhoneNumber,
  type TelephonyConfiguration,
  type World,
} from '../organization/world.ts'
import type { Practice } from '../practice.ts'
import { keyRecord } from '../organization/seed-world.ts'

/** `GET /auth/me`: the owner of the key and the key's organization. */
export const whoAmI: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { owner } = organization
  return jsonResponse(200, {
    id: owner.id,
    email: owner.email,
    name: null,
    organization_id: organization.id,
    provider_id: owner.providerId,
  })
}

/** `GET /organizations/campaign-defaults`: the limit of concurrent calls, and how a campaign retries (measured). */
export const campaignDefaults: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { configurations, phoneNumbers } = practice.world
  const main = configurations.find((one) => one.organizationId === organization.id && one.isDefault)
  const active = phoneNumbers.filter((one) => one.configurationId === main?.id && one.isActive)
  return jsonResponse(200, {
    concurrent_call_limit: organization.concurrentCallLimit,
    from_numbers_count: active.length,
    default_retry_config: {
      enabled: true,
      max_retries: 1,
      retry_delay_seconds: 120,
      retry_on_busy: true,
      retry_on_no_answer: true,
      retry_on_voicemail: false,
    },
    last_campaign_settings: null,
  })
}

/** `GET /health` (specification section 4.2): needs no key. The payload is measured, not specified. */
export const health: Endpoint = (call, practice) =>
  jsonResponse(200, {
    status: 'ok',
    version: practice.version,
    backend_api_endpoint: call.origin,
    tunnel_url: null,
    deployment_mode: 'oss',
    auth_provider: 'local',
    turn_enabled: false,
    force_turn_relay: false,
    signup_enabled: true,
    stack_project_id: null,
    stack_publishable_client_key: null,
  })

/** `GET /organizations/telephony-configs`: oldest first, including deactivated ones. */
export const listConfigurations: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { world } = practice
  const own = world.configurations.filter((one) => one.organizationId === organization.id)
  return jsonResponse(200, { configurations: own.map((one) => configurationBody(one, world)) })
}

/**
 * `GET /organizations/telephony-configs/{config_id}/phone-numbers` ("List Phone Numbers" of specification section 2):
 * oldest first.
 */
export const listPhoneNumbers: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { world } = practice
  const id = pathId(call, 'config_id')
  const configuration = world.configurations.find((one) => one.id === id && one.organizationId === organization.id)
  if (configuration === undefined) throw refuse(404, 'Telephony configuration not found')
  const own = world.phoneNumbers.filter((one) => one.configurationId === id)
  return jsonResponse(200, { phone_numbers: own.map(phoneNumberBody) })
}

function configurationBody(one: TelephonyConfiguration, world: World) {
  const active = world.phoneNumbers.filter((number) => number.configurationId === one.id && number.isActive)
  return {
    id: one.id,
    name: one.name,
    provider: one.provider,
    connectivity: one.connectivity,
    is_default_outbound: one.isDefault,
    inactive: one.deactivated !== null,
    inactive_since: one.deactivated === null ? null : dateWithZ(one.deactivated.since),
    inactive_reason: one.deactivated?.reason ?? null,
    phone_number_count: active.length,
    // Measured: true even for a deactivated configuration.
    is_ready_for_outbound: one.blockedReason === null,
    outbound_blocked_reason: one.blockedReason,
    created_at: dateWithZ(one.createdAt),
    updated_at: dateWithZ(one.createdAt),
  }
}

function phoneNumberBody(one: PhoneNumber) {
  return {
    id: one.id,
    telephony_configuration_id: one.configurationId,
    address: one.address,
    address_normalized: one.normalized,
    address_type: one.type,
    country_code: one.countryCode,
    label: one.label,
    inbound_workflow_id: null,
    inbound_workflow_name: null,
    telephony_trunk_id: null,
    is_active: one.isActive,
    is_default_caller_id: one.isDefault,
    extra_metadata: {},
    created_at: dateWithZ(one.createdAt),
    updated_at: dateWithZ(one.createdAt),
    provider_sync: null,
  }
}

/** `GET /user/api-keys` (specification section 4.2): archived keys only with `include_archived=true`. */
export const listKeys: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const withArchived = queryFlag(call, 'include_archived')
  const keys = practice.world.keys
    .filter((key) => key.organizationId === organization.id && (withArchived || key.archivedAt === null))
    // Measured: a key that is used moves to the end.
    .toSorted((one, other) => (one.lastUsedAt ?? 0) - (other.lastUsedAt ?? 0) || one.id - other.id)
  return jsonResponse(200, keys.map(summaryOf))
}

/** `POST /user/api-keys` (specification sections 4.2 and 5.4): the only response that contains the key itself. */
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

/** `DELETE /user/api-keys/{api_key_id}` (specification sections 4.2 and 5.6): revokes immediately; idempotent. */
export const archiveKey: Endpoint = (call, practice) => {
  const key = keyInPath(call, practice)
  key.archivedAt ??= practice.clock.now()
  return jsonResponse(200, { success: true, message: 'API key archived successfully' })
}

/**
 * `PUT /user/api-keys/{api_key_id}/reactivate` (specification sections 4.2 and 5.6): the same key works again;
 * idempotent.
 */
export const reactivateKey: Endpoint = (call, practice) => {
  const key = keyInPath(call, practice)
  key.archivedAt = null
  return jsonResponse(200, { success: true, message: 'API key reactivated successfully' })
}

/** Creates a key in an organization and returns it. */
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
  // Measured: unlike elsewhere, an ID beyond 32 bits is not found rather than an error.
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

import { dateWithZ } from '../http/dates.ts'
import { jsonResponse, refuse } from '../http/answers.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Endpoint } from '../http/call.ts'
import { pathId } from '../http/parameters.ts'
import type { PhoneNumber, TelephonyConfiguration, World } from '../world/world.ts'

/** `GET /organizations/telephony-configs`: oldest first, parked ones included. */
export const listConfigurations: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { world } = practice
  const own = world.configurations.filter((one) => one.organizationId === organization.id)
  return jsonResponse(200, { configurations: own.map((one) => configurationBody(one, world)) })
}

/** `GET /organizations/telephony-configs/{config_id}/phone-numbers` ("List Phone Numbers" of specification section 2): oldest first. */
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
    inactive: one.parked !== null,
    inactive_since: one.parked === null ? null : dateWithZ(one.parked.since),
    inactive_reason: one.parked?.reason ?? null,
    phone_number_count: active.length,
    // Measured: this stays true for a parked configuration.
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

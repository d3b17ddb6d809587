import { z } from 'zod'
import type { ApiKeySummary } from '../../../contract/key.ts'
import { createSecret, type Secret, secretHasShownPrefix } from '../../vault/secret.ts'
import { date, flag, id, listOf, name, type Shape, orNull, text, textLimits, textOf, toText } from './common.ts'
import type { CallerId, TelephonyConfiguration } from '../../../contract/telephony.ts'

/** Maximum length of a prefix that this app keeps, in characters; the service returns eight. */
const maxPrefixLength = 12
const prefix = z.string().transform((value) => toText(value.slice(0, maxPrefixLength), maxPrefixLength))

const row = z.object({
  id,
  name,
  key_prefix: prefix,
  is_active: orNull(z.boolean()),
  created_at: date,
  last_used_at: date,
  archived_at: date,
})

/** Maximum number of rows in one response. */
const maxRows = 5_000

/**
 * The shape of a list of keys, in which the client's own key is marked. An older service has only `archived_at`, not
 * `is_active`.
 */
export const keysShape = (key: Secret): Shape<ApiKeySummary[]> =>
  listOf(
    row.transform((wire) => ({
      id: wire.id,
      name: wire.name,
      prefix: wire.key_prefix,
      archived: wire.is_active === null ? wire.archived_at !== null : !wire.is_active,
      createdAt: wire.created_at,
      lastUsedAt: wire.last_used_at,
      archivedAt: wire.archived_at,
      usedByThisApp: secretHasShownPrefix(key, wire.key_prefix),
    })),
    maxRows,
  )

/** A new key. The service returns the key itself only once. */
export type CreatedKey = { id: number; name: string; prefix: string; key: Secret }

export const createdKeySchema: z.ZodType<CreatedKey> = z
  .object({ id, name, key_prefix: prefix, api_key: z.string().min(1) })
  .transform((wire) => ({
    id: wire.id,
    name: wire.name,
    prefix: wire.key_prefix,
    key: createSecret(wire.api_key),
  }))

const configuration = z
  .object({
    id,
    name,
    provider: textOf(textLimits.word),
    is_default_outbound: flag,
    inactive: flag,
    is_ready_for_outbound: orNull(z.boolean()),
    outbound_blocked_reason: text,
  })
  .transform((wire): TelephonyConfiguration => ({
    id: wire.id,
    name: wire.name,
    provider: wire.provider,
    isDefault: wire.is_default_outbound,
    inactive: wire.inactive,
    ready: wire.is_ready_for_outbound,
    blockedReason: wire.outbound_blocked_reason,
  }))

const configurationRows = listOf(configuration, maxRows)

export const telephonyConfigurationsShape: Shape<TelephonyConfiguration[]> = async (json) => {
  const answer = z.object({ configurations: z.unknown() }).safeParse(json)
  return answer.success ? configurationRows(answer.data.configurations) : null
}

const callerId = z
  .object({
    id,
    telephony_configuration_id: id,
    address: name,
    label: orNull(name),
    is_active: flag,
    is_default_caller_id: flag,
  })
  .transform((wire): CallerId => ({
    id: wire.id,
    telephonyConfigurationId: wire.telephony_configuration_id,
    address: wire.address,
    label: wire.label,
    isActive: wire.is_active,
    isDefault: wire.is_default_caller_id,
  }))

const callerIdRows = listOf(callerId, maxRows)

export const callerIdsShape: Shape<CallerId[]> = async (json) => {
  const answer = z.object({ phone_numbers: z.unknown() }).safeParse(json)
  return answer.success ? callerIdRows(answer.data.phone_numbers) : null
}

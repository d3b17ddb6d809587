import { z } from 'zod'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import { flag, id, orNull, text } from './wire.ts'

const configuration = z
  .object({
    id,
    name: z.string(),
    provider: z.string(),
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

export const telephonyConfigurationsSchema: z.ZodType<TelephonyConfiguration[]> = z
  .object({ configurations: z.array(configuration) })
  .transform((wire) => wire.configurations)

const callerId = z
  .object({
    id,
    telephony_configuration_id: id,
    address: z.string(),
    label: text,
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

export const callerIdsSchema: z.ZodType<CallerId[]> = z
  .object({ phone_numbers: z.array(callerId) })
  .transform((wire) => wire.phone_numbers)

import { z } from 'zod'

export const maxRecordId = 2_147_483_647

/** A record id of the service: a positive integer below 2^31. Larger ones make the service fail. */
export const recordIdSchema = z.int().min(1).max(maxRecordId)

export const telephonyConfigurationSchema = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  isDefault: z.boolean(),
  /** Parked after connection failures: the service answers 404 for it. */
  inactive: z.boolean(),
  /** Null where the service does not tell (older ones). */
  ready: z.boolean().nullable(),
  blockedReason: z.string().nullable(),
})

/** Which trunk carries the call. */
export type TelephonyConfiguration = z.infer<typeof telephonyConfigurationSchema>

export const callerIdSchema = z.object({
  /** The id of the phone-number record, not the digits. */
  id: z.int(),
  telephonyConfigurationId: z.int(),
  address: z.string(),
  label: z.string().nullable(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
})

/** A phone-number record that a call may be placed from. */
export type CallerId = z.infer<typeof callerIdSchema>

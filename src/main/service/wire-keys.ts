import { z } from 'zod'
import type { ApiKeySummary } from '../../contract/api-key.ts'
import { createSecret, type Secret, secretHasShownPrefix } from '../vault/secret.ts'
import { date, id, orNull } from './wire.ts'

const prefix = z.string().transform((value) => value.slice(0, 12))

const row = z.object({
  id,
  name: z.string(),
  key_prefix: prefix,
  is_active: orNull(z.boolean()),
  created_at: date,
  last_used_at: date,
  archived_at: date,
})

/** The schema of a list of keys, seen from the one in use. An older service without `is_active` tells by `archived_at`. */
export const keysSchema = (key: Secret): z.ZodType<ApiKeySummary[]> =>
  z.array(
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
  )

/** A key the service has just made. Its text is in the Secret, and will never be told again. */
export type CreatedKey = { id: number; name: string; prefix: string; key: Secret }

export const createdKeySchema: z.ZodType<CreatedKey> = z
  .object({ id, name: z.string(), key_prefix: prefix, api_key: z.string().min(1) })
  .transform((wire) => ({
    id: wire.id,
    name: wire.name,
    prefix: wire.key_prefix,
    key: createSecret(wire.api_key),
  }))

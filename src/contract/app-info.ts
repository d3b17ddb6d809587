import { z } from 'zod'
import { keychainReasons } from './failure.ts'

export const appInfoSchema = z.object({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  node: z.string(),
  platform: z.string(),
  /** `trial` is a runtime out of support: loopback and practice only. */
  runtime: z.enum(['product', 'trial']),
})

/** What the app is made of, for Support and for the notice of a trial runtime. */
export type AppInfo = z.infer<typeof appInfoSchema>

export const keychainStatusSchema = z.discriminatedUnion('usable', [
  z.object({ usable: z.literal(true) }),
  z.object({ usable: z.literal(false), reason: z.enum(keychainReasons) }),
])

/** Whether keys can be kept in the OS keychain now, and if not, why. */
export type KeychainStatus = z.infer<typeof keychainStatusSchema>

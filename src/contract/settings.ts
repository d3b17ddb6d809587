import { z } from 'zod'

export const proxySettingSchema = z.discriminatedUnion('mode', [
  /** As the operating system says. */
  z.object({ mode: z.literal('system') }),
  z.object({ mode: z.literal('none') }),
  /** http://host:port or https://host:port, without credentials: the password is kept where keys are kept. */
  z.object({ mode: z.literal('manual'), url: z.string().max(300), user: z.string().max(200).nullable() }),
])

export const settingsSchema = z.object({
  /** For how long a second call to the same number asks first, in minutes; 0 never asks. */
  repeatMinutes: z.int().min(0).max(1440),
  /** How long a call's request stays open, in seconds; the service itself gives up after 300. */
  dialSeconds: z.int().min(60).max(900),
  /** For how long numbers and contexts are kept, in days. */
  keepPersonalDataDays: z.int().min(1).max(3650),
  proxy: proxySettingSchema,
  /** A PEM file of certificates to trust besides the system's own, by its full path. */
  extraCertificatesFile: z.string().max(1000).nullable(),
})

/** What an admin may set for this computer. */
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = {
  repeatMinutes: 10,
  dialSeconds: 330,
  keepPersonalDataDays: 90,
  proxy: { mode: 'system' },
  extraCertificatesFile: null,
}

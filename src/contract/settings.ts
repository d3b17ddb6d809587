import { z } from 'zod'
import { phoneCountries } from './phone-countries.ts'

export const proxySettingSchema = z.discriminatedUnion('mode', [
  /** As the operating system says. */
  z.object({ mode: z.literal('system') }),
  z.object({ mode: z.literal('none') }),
  /** http://host:port or https://host:port, without credentials: the password is kept where keys are kept. */
  z.object({ mode: z.literal('manual'), url: z.string().max(300), user: z.string().max(200).nullable() }),
])

/** A time of day, `HH:MM` with 24 hours. */
const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const quietHoursSchema = z
  .object({
    /** Off keeps the times, for the day they are wanted again. */
    on: z.boolean(),
    /** At the callee. From a later time to an earlier one they go over midnight. */
    from: timeOfDaySchema,
    to: timeOfDaySchema,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'] })

/** When a call is worth a second thought. It is a light beside the number: nothing is ever held back because of it. */
export type QuietHours = z.infer<typeof quietHoursSchema>

export const settingsSchema = z.object({
  /** For how long a second call to the same number asks first, in minutes; 0 never asks. */
  repeatMinutes: z.int().min(0).max(1440),
  /** How long a call's request stays open, in seconds; the service itself gives up after 300. */
  dialSeconds: z.int().min(60).max(900),
  /** For how long numbers and contexts are kept, in days. */
  keepPersonalDataDays: z.int().min(1).max(3650),
  /** Whose numbers are written without a country's code here; null reads no number without one. */
  homeCountry: z
    .string()
    .refine((code) => phoneCountries.includes(code))
    .nullable(),
  quietHours: quietHoursSchema,
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
  // Nobody but a person knows it: a wrong country is a wrong phone that rings.
  homeCountry: null,
  // What consumer law in many places calls decent; it warns, and never stops a call.
  quietHours: { on: true, from: '21:00', to: '08:00' },
  proxy: { mode: 'system' },
  extraCertificatesFile: null,
}

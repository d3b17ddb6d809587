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

/** Keys of which hardly any program is fond, in Electron's own spelling; the choice is a person's. */
export const globalShortcuts = [
  'CommandOrControl+Alt+C',
  'CommandOrControl+Alt+D',
  'CommandOrControl+Alt+R',
  'CommandOrControl+Shift+F9',
  'CommandOrControl+Shift+F12',
] as const
export type GlobalShortcut = (typeof globalShortcuts)[number]

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
  /** Which kinds of links may fill the Call screen. Telephone links are asked of the system too, and are off until then. */
  links: z.object({ rundesk: z.boolean(), tel: z.boolean() }),
  /** Who works here, for the log of acts; null where the account of this computer says enough. */
  operatorName: z.string().trim().min(1).max(80).nullable(),
  /** The keys that bring the app to the front from anywhere, with the clipboard's number; null for none. */
  globalShortcut: z.enum(globalShortcuts).nullable(),
  /** Whether the system tells of what needs a person while the window is not in front. */
  notifications: z.boolean(),
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
  // Our own links take nothing from any other program; telephone links would.
  links: { rundesk: true, tel: false },
  operatorName: null,
  globalShortcut: null,
  notifications: true,
}

import { z } from 'zod'
import { phoneCountries } from './phone-number.ts'

const proxySettingSchema = z.discriminatedUnion('mode', [
  /** From the operating system. */
  z.object({ mode: z.literal('system') }),
  z.object({ mode: z.literal('none') }),
  /** `http://host:port` or `https://host:port`, without credentials, because the password is stored in the keychain. */
  z.object({ mode: z.literal('manual'), url: z.string().max(300), user: z.string().max(200).nullable() }),
])

/** A time of day, `HH:MM` with 24 hours. */
const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const quietHoursSchema = z
  .object({
    /** If false, the times are kept but not used. */
    on: z.boolean(),
    /** In the recipient's local time. The hours span midnight if `from` is later than `to`. */
    from: timeOfDaySchema,
    to: timeOfDaySchema,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'] })

/** When the form warns before a call. The warning never prevents a call. */
export type QuietHours = z.infer<typeof quietHoursSchema>

export const operatorNameLength = 80

/** Shortcuts that other programs rarely use, as Electron accelerators. */
export const globalShortcuts = [
  'CommandOrControl+Alt+C',
  'CommandOrControl+Alt+D',
  'CommandOrControl+Alt+R',
  'CommandOrControl+Shift+F9',
  'CommandOrControl+Shift+F12',
] as const
export type GlobalShortcut = (typeof globalShortcuts)[number]

/** The forms whose unsaved input is lost when the app quits. */
export const unsavedForms = ['settings', 'profile', 'newProfile'] as const
export type UnsavedForm = (typeof unsavedForms)[number]

/** The color schemes of the app; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const settingsSchema = z.object({
  /** The number of minutes during which another call to the same number needs a confirmation; 0 turns this off. */
  repeatMinutes: z.int().min(0).max(1440),
  /** The maximum duration of a call's request, in seconds. The service itself gives up after 300. */
  dialSeconds: z.int().min(60).max(900),
  /** How long numbers and contexts are kept, in days. */
  keepPersonalDataDays: z.int().min(1).max(3650),
  /** The country for numbers without a country code; null requires a country code. */
  homeCountry: z
    .string()
    .refine((code) => phoneCountries.includes(code))
    .nullable(),
  quietHours: quietHoursSchema,
  proxy: proxySettingSchema,
  /** The full path of a PEM file with certificates to trust in addition to the system's. */
  extraCertificatesFile: z.string().max(1000).nullable(),
  /** Which links may fill the Call screen. Phone links must also be registered with the operating system. */
  links: z.object({ rundesk: z.boolean(), tel: z.boolean() }),
  /** The operator's name for the audit log and other records; if null, only the computer account is used. */
  operatorName: z.string().trim().min(1).max(operatorNameLength).nullable(),
  /** The global shortcut that shows the app with the number on the clipboard; null for none. */
  globalShortcut: z.enum(globalShortcuts).nullable(),
  /** Whether the system shows notifications while the window is in the background. */
  notifications: z.boolean(),
  theme: z.enum(themes),
})

/** This computer's settings. */
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = {
  repeatMinutes: 10,
  dialSeconds: 330,
  keepPersonalDataDays: 90,
  // No default, because with a wrong country, the wrong phone would ring.
  homeCountry: null,
  // Limits that are common in consumer law. They only cause a warning.
  quietHours: { on: true, from: '21:00', to: '08:00' },
  proxy: { mode: 'system' },
  extraCertificatesFile: null,
  // Rundesk links are on by default; phone links are off, because other programs use them, too.
  links: { rundesk: true, tel: false },
  operatorName: null,
  globalShortcut: null,
  notifications: true,
  theme: 'system',
}

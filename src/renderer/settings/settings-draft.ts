import type { Issue } from '../../contract/failure.ts'
import { settingsSchema, type Settings } from '../../contract/settings.ts'

/** The settings as they stand in the fields: numbers and paths as typed. */
export type SettingsDraft = {
  repeatMinutes: string
  dialSeconds: string
  keepPersonalDataDays: string
  /** Empty for none. */
  homeCountry: string
  /** Empty for none. */
  operatorName: string
  quietOn: boolean
  quietFrom: string
  quietTo: string
  mode: Settings['proxy']['mode']
  url: string
  user: string
  certificates: string
  rundeskLinks: boolean
  telLinks: boolean
  shortcut: Settings['globalShortcut']
  notifications: boolean
}

/** The fields that hold a whole number, each with the least and the most it takes. */
export const numberFields = {
  repeatMinutes: [0, 1440],
  dialSeconds: [60, 900],
  keepPersonalDataDays: [1, 3650],
} as const satisfies Partial<Record<keyof Settings, readonly [least: number, most: number]>>

export type NumberField = keyof typeof numberFields

/** The fields of these settings. */
export const draftOf = ({ proxy, ...settings }: Settings): SettingsDraft => ({
  repeatMinutes: String(settings.repeatMinutes),
  dialSeconds: String(settings.dialSeconds),
  keepPersonalDataDays: String(settings.keepPersonalDataDays),
  homeCountry: settings.homeCountry ?? '',
  operatorName: settings.operatorName ?? '',
  quietOn: settings.quietHours.on,
  quietFrom: settings.quietHours.from,
  quietTo: settings.quietHours.to,
  mode: proxy.mode,
  url: proxy.mode === 'manual' ? proxy.url : '',
  user: proxy.mode === 'manual' ? (proxy.user ?? '') : '',
  certificates: settings.extraCertificatesFile ?? '',
  rundeskLinks: settings.links.rundesk,
  telLinks: settings.links.tel,
  shortcut: settings.globalShortcut,
  notifications: settings.notifications,
})

/** A typed whole number within the field's limits, or null. */
export const readNumber = (field: NumberField, text: string): number | null => {
  const read = /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
  return settingsSchema.shape[field].safeParse(read).success ? read : null
}

/** A typed time of day as `HH:MM`, or null; the hour alone is enough. */
export const readTimeOfDay = (text: string): string | null => {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** False when both times are the same: that could be no hour or all of them. */
export const areQuietHours = ({ quietFrom, quietTo }: SettingsDraft): boolean =>
  readTimeOfDay(quietFrom) !== readTimeOfDay(quietTo)

const readQuietHours = (draft: SettingsDraft): Settings['quietHours'] | null => {
  const [from, to] = [readTimeOfDay(draft.quietFrom), readTimeOfDay(draft.quietTo)]
  return from === null || to === null || from === to ? null : { on: draft.quietOn, from, to }
}

const proxyOf = ({ mode, url, user }: SettingsDraft): Settings['proxy'] =>
  mode === 'manual' ? { mode, url: url.trim(), user: user.trim() || null } : { mode }

/** The settings that the fields say, or null while a number or a time is none. */
export const readDraft = (draft: SettingsDraft): Settings | null => {
  const repeatMinutes = readNumber('repeatMinutes', draft.repeatMinutes)
  const dialSeconds = readNumber('dialSeconds', draft.dialSeconds)
  const keepPersonalDataDays = readNumber('keepPersonalDataDays', draft.keepPersonalDataDays)
  const quietHours = readQuietHours(draft)
  if (quietHours === null) return null
  if (repeatMinutes === null || dialSeconds === null || keepPersonalDataDays === null) return null
  return {
    repeatMinutes,
    dialSeconds,
    keepPersonalDataDays,
    homeCountry: draft.homeCountry || null,
    operatorName: draft.operatorName.trim() || null,
    quietHours,
    proxy: proxyOf(draft),
    extraCertificatesFile: draft.certificates.trim() || null,
    links: { rundesk: draft.rundeskLinks, tel: draft.telLinks },
    globalShortcut: draft.shortcut,
    notifications: draft.notifications,
  }
}

/** What main said about one field; the first of several. */
export const issueAt = (issues: readonly Issue[], ...path: string[]): Issue | null =>
  issues.find((issue) => issue.path.join('.') === path.join('.')) ?? null

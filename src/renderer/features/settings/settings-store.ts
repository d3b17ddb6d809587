import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import type { Failure, Issue } from '../../../contract/failure.ts'
import { type Settings, settingsSchema } from '../../../contract/settings.ts'
import { settle } from '../../lib/query.ts'

export type SettingsState =
  | { step: 'loading' }
  | { step: 'failed'; failure: Failure }
  | {
      step: 'shown'
      saved: Settings
      draft: SettingsDraft
      action: { step: 'idle' } | { step: 'saving' } | { step: 'saved' } | { step: 'failed'; failure: Failure }
    }

export type SettingsStore = {
  readonly store: StoreApi<SettingsState>
  /** Reads the saved settings. Fields that were changed but not saved keep the user's text. */
  readonly load: () => Promise<void>
  readonly change: (part: Partial<SettingsDraft>) => void
  readonly save: () => Promise<void>
  readonly revert: () => void
}

const unsavedOf = (saved: Settings, draft: SettingsDraft): Partial<SettingsDraft> => {
  const before = new Map<string, unknown>(Object.entries(draftOf(saved)))
  return Object.fromEntries(Object.entries(draft).filter(([field, value]) => value !== before.get(field)))
}

/** Returns whether the draft differs from the saved settings. */
export const isChanged = (saved: Settings, draft: SettingsDraft): boolean =>
  Object.keys(unsavedOf(saved, draft)).length > 0

const hasUnsaved = (state: SettingsState): boolean => state.step === 'shown' && isChanged(state.saved, state.draft)

/** Returns the issues for which the last save was refused. */
export const issuesOf = (state: SettingsState): readonly Issue[] =>
  state.step === 'shown' && state.action.step === 'failed' && state.action.failure.kind === 'invalid'
    ? state.action.failure.issues
    : []

/** Returns the store of this computer's settings, which are all saved together. */
export const createSettingsStore = (api: Api): SettingsStore => {
  const store = createStore<SettingsState>(() => ({ step: 'loading' }))
  const reportUnsaved = (isUnsaved: boolean) => void settle(api.reportUnsaved({ form: 'settings', isUnsaved }))
  store.subscribe((state, before) => {
    if (hasUnsaved(state) !== hasUnsaved(before)) reportUnsaved(hasUnsaved(state))
  })
  type Action = Extract<SettingsState, { step: 'shown' }>['action']
  const show = (saved: Settings, action: Action, unsaved: Partial<SettingsDraft> = {}) =>
    store.setState({ step: 'shown', saved, draft: { ...draftOf(saved), ...unsaved }, action }, true)
  const change = (part: Partial<SettingsDraft>) => {
    const state = store.getState()
    if (state.step !== 'shown' || state.action.step === 'saving') return
    store.setState({ ...state, draft: { ...state.draft, ...part }, action: { step: 'idle' } }, true)
  }
  return {
    store,
    load: async () => {
      const answer = await settle(api.readSettings({}))
      const before = store.getState()
      const unsaved = before.step === 'shown' ? unsavedOf(before.saved, before.draft) : {}
      if (answer.ok) show(answer.value, { step: 'idle' }, unsaved)
      else if (before.step !== 'shown') store.setState({ step: 'failed', failure: answer.failure }, true)
      else change(unsaved)
    },
    change,
    save: async () => {
      const state = store.getState()
      if (state.step !== 'shown' || state.action.step === 'saving') return
      if (!readDraft(state.draft)) return
      store.setState({ ...state, action: { step: 'saving' } }, true)
      // A setting that was changed elsewhere since, such as the theme in the command palette, keeps its new value.
      const latest = await settle(api.readSettings({}))
      const settings = readDraft({
        ...draftOf(latest.ok ? latest.value : state.saved),
        ...unsavedOf(state.saved, state.draft),
      })
      if (!settings) return store.setState(state, true)
      const answer = latest.ok ? await settle(api.changeSettings(settings)) : latest
      if (answer.ok) show(answer.value, { step: 'saved' })
      else store.setState({ ...state, action: { step: 'failed', failure: answer.failure } }, true)
    },
    revert: () => {
      const state = store.getState()
      if (state.step === 'shown') show(state.saved, { step: 'idle' })
    },
  }
}

/** The settings as the fields contain them, with numbers and paths as typed. */
export type SettingsDraft = {
  repeatMinutes: string
  dialSeconds: string
  keepPersonalDataDays: string
  /** Empty if there is none. */
  homeCountry: string
  /** The text of a country that isn't chosen yet; null if there is none. */
  typedCountry: string | null
  /** Empty if there is none. */
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
  theme: Settings['theme']
}

/** The integer fields with their minimum and maximum. */
export const numberFields = {
  repeatMinutes: [0, 1440],
  dialSeconds: [60, 900],
  keepPersonalDataDays: [1, 3650],
} as const satisfies Partial<Record<keyof Settings, readonly [least: number, most: number]>>

export type NumberField = keyof typeof numberFields

export const draftOf = ({ proxy, ...settings }: Settings): SettingsDraft => ({
  repeatMinutes: String(settings.repeatMinutes),
  dialSeconds: String(settings.dialSeconds),
  keepPersonalDataDays: String(settings.keepPersonalDataDays),
  homeCountry: settings.homeCountry ?? '',
  typedCountry: null,
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
  theme: settings.theme,
})

/** Parses a typed integer. Returns null if it is invalid or outside the field's limits. */
export const readNumber = (field: NumberField, text: string): number | null => {
  const read = /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
  return settingsSchema.shape[field].safeParse(read).success ? read : null
}

/** Parses a typed time of day or just an hour. Returns it as `HH:MM`, or null if it is invalid. */
export const readTimeOfDay = (text: string): string | null => {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Returns false if both times are equal, because that could mean no hours or all hours. */
export const areQuietHours = ({ quietFrom, quietTo }: SettingsDraft): boolean =>
  readTimeOfDay(quietFrom) !== readTimeOfDay(quietTo)

const readQuietHours = (draft: SettingsDraft): Settings['quietHours'] | null => {
  const [from, to] = [readTimeOfDay(draft.quietFrom), readTimeOfDay(draft.quietTo)]
  return from === null || to === null || from === to ? null : { on: draft.quietOn, from, to }
}

const proxyOf = ({ mode, url, user }: SettingsDraft): Settings['proxy'] =>
  mode === 'manual' ? { mode, url: url.trim(), user: user.trim() || null } : { mode }

/** Converts the draft to settings; null if a number, a time or the user's name is invalid, or a country isn't chosen yet. */
export const readDraft = (draft: SettingsDraft): Settings | null => {
  const repeatMinutes = readNumber('repeatMinutes', draft.repeatMinutes)
  const dialSeconds = readNumber('dialSeconds', draft.dialSeconds)
  const keepPersonalDataDays = readNumber('keepPersonalDataDays', draft.keepPersonalDataDays)
  const quietHours = readQuietHours(draft)
  if (quietHours === null || draft.typedCountry !== null) return null
  if (repeatMinutes === null || dialSeconds === null || keepPersonalDataDays === null) return null
  const operatorName = draft.operatorName.trim() || null
  if (!settingsSchema.shape.operatorName.safeParse(operatorName).success) return null
  return {
    repeatMinutes,
    dialSeconds,
    keepPersonalDataDays,
    homeCountry: draft.homeCountry || null,
    operatorName,
    quietHours,
    proxy: proxyOf(draft),
    extraCertificatesFile: draft.certificates.trim() || null,
    links: { rundesk: draft.rundeskLinks, tel: draft.telLinks },
    globalShortcut: draft.shortcut,
    notifications: draft.notifications,
    theme: draft.theme,
  }
}

/** Returns the first issue with a field, or null. */
export const issueAt = (issues: readonly Issue[], ...path: string[]): Issue | null =>
  issues.find((issue) => issue.path.join('.') === path.join('.')) ?? null

import { changedSettings } from '../../contract/changed-settings.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import { defaultSettings, type Settings, settingsSchema } from '../../contract/settings.ts'
import type { Storage } from '../storage/storage.ts'

const name = 'settings'

/** What an admin has set for this computer. */
export type SettingsBook = {
  read(): Promise<Outcome<Settings>>
  /** What was read last; the defaults until then. */
  known(): Settings
  change(settings: Settings): Promise<Outcome<Settings>>
}

const readJson = (text: string | null): Record<string, unknown> => {
  try {
    const read: unknown = text === null ? {} : JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    // Settings that are broken on the disk must not stop the desk: it goes on with the defaults, and they can be set anew.
    return {}
  }
}

const oneByOne = settingsSchema.partial()

/** A setting that an older version did not know has its default, and so has one that cannot be read: no other does. */
const parse = (text: string | null): Settings => {
  const kept = Object.entries(readJson(text)).filter(([which, value]) => oneByOne.safeParse({ [which]: value }).success)
  return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(kept) })
}

/** What people chose, with what they change now: what they only see, because a policy sets it, is not theirs. */
const chosen = (wanted: Settings, shown: Settings, own: Settings): Settings => {
  const changed = changedSettings(wanted, shown).map((which) => [which, wanted[which]])
  // Names and values are the settings’ own.
  return { ...own, ...(Object.fromEntries(changed) as Partial<Settings>) }
}

/**
 * Keeps the settings beside the history. They are read once and remembered: placing a call asks for them. `onChanged` is
 * told of them once they are durable; `over` lays what a policy sets over what people chose.
 */
export const createSettingsBook = (
  storage: Pick<Storage, 'ask'>,
  onChanged: (settings: Settings) => void = () => {},
  over: (settings: Settings) => Settings = (settings) => settings,
): SettingsBook => {
  let own: Settings = defaultSettings
  let known: Settings | null = null
  const read = async (): Promise<Outcome<Settings>> => {
    if (known !== null) return succeed(known)
    const text = await storage.ask('readSetting', { name })
    if (!text.ok) return text
    own = parse(text.value)
    known = over(own)
    return succeed(known)
  }
  return {
    read,
    known: () => known ?? over(defaultSettings),
    async change(settings) {
      // What nobody could read yet is not written over.
      const shown = await read()
      if (!shown.ok) return shown
      const next = chosen(settings, shown.value, own)
      const written = await storage.ask('writeSetting', { name, value: JSON.stringify(next) })
      if (!written.ok) return written
      own = next
      known = over(next)
      onChanged(known)
      return succeed(known)
    },
  }
}

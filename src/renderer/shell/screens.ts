import { Activity, History, KeyRound, Phone, Settings, type LucideIcon } from 'lucide-react'

/** The screens of the rail, in their order. */
export const screenNames = ['call', 'runs', 'keys', 'support', 'settings'] as const
export type ScreenName = (typeof screenNames)[number]

/** The sign and the chord's letter (after G) of each screen. */
export const screens: Record<ScreenName, { icon: LucideIcon; letter: string }> = {
  call: { icon: Phone, letter: 'c' },
  runs: { icon: History, letter: 'r' },
  keys: { icon: KeyRound, letter: 'k' },
  support: { icon: Activity, letter: 's' },
  // As in other programs, the comma is the settings' own key.
  settings: { icon: Settings, letter: ',' },
}

/** The screen of a chord's letter, or null. */
export const screenOfLetter = (letter: string): ScreenName | null =>
  screenNames.find((name) => screens[name].letter === letter) ?? null

import { Activity, History, Inbox, KeyRound, ListChecks, type LucideIcon, Phone, Settings } from 'lucide-react'
import { keysOf, type CommandId } from '../lib/commands.ts'

/** The screens in the rail, in order. */
export const screenNames = ['call', 'lists', 'runs', 'keys', 'support', 'settings', 'inbox'] as const
type RailScreen = (typeof screenNames)[number]

/** Every screen; a number's page (`person`) can be opened only from other screens. */
export type ScreenName = RailScreen | 'person'

/** Each screen's icon and the command that opens it. */
export const screens: Record<RailScreen, { icon: LucideIcon; command: CommandId }> = {
  call: { icon: Phone, command: 'goToCall' },
  lists: { icon: ListChecks, command: 'goToLists' },
  runs: { icon: History, command: 'goToRuns' },
  keys: { icon: KeyRound, command: 'goToKeys' },
  support: { icon: Activity, command: 'goToSupport' },
  settings: { icon: Settings, command: 'goToSettings' },
  inbox: { icon: Inbox, command: 'goToInbox' },
}

/** Returns the screen that G and this key open, or null. */
export const screenOfKey = (key: string): ScreenName | null =>
  screenNames.find((name) => keysOf(screens[name].command) === `G ${key.toUpperCase()}`) ?? null

/**
 * Where focus goes after a shortcut or the palette has opened a screen: to the screen itself, or to a call's details.
 */
export type FocusTarget = { readonly at: 'screen' | 'details' }

const firstOf = (screen: HTMLElement, { at }: FocusTarget): HTMLElement => {
  const details = at === 'details' ? screen.querySelector<HTMLElement>('[data-details]') : null
  return details ?? screen.querySelector<HTMLElement>('[data-number-field]') ?? screen
}

/** Moves focus to the target, unless the screen has already focused one of its own elements. */
export const focusTarget = (screen: HTMLElement | null, target: FocusTarget): void => {
  if (screen === null) return
  if (target.at === 'details' || !screen.contains(document.activeElement))
    firstOf(screen, target).focus({ preventScroll: true })
}

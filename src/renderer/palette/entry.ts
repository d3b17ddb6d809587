import type { words } from '../words/words.ts'

export type EntryGroup = keyof typeof words.palette.groups

/** One thing that the palette finds and does. */
export type Entry = {
  /** Tells it apart from all others. */
  key: string
  group: EntryGroup
  text: string
  note?: string | undefined
  /** The keys that do the same without the palette, as they are drawn. */
  keys?: string | undefined
  run: () => void
}

const inWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** True when every word typed begins a word of the entry's text or note, or stands somewhere in them from three letters on. */
export const matches = ({ text, note = '' }: Entry, typed: string): boolean => {
  const whole = `${text} ${note}`.toLowerCase()
  const parts = inWords(whole)
  return inWords(typed).every(
    (wanted) => parts.some((part) => part.startsWith(wanted)) || (wanted.length > 2 && whole.includes(wanted)),
  )
}

/** The entries by their groups, each group where its first entry stands. */
export const inGroups = (entries: readonly Entry[]): { group: EntryGroup; items: Entry[] }[] =>
  [...new Set(entries.map(({ group }) => group))].map((group) => ({
    group,
    items: entries.filter((entry) => entry.group === group),
  }))

import { words } from '../words/words.ts'
import type { ContextRow } from './context-rows.ts'

const said = words.context.form

/** A value as a field shows it: as a text, or as JSON on one line. */
export type ShownValue = { text: string; isJson: boolean }

/** A text area has one kind of line break, and shows the others as that one. */
const withLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')

/** What the field of a line shows; `draft` is what is being typed where the value is no text. */
export const shownOf = ({ value }: ContextRow, draft: string | null): ShownValue => {
  if (draft !== null) return { text: draft, isJson: true }
  if (value.kind === 'text') return { text: withLineBreaks(value.text), isJson: false }
  return value.kind === 'json' && value.type !== 'null'
    ? { text: value.json, isJson: true }
    : { text: '', isJson: false }
}

/** What stands in an empty field: the default that is said then, or else an example of the agent's author. */
export const placeholderOf = ({ field }: ContextRow): string => {
  if (field?.fallback) return field.fallback
  return field?.sample ? said.sample(field.sample) : ''
}

/** The word at the end of the field: what stands in for a value, or of what kind it is; null where there is nothing to say. */
export const noteOf = ({ field, value }: ContextRow, { text, isJson }: ShownValue): string | null => {
  if (value.kind === 'json' && isJson) return said.types[value.type]
  if (isJson || text !== '') return null
  if (field?.required) return said.needed
  if (value.kind === 'json') return said.types[value.type]
  return (field?.fallback ?? null) === null ? null : said.isDefault
}

/** A text goes the way it is written; what stands in for it goes the way of the page. */
export const directionOf = ({ text, isJson }: ShownValue): 'ltr' | 'auto' | undefined => {
  if (isJson) return 'ltr'
  return text === '' ? undefined : 'auto'
}

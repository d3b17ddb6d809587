import { applyEdits, format } from 'jsonc-parser'
import { readContextText } from './context-text.ts'

/** The text laid out with two blanks a level, values untouched; null while it is not sound JSON. */
export const formatContext = (text: string): string | null => {
  const { notes } = readContextText(text)
  if (text.trim() === '' || notes.some(({ severity }) => severity === 'error')) return null
  return applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }))
}

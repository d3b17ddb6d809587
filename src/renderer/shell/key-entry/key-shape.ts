import type { IssueCode } from '../../../contract/failure.ts'

/** The length a key may have, in characters. */
export const keyLengths = { least: 8, most: 512 } as const

/**
 * What is wrong with the shape of a typed key, or null: blanks and line breaks first, since a bad paste shows as these,
 * then length, then characters that are not printable ASCII. Main judges again; this only spares a round trip.
 */
export const keyShapeIssue = (text: string): IssueCode | null => {
  const key = text.trim()
  if (key === '') return 'required'
  if (/[\r\n]/.test(key)) return 'keyLineBreak'
  if (/\s/.test(key)) return 'keyBlank'
  if (!/^[\x21-\x7e]*$/.test(key)) return 'keyCharacter'
  if (key.length < keyLengths.least) return 'keyShort'
  return key.length > keyLengths.most ? 'keyLong' : null
}

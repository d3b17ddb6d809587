import type { IssueCode } from '../../contract/failure.ts'

/** Windows keeps no more of one secret, in bytes of UTF-8. */
const mostBytes = 2_560

const rules: readonly [broken: (text: string) => boolean, code: IssueCode][] = [
  // keytar refuses an empty text, cuts one at a NUL without a word, and gives half a character back as another.
  [(text) => text === '', 'required'],
  [(text) => !text.isWellFormed() || /[\u0000-\u001f\u007f]/.test(text), 'keyCharacter'],
  [(text) => text.length > mostBytes || Buffer.byteLength(text) > mostBytes, 'keyLong'],
]

/** Why a text can be kept in no keychain, or could not have come from us: empty, with control characters, too long; null when it can. */
export const faultOfText = (text: string): IssueCode | null => rules.find(([broken]) => broken(text))?.[1] ?? null

import { invalid, type IssueCode, type Outcome, succeed } from '../../contract/failure.ts'

const rules: readonly [broken: (text: string) => boolean, code: IssueCode][] = [
  [(text) => text === '', 'required'],
  [(text) => /[\r\n]/.test(text), 'keyLineBreak'],
  [(text) => /\s/.test(text), 'keyBlank'],
  [(text) => !/^[\x21-\x7e]+$/.test(text), 'keyCharacter'],
  [(text) => text.length < 8, 'keyShort'],
  [(text) => text.length > 512, 'keyLong'],
]

/** Takes a key as pasted: blanks around it are dropped; 8 to 512 printable ASCII characters without inner blanks remain. */
export const readKeyText = (text: string): Outcome<string> => {
  const trimmed = text.trim()
  const rule = rules.find(([broken]) => broken(trimmed))
  return rule === undefined ? succeed(trimmed) : invalid(['key'], rule[1])
}

import { contextLimits } from '../../../contract/initial-context.ts'
import { common } from './common.ts'

/** Where in a text: line and column, both from 1. */
export type Place = { line: number; column: number }

/** What is wrong with a JSON text, one name a rule. */
export type JsonFault =
  | 'symbol'
  | 'number'
  | 'nameExpected'
  | 'valueExpected'
  | 'colonExpected'
  | 'commaExpected'
  | 'braceExpected'
  | 'bracketExpected'
  | 'endExpected'
  | 'comment'
  | 'stringEnd'
  | 'unicode'
  | 'escape'
  | 'character'
  | 'other'

const faults: Record<JsonFault, string> = {
  symbol: 'This is not JSON. Texts stand in double quotes; true, false and null are written small.',
  number: 'This is no JSON number. Write 0.5, not .5, and no zero in front.',
  nameExpected: 'A name in double quotes is expected here.',
  valueExpected: 'A value is expected here: a text in double quotes, a number, true, false, null, { } or [ ].',
  colonExpected: 'A colon is expected between a name and its value.',
  commaExpected: 'A comma is missing before this.',
  braceExpected: 'A closing } is missing.',
  bracketExpected: 'A closing ] is missing.',
  endExpected: 'The object ended before this. Remove what follows it.',
  comment: 'JSON has no comments. Remove this.',
  stringEnd: 'The closing double quote of this text is missing.',
  unicode: 'After \\u four hexadecimal digits are expected.',
  escape: 'This backslash starts nothing JSON knows. Write \\\\ for a backslash.',
  character: 'This character may not stand in a text as it is. Write a line break as \\n, a tab as \\t.',
  other: 'This is not JSON.',
}

/** Words of the initial context: its field, its editor, its faults. */
export const context = {
  label: 'Context',
  editorLabel: 'Context (JSON)',
  hint: 'Optional JSON variables for the agent. Esc, then Tab leaves.',
  format: 'Format',
  loading: 'The editor is loading …',
  size: (bytes: number) => `${common.count(bytes)} bytes`,
  variables: (n: number) => (n === 1 ? '1 variable' : `${common.count(n)} variables`),
  fault: (fault: JsonFault) => faults[fault],
  at: (place: Place, sentence: string) => `Line ${place.line}, column ${place.column}: ${sentence}`,
  more: (n: number) => `and ${common.count(n)} more`,
  duplicate: (name: string) => `“${name}” stands here more than once; the last one is sent.`,
  large: (bytes: number) =>
    `This is large: ${common.count(Math.ceil(bytes / 1024))} KiB. It works up to ${common.count(contextLimits.bytes / 1024)} KiB, and long contexts slow the agent down.`,
}

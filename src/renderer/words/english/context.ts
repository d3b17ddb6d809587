import { contextGuide } from '../../../contract/context-findings.ts'
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

/** What is told of a field: its name, and the name that is meant instead. */
export type CheckWords = { name: string; meant: string | null }

const checks = {
  reserved: () => 'The service writes this name itself. The call cannot be sent with it.',
  reference: () => 'This profile sends the call’s own id under this name. The call cannot be sent with it.',
  missing: () => 'The agent says nothing in this place.',
  empty: () => 'The agent says nothing in this place.',
  blank: () => 'Only blanks: they are said as a pause, and no default takes their place.',
  wrongCase: () => 'The agent spells it otherwise, and does not find it.',
  unknown: ({ meant }: CheckWords) =>
    meant === null ? 'The agent’s text does not use this.' : `The agent’s text has no such name, and has ${meant}.`,
  inTheWay: ({ meant }: CheckWords) => `A value stands at ${meant ?? ''}, and this would have to be inside.`,
  longName: () => `This name has more than ${common.count(contextGuide.nameCharacters)} characters.`,
  longValue: () =>
    `This has more than ${common.count(contextGuide.valueCharacters)} characters: nobody listens so long.`,
  manyFields: () => `There are more than ${common.count(contextGuide.fields)} fields.`,
}

const mends = {
  rename: (to: string) => `Rename to ${to}`,
  move: (to: string) => `Move it to ${to}`,
  remove: (_name: string) => 'Remove',
  fill: (_name: string) => 'Fill in',
}

const mended = {
  rename: (to: string) => `Renamed to ${to}.`,
  move: (to: string) => `Moved to ${to}.`,
  remove: (name: string) => `Removed ${name}.`,
  fill: (name: string) => `Fill in ${name}.`,
}

/** Words of the form view. */
const form = {
  needed: 'needed',
  isDefault: 'default',
  sample: (text: string) => `for example: ${text}`,
  types: { number: 'number', boolean: 'yes or no', null: 'null', object: 'object', array: 'list' },
  notJson: 'This is no JSON value. A text stands in double quotes.',
  asText: 'Send it as a text',
  remove: (name: string) => `Remove ${name}`,
  others: 'Also sent',
  carried: (number: string) => `These are the values of the call to ${number}.`,
  clear: 'Clear them',
  clearKeys: 'Ctrl E',
  cleared: 'The values of the call before are cleared.',
  bringBack: 'Bring them back',
  broughtBack: 'The values of the call before are back.',
  add: 'Add a field',
  addName: 'Name of the new field',
  addHint: 'Enter makes it. A dot leads inside: user.name.',
  addBad: 'This can be no name here: a part of it is empty, or a value stands where it would have to be inside.',
  hidden: (n: number) => `and ${common.count(n)} more in the JSON`,
  broken: 'The JSON has a fault, so the form cannot show it. Nothing is lost: mend it there.',
  toJson: 'Show the JSON',
  noAgent: 'Choose an agent: its text says which fields it asks for.',
  asking: 'Asking what the agent’s text asks for …',
  nothingAsked: 'This agent’s text asks for nothing.',
  unused: (names: string) => `The agent’s text does not use: ${names}.`,
  remembered: 'What the agent asks for is not known. These names were sent by earlier calls.',
  nothingKnown: 'What the agent asks for is not known, and no earlier call tells. Add fields by name.',
  oldText: (age: string) => `The service could not be asked now. These are the fields of ${age}.`,
  fetches: 'The agent fetches more from another system when the call connects.',
}

/** Words of what the agent will say first. */
const opening = {
  greeting: 'What the agent will say first',
  quote: ['“', '”'] as const,
  prompt: 'What the agent is told to say first',
  recording: 'A recording is played first.',
  none: 'Its text has no beginning of its own: the other side speaks first.',
  noAgent: 'The first words of the agent stand here, with the values filled in.',
  untold: 'What this agent says is not known.',
  unpublished: 'Nothing: this agent was never published.',
  beforeFault: 'The JSON has a fault. This is as it was before.',
  asking: 'Asking …',
  missing: (name: string) => `${name} missing`,
  later: (name: string) => `${name}, during the call`,
  broken: (name: string) => `${name}: no such time zone`,
  notes: {
    default: (names: string) => `Defaults: ${names}.`,
    clock: 'The time is as of now; the call says its own.',
    missing: 'Nothing is said where a value is missing.',
    later: 'Some words are known only during the call.',
    broken: 'The service cannot say this text: a time zone in it does not exist.',
    cut: (n: number) => `… and ${common.count(n)} more characters`,
    spokenRaw: (text: string) => `Said as it stands, braces and all: ${text}`,
  },
}

/** Words of the initial context: its field, its editor, its faults. */
export const context = {
  label: 'Context',
  views: { label: 'View of the context', form: 'Form', json: 'JSON' },
  form,
  opening,
  check: (code: keyof typeof checks, told: CheckWords) => checks[code](told),
  mend: (kind: keyof typeof mends, name: string) => mends[kind](name),
  mended: (kind: keyof typeof mended, name: string) => mended[kind](name),
  editorLabel: 'Context (JSON)',
  hint: 'Optional JSON variables for the agent. Esc, then Tab leaves.',
  format: 'Format',
  loading: 'The editor is loading …',
  size: (bytes: number) => `${common.count(bytes)} bytes`,
  variables: (n: number) => (n === 1 ? '1 variable' : `${common.count(n)} variables`),
  fault: (fault: JsonFault) => faults[fault],
  at: (place: Place, sentence: string) => `Line ${place.line}, column ${place.column}: ${sentence}`,
  named: (name: string, sentence: string) => `${name}: ${sentence}`,
  more: (n: number) => `and ${common.count(n)} more`,
  duplicate: (name: string) => `“${name}” stands here more than once; the last one is sent.`,
  large: (bytes: number) =>
    `This is large: ${common.count(Math.ceil(bytes / 1024))} KiB. It works up to ${common.count(contextLimits.bytes / 1024)} KiB, and long contexts slow the agent down.`,
}

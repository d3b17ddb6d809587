import { contextGuide } from '../../domain/context/findings.ts'
import { contextLimits } from '../../contract/initial-context.ts'
import { common } from './common.ts'

/** A position in a string: line and column, both from 1. */
export type TextPosition = { line: number; column: number }

/** What is wrong with a JSON string, one name for each rule. */
export type JsonError =
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

const jsonErrorTexts: Record<JsonError, string> = {
  symbol: 'Not valid JSON. Put text in double quotes, and write true, false and null in lowercase.',
  number: 'Invalid number. Write 0.5 instead of .5, and don’t use leading zeros.',
  nameExpected: 'Expected a name in double quotes.',
  valueExpected: 'Expected a value: quoted text, a number, true, false, null, { } or [ ].',
  colonExpected: 'Missing colon between the name and its value.',
  commaExpected: 'Missing comma before this.',
  braceExpected: 'Missing closing }.',
  bracketExpected: 'Missing closing ].',
  endExpected: 'Unexpected text after the end of the object. Remove it.',
  comment: 'JSON doesn’t allow comments. Remove this one.',
  stringEnd: 'Missing closing double quote.',
  unicode: '\\u must be followed by four hex digits.',
  escape: 'Invalid escape. Write \\\\ for a backslash.',
  character: 'This character must be escaped: \\n for a line break, \\t for a tab.',
  other: 'Not valid JSON.',
}

/** The field that a check is about, and the name that was probably meant instead. */
type CheckSubject = { name: string; meant: string | null }

const checkTexts = {
  reserved: () => 'Reserved by the service. Rename or remove it before calling.',
  reference: () => 'Reserved for the call’s ID. Rename or remove it before calling.',
  key: () => 'Contains an API key. Remove it before calling.',
  missing: () => 'Empty: the agent skips this.',
  empty: () => 'Empty: the agent skips this.',
  blank: () => 'Only spaces: the agent pauses here, and the default isn’t used.',
  wrongCase: () => 'Capitalization differs from the agent’s variable, so it won’t be used.',
  unknown: ({ meant }: CheckSubject) =>
    meant === null ? 'Not used by this agent.' : `Not used. Did you mean ${meant}?`,
  inTheWay: ({ meant }: CheckSubject) => `${meant ?? ''} already has a value, so it can’t contain this field.`,
  longName: () => `Name longer than ${common.count(contextGuide.nameCharacters)} characters.`,
  longValue: () => `More than ${common.count(contextGuide.valueCharacters)} characters: too long for the agent to say.`,
  manyFields: () => `More than ${common.count(contextGuide.fields)} fields.`,
}

const fixLabels = {
  rename: (to: string) => `Rename to ${to}`,
  move: (to: string) => `Move to ${to}`,
  remove: (_name: string) => 'Remove',
  fill: (_name: string) => 'Fill in',
}

const fixedTexts = {
  rename: (to: string) => `Renamed to ${to}.`,
  move: (to: string) => `Moved to ${to}.`,
  remove: (name: string) => `Removed ${name}.`,
  fill: (name: string) => `Fill in ${name}.`,
}

/** The form view. */
const form = {
  required: 'required',
  isDefault: 'default',
  sample: (text: string) => `for example, ${text}`,
  types: { number: 'number', boolean: 'yes or no', null: 'null', object: 'object', array: 'list' },
  invalidValue: 'Not a valid JSON value. Put text in double quotes.',
  sendAsText: 'Send as text',
  remove: (name: string) => `Remove ${name}`,
  others: 'Other fields',
  valuesFrom: (number: string) => `Values from ${number}.`,
  keep: 'Keep',
  kept: 'Values kept for this call.',
  clear: 'Clear',
  cleared: 'Previous values cleared.',
  undoClear: 'Undo',
  restored: 'Previous values restored.',
  add: 'Add field',
  addName: 'New field name',
  addHint: 'Press Enter to add. Use dots for nested fields: user.name.',
  invalidName: 'Invalid name: part of it is empty, or a parent field already has a value.',
  hidden: (n: number) => `and ${common.count(n)} more in the JSON`,
  invalidJson: 'The JSON has an error, so the form can’t be shown. Nothing was lost. Fix the error in the JSON view.',
  showJson: 'Show JSON',
  noAgent: 'Choose an agent to see its fields.',
  loading: 'Loading the agent’s fields…',
  noFields: 'This agent needs no values.',
  unused: (names: string) => `Not used by this agent: ${names}.`,
  fromEarlierCalls: 'Couldn’t load this agent’s fields. Showing fields from earlier calls.',
  unknownFields: 'This agent’s fields are unknown. Add them by name.',
  outdated: (age: string) => `Couldn’t refresh. Showing fields from ${age}.`,
  fetchedLater: 'The agent fetches more data from another system when the call connects.',
}

/** The preview of what the agent says first. */
const opening = {
  greeting: 'Opening line',
  // A pair: every language has an opening and a closing mark.
  quote: ['“', '”'] as readonly [opening: string, closing: string],
  prompt: 'Opening instructions',
  recording: 'The call starts with a recording.',
  none: 'No opening line: the recipient speaks first.',
  noAgent: 'The agent’s opening line appears here.',
  unavailable: 'Preview unavailable.',
  unpublished: 'No preview: this agent hasn’t been published.',
  outdated: 'The JSON has an error. Showing the last valid preview.',
  loading: 'Loading…',
  missing: (name: string) => `${name} missing`,
  later: (name: string) => `${name}, during the call`,
  broken: (name: string) => `${name}: unknown time zone`,
  notes: {
    default: (names: string) => `Defaults: ${names}.`,
    clock: 'Shows the current time. The call will use the time when it’s placed.',
    missing: 'Missing values are skipped.',
    later: 'Some values are known only during the call.',
    broken: 'The service can’t read this out because it contains an unknown time zone.',
    cut: (n: number) => `… and ${common.count(n)} more characters`,
    spokenRaw: (text: string) => `Spoken literally, braces included: ${text}`,
  },
}

/** The initial context: its field, its editor, its errors. */
export const context = {
  label: 'Context',
  views: { label: 'Context view', form: 'Form', json: 'JSON' },
  form,
  opening,
  check: (code: keyof typeof checkTexts, subject: CheckSubject) => checkTexts[code](subject),
  fix: (kind: keyof typeof fixLabels, name: string) => fixLabels[kind](name),
  fixed: (kind: keyof typeof fixedTexts, name: string) => fixedTexts[kind](name),
  editorLabel: 'Context (JSON)',
  hint: 'Optional JSON variables. Press Esc, then Tab, to leave the editor.',
  format: 'Format',
  size: (bytes: number) => `${common.count(bytes)} bytes`,
  variables: (n: number) => (n === 1 ? '1 variable' : `${common.count(n)} variables`),
  error: (fault: JsonError) => jsonErrorTexts[fault],
  atPosition: (position: TextPosition, sentence: string) =>
    `Line ${position.line}, column ${position.column}: ${sentence}`,
  named: (name: string, sentence: string) => `${name}: ${sentence}`,
  more: (n: number) => `and ${common.count(n)} more`,
  duplicate: (name: string) => `Duplicate name “${name}”: the last value is sent.`,
  large: (bytes: number) =>
    `Large context: ${common.count(Math.ceil(bytes / 1024))} of ${common.count(contextLimits.bytes / 1024)} KiB. Long contexts slow the agent down.`,
}

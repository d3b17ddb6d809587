import { applyEdits, format, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Issue } from '../../../../contract/failure.ts'
import { contextIssues, contextLimits, type InitialContext, utf8Length } from '../../../../contract/initial-context.ts'
import type { JsonError, TextPosition } from '../../../../messages/en/context.ts'
import { messages } from '../../../../messages/index.ts'
import { nameOf, propertiesOf, propertyOf, valueOf } from './context-edit.ts'
import { isObject, parseJson } from '../../../../domain/json.ts'

/** Returns the offset after the JSON string that starts at `start`. */
export const afterString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"' || text[at] === '\n') return at + 1
  }
  return text.length
}

/**
 * Returns the offset at which objects and arrays are first nested more than `most` levels deep, or null. Counts
 * brackets, because deeply nested brackets would overflow the stack of a recursive parser.
 */
const depthFault = (text: string, most: number): number | null => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = afterString(text, at) - 1
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (depth > most) return at
  }
  return null
}

/**
 * A note about the text. `from` and `to` are UTF-16 offsets. An error prevents the call. `issue` is the contract rule
 * that the text breaks; null for a syntax error.
 */
export type ContextNote = {
  from: number
  to: number
  position: TextPosition
  sentence: string
  severity: 'error' | 'warning'
  issue: Issue | null
}

/**
 * A parsed context. `value` is the object to send; null if the text has an error. `written` is the object even if it is
 * refused; null if the text is not a JSON object. `notes` are in the order of the text.
 */
export type ContextReading = {
  value: InitialContext | null
  written: InitialContext | null
  notes: ContextNote[]
  bytes: number
}

/** Maps the parser's error codes to message keys. */
const faults: ReadonlyMap<string, JsonError> = new Map([
  ['InvalidSymbol', 'symbol'],
  ['InvalidNumberFormat', 'number'],
  ['PropertyNameExpected', 'nameExpected'],
  ['ValueExpected', 'valueExpected'],
  ['ColonExpected', 'colonExpected'],
  ['CommaExpected', 'commaExpected'],
  ['CloseBraceExpected', 'braceExpected'],
  ['CloseBracketExpected', 'bracketExpected'],
  ['EndOfFileExpected', 'endExpected'],
  ['InvalidCommentToken', 'comment'],
  ['UnexpectedEndOfComment', 'comment'],
  ['UnexpectedEndOfString', 'stringEnd'],
  ['UnexpectedEndOfNumber', 'number'],
  ['InvalidUnicode', 'unicode'],
  ['InvalidEscapeCharacter', 'escape'],
  ['InvalidCharacter', 'character'],
])

/** Returns the line and column of an offset, both starting at 1. CR LF counts as one line break. */
export const positionAt = (text: string, offset: number): TextPosition => {
  const before = text.slice(0, offset)
  const lastBreak = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'))
  return { line: before.split(/\r\n|\r|\n/).length, column: offset - lastBreak }
}

const noteOf = (
  text: string,
  from: number,
  to: number,
  sentence: string,
  severity: ContextNote['severity'],
  issue: Issue | null = null,
): ContextNote => ({
  from,
  to: Math.max(to, from),
  position: positionAt(text, from),
  sentence,
  severity,
  issue,
})

const faultNote = (text: string, { error, offset, length }: ParseError): ContextNote =>
  noteOf(
    text,
    offset,
    offset + length,
    messages.context.error(faults.get(printParseErrorCode(error)) ?? 'other'),
    'error',
  )

const childAt = (node: Node, part: string | number): Node | undefined =>
  typeof part === 'number' ? node.children?.[part] : valueOf(propertyOf(node, part))

const nodeAtIssue = (tree: Node, path: Issue['path']): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => (node ? childAt(node, part) : undefined), tree)

/** Returns the node to highlight: the name if the name is refused, otherwise the value. */
const nodeToMark = (tree: Node, { path, code }: Issue): Node => {
  const value = nodeAtIssue(tree, path)
  const property = value?.parent?.type === 'property' ? value.parent.children?.[0] : undefined
  return (code === 'reservedName' ? property : value) ?? tree
}

const issueNote = (text: string, tree: Node, issue: Issue): ContextNote => {
  const { offset, length } = nodeToMark(tree, issue)
  return noteOf(text, offset, offset + length, messages.issue.text(issue), 'error', issue)
}

const duplicatesIn = (node: Node): Node[] => {
  const seen = new Set<string>()
  const twice = propertiesOf(node).filter((property) => {
    const known = seen.has(nameOf(property))
    seen.add(nameOf(property))
    return known
  })
  return [...twice, ...(node.children ?? []).flatMap(duplicatesIn)]
}

const duplicateNote = (text: string, property: Node): ContextNote => {
  const name = property.children?.[0] ?? property
  return noteOf(text, name.offset, name.offset + name.length, messages.context.duplicate(nameOf(property)), 'warning')
}

const largeNotes = (text: string, bytes: number): ContextNote[] =>
  bytes > contextLimits.warnBytes && bytes <= contextLimits.bytes
    ? [noteOf(text, 0, 0, messages.context.large(bytes), 'warning')]
    : []

const refused = (note: ContextNote): ContextReading => ({ value: null, written: null, notes: [note], bytes: 0 })

const checkParsed = (text: string, tree: Node, value: unknown): ContextReading => {
  const bytes = utf8Length(JSON.stringify(value))
  const notes = [
    ...contextIssues(value).map((issue) => issueNote(text, tree, issue)),
    ...duplicatesIn(tree).map((property) => duplicateNote(text, property)),
    ...largeNotes(text, bytes),
  ].toSorted((a, b) => a.from - b.from)
  const sound = notes.every(({ severity }) => severity === 'warning')
  // JSON.parse returns only JSON values.
  const written = isObject(value) ? (value as InitialContext) : null
  return { value: sound ? written : null, written, notes, bytes }
}

/** Parses the text of a context. Empty text is an empty object. */
export const readContextText = (text: string): ContextReading => {
  if (text.trim() === '') return { value: {}, written: {}, notes: [], bytes: 0 }
  const deep = depthFault(text, contextLimits.depth)
  if (deep !== null)
    return refused(noteOf(text, deep, deep + 1, messages.issue.text({ path: [], code: 'tooDeep' }), 'error'))
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors.toSorted((a, b) => a.offset - b.offset)[0]
  if (first) return refused(faultNote(text, first))
  // JSON.parse decides what is valid JSON. The tree is used only to locate errors.
  const value = parseJson(text)
  if (!tree || value === undefined)
    return refused(noteOf(text, 0, text.length, messages.context.error('other'), 'error'))
  return checkParsed(text, tree, value)
}

/** Returns the text indented by two spaces per level, or null if it is not valid JSON. */
export const formatContext = (text: string): string | null => {
  const { notes } = readContextText(text)
  if (text.trim() === '' || notes.some(({ severity }) => severity === 'error')) return null
  return applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }))
}

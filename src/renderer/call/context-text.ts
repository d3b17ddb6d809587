import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Issue } from '../../contract/failure.ts'
import { contextIssues, contextLimits, utf8Length, type InitialContext } from '../../contract/initial-context.ts'
import type { JsonFault, Place } from '../words/english/context.ts'
import { words } from '../words/words.ts'
import { nameOf, propertiesOf, propertyOf, valueOf } from './context-nodes.ts'
import { depthFault } from './json-depth.ts'

/**
 * One thing about the text: where (in UTF-16 offsets and as line and column), a sentence, and whether it stops the call.
 * `issue` is the rule of the contract that it breaks; null for what is wrong with the text itself.
 */
export type ContextNote = {
  from: number
  to: number
  place: Place
  sentence: string
  severity: 'error' | 'warning'
  issue: Issue | null
}

/**
 * A context text read: the object to send, or null while something is wrong; every note in the order of the text.
 * `written` is the object as it stands there, refused or not; null while the text is no JSON object.
 */
export type ContextReading = {
  value: InitialContext | null
  written: InitialContext | null
  notes: ContextNote[]
  bytes: number
}

/** The parser's names for its errors, in ours. */
const faults: ReadonlyMap<string, JsonFault> = new Map([
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

/** Line and column of an offset, both from 1; CR LF counts as one line break. */
export const placeAt = (text: string, offset: number): Place => {
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
  place: placeAt(text, from),
  sentence,
  severity,
  issue,
})

const faultNote = (text: string, { error, offset, length }: ParseError): ContextNote =>
  noteOf(text, offset, offset + length, words.context.fault(faults.get(printParseErrorCode(error)) ?? 'other'), 'error')

const childAt = (node: Node, part: string | number): Node | undefined =>
  typeof part === 'number' ? node.children?.[part] : valueOf(propertyOf(node, part))

const nodeAtIssue = (tree: Node, path: Issue['path']): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => (node ? childAt(node, part) : undefined), tree)

/** A refused name is pointed at by its name, everything else by its value. */
const spotOf = (tree: Node, { path, code }: Issue): Node => {
  const value = nodeAtIssue(tree, path)
  const property = value?.parent?.type === 'property' ? value.parent.children?.[0] : undefined
  return (code === 'reservedName' ? property : value) ?? tree
}

const issueNote = (text: string, tree: Node, issue: Issue): ContextNote => {
  const { offset, length } = spotOf(tree, issue)
  return noteOf(text, offset, offset + length, words.issue.sentence(issue), 'error', issue)
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
  return noteOf(text, name.offset, name.offset + name.length, words.context.duplicate(nameOf(property)), 'warning')
}

const largeNotes = (text: string, bytes: number): ContextNote[] =>
  bytes > contextLimits.warnBytes && bytes <= contextLimits.bytes
    ? [noteOf(text, 0, 0, words.context.large(bytes), 'warning')]
    : []

const refused = (note: ContextNote): ContextReading => ({ value: null, written: null, notes: [note], bytes: 0 })

/** JSON.parse is the judge of what is JSON; the tree only tells where. */
const parseOrNull = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Not JSON after all: the caller turns this into a located note.
    return null
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const judge = (text: string, tree: Node, value: unknown): ContextReading => {
  const bytes = utf8Length(JSON.stringify(value))
  const notes = [
    ...contextIssues(value).map((issue) => issueNote(text, tree, issue)),
    ...duplicatesIn(tree).map((property) => duplicateNote(text, property)),
    ...largeNotes(text, bytes),
  ].toSorted((a, b) => a.from - b.from)
  const sound = notes.every(({ severity }) => severity === 'warning')
  // An object out of JSON.parse holds JSON only; with nothing found wrong by the contract it is what its schema takes.
  const written = isObject(value) ? (value as InitialContext) : null
  return { value: sound ? written : null, written, notes, bytes }
}

/** Reads a context text; an empty one is an empty object. Every fault has its place in the text. */
export const readContextText = (text: string): ContextReading => {
  if (text.trim() === '') return { value: {}, written: {}, notes: [], bytes: 0 }
  const deep = depthFault(text, contextLimits.depth)
  if (deep !== null)
    return refused(noteOf(text, deep, deep + 1, words.issue.sentence({ path: [], code: 'tooDeep' }), 'error'))
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors.toSorted((a, b) => a.offset - b.offset)[0]
  if (first) return refused(faultNote(text, first))
  const parsed = parseOrNull(text)
  if (!tree || !parsed) return refused(noteOf(text, 0, text.length, words.context.fault('other'), 'error'))
  return judge(text, tree, parsed.value)
}

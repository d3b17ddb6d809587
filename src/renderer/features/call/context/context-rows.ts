import { afterString } from './context-text.ts'
import type { Node } from 'jsonc-parser'
import { type KnownField, type FieldTree, fieldTree } from '../../../../domain/context/findings.ts'
import type { ContextPath } from '../../../../domain/context/edit.ts'
import { keyOfPath, nameOf, nodeAt, objectTree, propertiesOf, propertyOf, sourceOf, valueOf } from './context-edit.ts'

/** Puts JSON source on one line and keeps every value as written. */
const compactJson = (source: string): string => {
  let compact = ''
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at)
    if (character === '"') {
      const end = afterString(source, at)
      compact += source.slice(at, end)
      at = end - 1
    } else if (character === ',' || character === ':') compact += `${character} `
    else if (!/\s/.test(character)) compact += character
  }
  return compact
}

/** A field of the context form, with the default and the example that the agent's author provided. */
export type FormField = KnownField & { name: string; fallback: string | null; sample: string | null }

/** The context form's fields and where they come from: the published agent or, if it cannot be read, earlier calls. */
export type KnownFields = {
  from: 'agent' | 'calls' | 'loading' | 'noAgent'
  fields: readonly FormField[]
  /** True if these are all the names that the agent uses. */
  isComplete: boolean
}

/** A field's value: nothing, a string, or JSON as written but on one line. */
type RowValue =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'json'; json: string; type: 'number' | 'boolean' | 'null' | 'object' | 'array' }

/** A row of the form. */
export type ContextRow = {
  /** Unique, and stable while the field is edited. */
  key: string
  path: ContextPath
  name: string
  /** Null for a value outside the known fields. */
  field: FormField | null
  value: RowValue
  /**
   * The path of a value that is where this field needs an object, or null. The field is read-only until that value is
   * moved.
   */
  blockedBy: ContextPath | null
}

/** The known fields in spoken order, and the other values in the order of the text. */
export type ContextRows = { known: ContextRow[]; extra: ContextRow[]; hidden: number }

/** Maximum number of values shown in addition to the known fields; the JSON view shows all. */
const maxExtra = 60

/** Returns a path for display. A name that contains a dot is quoted. */
export const pathText = (path: ContextPath): string =>
  path.map((name) => (name === '' || name.includes('.') ? JSON.stringify(name) : name)).join('.')

const valueIn = (text: string, node: Node | undefined): RowValue => {
  if (node === undefined) return { kind: 'none' }
  if (node.type === 'string') return { kind: 'text', text: String(node.value) }
  // A value node is never a `property`, but the parser's type does not exclude it.
  const type = node.type === 'property' ? 'object' : node.type
  return { kind: 'json', json: compactJson(sourceOf(text, node)), type }
}

/** Returns the path of the outermost value that is where this path needs an object, or null. */
export const blockerOf = (tree: Node, path: ContextPath): ContextPath | null => {
  const outer = path.slice(0, -1).map((_, index) => path.slice(0, index + 1))
  return (
    outer.find((at) => {
      const node = nodeAt(tree, at)
      return node !== undefined && node.type !== 'object'
    }) ?? null
  )
}

const namesOf = (object: Node): string[] => [...new Set(propertiesOf(object).map(nameOf))]

/**
 * Returns the paths of values that don't belong to any known field. A nonempty object is replaced by its properties.
 */
const unknownPaths = (object: Node, known: FieldTree | undefined, at: ContextPath): ContextPath[] =>
  namesOf(object).flatMap((name) => {
    const path = [...at, name]
    const inside = known?.children.get(name)
    if (inside?.isWhole) return []
    const value = valueOf(propertyOf(object, name))
    return value && propertiesOf(value).length > 0 ? unknownPaths(value, inside, path) : [path]
  })

const rowOf = (text: string, tree: Node, path: ContextPath, field: FormField | null): ContextRow => ({
  key: keyOfPath(path),
  path,
  name: field?.name ?? pathText(path),
  field,
  value: valueIn(text, nodeAt(tree, path)),
  blockedBy: blockerOf(tree, path),
})

/** Returns the rows of the form, or null if the text is not a JSON object. */
export const contextRows = (text: string, fields: readonly FormField[]): ContextRows | null => {
  const tree = objectTree(text)
  if (tree === null) return null
  const extra = unknownPaths(tree, fieldTree(fields), [])
  return {
    known: fields.map((field) => rowOf(text, tree, field.path, field)),
    extra: extra.slice(0, maxExtra).map((path) => rowOf(text, tree, path, null)),
    hidden: Math.max(0, extra.length - maxExtra),
  }
}

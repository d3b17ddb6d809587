import type { Node } from 'jsonc-parser'
import { type FieldTree, fieldTree } from '../../contract/field-tree.ts'
import type { ContextPath } from '../../contract/mend-context.ts'
import { compactJson } from './compact-json.ts'
import type { FormField } from './context-fields.ts'
import { keyOfPath, nameOf, nodeAt, objectTree, propertiesOf, propertyOf, sourceOf, valueOf } from './context-nodes.ts'

/** What stands in the context at a field: nothing, a text, or another value as it is written, on one line. */
export type RowValue =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'json'; json: string; type: 'number' | 'boolean' | 'null' | 'object' | 'array' }

/** One line of the form. */
export type ContextRow = {
  /** Tells it apart from all others, and stays the same while it is edited. */
  key: string
  path: ContextPath
  name: string
  /** Null for what stands in the context besides the known fields. */
  field: FormField | null
  value: RowValue
  /** A value stands where this field would have to be inside it: it cannot be written before that has moved. */
  inTheWay: ContextPath | null
}

/** Known fields as they are spoken, then what else is in the context, as it stands there. */
export type ContextRows = { known: ContextRow[]; extra: ContextRow[]; hidden: number }

/** More lines than these are no form any more; the rest is in the JSON. */
const mostExtra = 60

/** A path as a person reads it; a name with a dot in it is quoted, so that it is not taken for two. */
export const pathText = (path: ContextPath): string =>
  path.map((name) => (name === '' || name.includes('.') ? JSON.stringify(name) : name)).join('.')

const valueIn = (text: string, node: Node | undefined): RowValue => {
  if (node === undefined) return { kind: 'none' }
  if (node.type === 'string') return { kind: 'text', text: String(node.value) }
  // What stands as a value is none of `property` and `string`.
  const type = node.type === 'property' ? 'object' : node.type
  return { kind: 'json', json: compactJson(sourceOf(text, node)), type }
}

/** The outermost value that stands where an object would have to be for this path. */
export const obstacleOf = (tree: Node, path: ContextPath): ContextPath | null => {
  const outer = path.slice(0, -1).map((_, index) => path.slice(0, index + 1))
  return (
    outer.find((at) => {
      const node = nodeAt(tree, at)
      return node !== undefined && node.type !== 'object'
    }) ?? null
  )
}

const namesOf = (object: Node): string[] => [...new Set(propertiesOf(object).map(nameOf))]

/** Values that belong to no known field, from the outside in; an object with something in it is told by its parts. */
const strangers = (object: Node, known: FieldTree | undefined, at: ContextPath): ContextPath[] =>
  namesOf(object).flatMap((name) => {
    const path = [...at, name]
    const inside = known?.children.get(name)
    if (inside?.isWhole) return []
    const value = valueOf(propertyOf(object, name))
    return value && propertiesOf(value).length > 0 ? strangers(value, inside, path) : [path]
  })

const rowOf = (text: string, tree: Node, path: ContextPath, field: FormField | null): ContextRow => ({
  key: keyOfPath(path),
  path,
  name: field?.name ?? pathText(path),
  field,
  value: valueIn(text, nodeAt(tree, path)),
  inTheWay: obstacleOf(tree, path),
})

/** The lines of the form for a context text; null while the text is no JSON object. */
export const contextRows = (text: string, fields: readonly FormField[]): ContextRows | null => {
  const tree = objectTree(text)
  if (tree === null) return null
  const extra = strangers(tree, fieldTree(fields), [])
  return {
    known: fields.map((field) => rowOf(text, tree, field.path, field)),
    extra: extra.slice(0, mostExtra).map((path) => rowOf(text, tree, path, null)),
    hidden: Math.max(0, extra.length - mostExtra),
  }
}

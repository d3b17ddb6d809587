import { type Node, parseTree } from 'jsonc-parser'
import type { ContextPath, ContextFix } from '../../../../domain/context/edit.ts'
import { parseJson } from '../../../../domain/json.ts'

/** Returns the properties of an object node, or an empty list for other nodes. */
export const propertiesOf = (node: Node): Node[] => (node.type === 'object' ? (node.children ?? []) : [])

export const nameOf = (property: Node): string => String(property.children?.[0]?.value ?? '')

/** Returns the last property with this name, because JSON.parse keeps the last one. */
export const propertyOf = (node: Node, name: string): Node | undefined =>
  propertiesOf(node).findLast((property) => nameOf(property) === name)

export const valueOf = (property: Node | undefined): Node | undefined => property?.children?.[1]

/** Returns the value at a path, or undefined. */
export const nodeAt = (tree: Node, path: ContextPath): Node | undefined =>
  path.reduce<Node | undefined>((node, name) => (node ? valueOf(propertyOf(node, name)) : undefined), tree)

const endOf = ({ offset, length }: Node): number => offset + length

export const sourceOf = (text: string, node: Node): string => text.slice(node.offset, endOf(node))

/** Parses JSON text into a tree; null if it is not an object. Empty text is an empty object. */
export const objectTree = (text: string): Node | null => {
  const tree = parseTree(text.trim() === '' ? '{}' : text)
  return tree?.type === 'object' ? tree : null
}

/** Returns a unique key for a path. */
export const keyOfPath = (path: ContextPath): string => JSON.stringify(path)

/**
 * Non-string values that are being typed, by the key of their path. The context text contains valid drafts; for an
 * invalid draft, it keeps the previous value.
 */
export type ContextDrafts = Readonly<Record<string, { path: ContextPath; text: string }>>

/** A partially typed value is not JSON; the field reports it. */
export const isJson = (text: string): boolean => parseJson(text) !== undefined

/** True for a draft that is not valid JSON. An empty draft is valid and means an empty string. */
export const isBroken = (draft: string): boolean => draft.trim() !== '' && !isJson(draft)

/** Returns the context text with all invalid drafts inserted as typed. The JSON view and the checks use it. */
export const textWithDrafts = (text: string, drafts: ContextDrafts): string => {
  const broken = Object.values(drafts).filter((draft) => isBroken(draft.text))
  const tree = broken.length === 0 ? null : objectTree(text)
  if (tree === null) return text
  return broken
    .flatMap((draft) => {
      const node = nodeAt(tree, draft.path)
      return node ? [{ from: node.offset, to: endOf(node), by: draft.text }] : []
    })
    .toSorted((a, b) => b.from - a.from)
    .reduce((next, { from, to, by }) => next.slice(0, from) + by + next.slice(to), text)
}

// Both views edit the same text, so an edit in the form replaces one range and leaves every other character unchanged.

const splice = (text: string, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to)

/** Returns the indentation before an offset, or null if other text precedes it on the line. */
const indentAt = (text: string, offset: number): string | null => {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return line.trim() === '' ? line : null
}

const blanksBefore = (text: string, offset: number): string =>
  /^\s*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

/** Appends a property to an object, formatted like the others. */
const insertProperty = (text: string, object: Node, name: string, json: string): string => {
  const property = `${JSON.stringify(name)}: ${json}`
  const last = propertiesOf(object).at(-1)
  if (last === undefined) {
    const outer = blanksBefore(text, object.offset)
    return splice(text, object.offset, endOf(object), `{\n${outer}  ${property}\n${outer}}`)
  }
  const indent = indentAt(text, last.offset)
  return splice(text, endOf(last), endOf(last), indent === null ? `, ${property}` : `,\n${indent}${property}`)
}

/** Returns `json` wrapped in an object for each name of `path`. */
const nested = (path: ContextPath, json: string): string =>
  path.reduceRight((inside, name) => `{ ${JSON.stringify(name)}: ${inside} }`, json)

const setInside = (text: string, object: Node, [name = '', ...inside]: ContextPath, json: string): string => {
  const held = valueOf(propertyOf(object, name))
  if (held === undefined) return insertProperty(text, object, name, nested(inside, json))
  if (inside.length > 0 && held.type === 'object') return setInside(text, held, inside, json)
  return splice(text, held.offset, endOf(held), nested(inside, json))
}

/**
 * Returns the text with `json` as the value at a path. Replaces an existing value; otherwise appends it and creates the
 * objects around it. Text that is neither empty nor a JSON object is returned unchanged.
 */
export const setInText = (text: string, path: ContextPath, json: string): string => {
  const whole = text.trim() === '' ? '{}' : text
  const tree = objectTree(whole)
  return tree === null || path.length === 0 ? text : setInside(whole, tree, path, json)
}

const cutProperty = (text: string, object: Node, property: Node): string => {
  const all = propertiesOf(object)
  const at = all.indexOf(property)
  const [before, after] = [all[at - 1], all[at + 1]]
  if (before !== undefined) return splice(text, endOf(before), endOf(property), '')
  return after === undefined
    ? splice(text, object.offset, endOf(object), '{}')
    : splice(text, property.offset, after.offset, '')
}

/** Removes every property with this name. Otherwise, an earlier duplicate would become the value. */
const cutName = (text: string, path: ContextPath): string => {
  const tree = objectTree(text)
  const object = tree && nodeAt(tree, path.slice(0, -1))
  const property = object && propertyOf(object, path.at(-1) ?? '')
  return property ? cutName(cutProperty(text, object, property), path) : text
}

/** Returns the text without the value at a path and without objects that become empty. */
export const removeFromText = (text: string, path: ContextPath): string => {
  const without = cutName(text, path)
  const outer = path.slice(0, -1)
  if (without === text || outer.length === 0) return without
  const tree = objectTree(without)
  const object = tree && nodeAt(tree, outer)
  return object && propertiesOf(object).length === 0 ? removeFromText(without, outer) : without
}

const isBeside = (from: ContextPath, to: ContextPath): boolean =>
  from.length === to.length && from.slice(0, -1).every((name, index) => name === to[index])

/** Renames a property without moving it. */
const renameProperty = (text: string, path: ContextPath, name: string): string => {
  const tree = objectTree(text)
  const object = tree && nodeAt(tree, path.slice(0, -1))
  const all = object ? propertiesOf(object).filter((one) => nameOf(one) === path.at(-1)) : []
  const key = all.at(-1)?.children?.[0]
  if (!object || key === undefined) return text
  if (all.length > 1 && all[0]) return renameProperty(cutProperty(text, object, all[0]), path, name)
  return splice(text, key.offset, endOf(key), JSON.stringify(name))
}

const renameInText = (text: string, from: ContextPath, to: ContextPath): string => {
  const tree = objectTree(text)
  const held = tree && nodeAt(tree, from)
  if (!held) return text
  const json = sourceOf(text, held)
  if (isBeside(from, to)) return renameProperty(cutName(text, to), from, to.at(-1) ?? '')
  return setInText(removeFromText(text, from), to, json)
}

/** Returns the text after a fix; `applyContextFix` does the same for an object. */
export const fixText = (text: string, fix: ContextFix): string => {
  switch (fix.kind) {
    case 'rename':
      return renameInText(text, fix.from, fix.to)
    case 'remove':
      return removeFromText(text, fix.path)
    case 'fill': {
      const tree = objectTree(text)
      return tree && nodeAt(tree, fix.path) === undefined ? setInText(text, fix.path, '""') : text
    }
  }
}

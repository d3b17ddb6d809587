import type { Node } from 'jsonc-parser'
import type { ContextPath, Mend } from '../../contract/mend-context.ts'
import { endOf, nameOf, nodeAt, objectTree, propertiesOf, propertyOf, sourceOf, valueOf } from './context-nodes.ts'

// The text is the one truth of both views: the form changes the place it means and leaves every other character alone.

const splice = (text: string, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to)

/** The blanks before a place, when nothing else stands before it on its line; null otherwise. */
const indentAt = (text: string, offset: number): string | null => {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return line.trim() === '' ? line : null
}

const blanksBefore = (text: string, offset: number): string =>
  /^\s*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

/** Puts a property behind the others of an object, laid out as they are. */
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

/** The source of what stands at `path` inside objects that are made for it. */
const nested = (path: ContextPath, json: string): string =>
  path.reduceRight((inside, name) => `{ ${JSON.stringify(name)}: ${inside} }`, json)

const setInside = (text: string, object: Node, [name = '', ...inside]: ContextPath, json: string): string => {
  const held = valueOf(propertyOf(object, name))
  if (held === undefined) return insertProperty(text, object, name, nested(inside, json))
  if (inside.length > 0 && held.type === 'object') return setInside(text, held, inside, json)
  return splice(text, held.offset, endOf(held), nested(inside, json))
}

/**
 * The text with the JSON source `json` at a path: in the place of what stands there, or behind its neighbours, with the
 * objects around it made where there are none. The text has to be a JSON object or empty; any other stays as it is.
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

/** A name that stands there twice goes with both: the earlier one would come to light otherwise. */
const cutName = (text: string, path: ContextPath): string => {
  const tree = objectTree(text)
  const object = tree && nodeAt(tree, path.slice(0, -1))
  const property = object && propertyOf(object, path.at(-1) ?? '')
  return property ? cutName(cutProperty(text, object, property), path) : text
}

/** The text without what stands at a path, and without the objects that are empty then and were made only for it. */
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

/** Gives a property another name in its own place. */
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

/** The text after a mend, as `mendContext` does it to the object, with everything else left as it is written. */
export const mendText = (text: string, mend: Mend): string => {
  switch (mend.kind) {
    case 'rename':
      return renameInText(text, mend.from, mend.to)
    case 'remove':
      return removeFromText(text, mend.path)
    case 'fill': {
      const tree = objectTree(text)
      return tree && nodeAt(tree, mend.path) === undefined ? setInText(text, mend.path, '""') : text
    }
  }
}

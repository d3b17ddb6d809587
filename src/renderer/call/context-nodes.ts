import { parseTree, type Node } from 'jsonc-parser'
import type { ContextPath } from '../../contract/mend-context.ts'

/** The properties of an object in a JSON text; none of anything else. */
export const propertiesOf = (node: Node): Node[] => (node.type === 'object' ? (node.children ?? []) : [])

/** The name of a property, as JSON means it. */
export const nameOf = (property: Node): string => String(property.children?.[0]?.value ?? '')

/** Of two properties with one name JSON.parse keeps the last, so that is the one everything speaks of. */
export const propertyOf = (node: Node, name: string): Node | undefined =>
  propertiesOf(node).findLast((property) => nameOf(property) === name)

/** The value of a property. */
export const valueOf = (property: Node | undefined): Node | undefined => property?.children?.[1]

/** The value at a path of names; undefined where nothing stands. */
export const nodeAt = (tree: Node, path: ContextPath): Node | undefined =>
  path.reduce<Node | undefined>((node, name) => (node ? valueOf(propertyOf(node, name)) : undefined), tree)

/** Where a node ends. */
export const endOf = ({ offset, length }: Node): number => offset + length

/** The source of a node, as it stands in the text. */
export const sourceOf = (text: string, node: Node): string => text.slice(node.offset, endOf(node))

/** The tree of a text that is known to be JSON; null where its outermost value is no object. An empty text is an empty object. */
export const objectTree = (text: string): Node | null => {
  const tree = parseTree(text.trim() === '' ? '{}' : text)
  return tree?.type === 'object' ? tree : null
}

/** One path as a key that no other path shares. */
export const keyOfPath = (path: ContextPath): string => JSON.stringify(path)

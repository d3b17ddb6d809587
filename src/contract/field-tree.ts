/** A field that an agent asks for, or that earlier calls to it carried. */
export type KnownField = { path: readonly string[]; required: boolean }

/** The known names of one level of a context. */
export type FieldTree = {
  /** The agent takes everything at this place as it is, so that any name may stand in it. */
  isWhole: boolean
  children: Map<string, FieldTree>
}

const emptyTree = (): FieldTree => ({ isWhole: false, children: new Map() })

const grow = (tree: FieldTree, [name, ...inside]: readonly string[]): void => {
  if (name === undefined) {
    tree.isWhole = true
    return
  }
  const child = tree.children.get(name) ?? emptyTree()
  tree.children.set(name, child)
  grow(child, inside)
}

/** Orders known fields by where they stand, in the order in which they come. */
export const fieldTree = (fields: readonly KnownField[]): FieldTree => {
  const tree = emptyTree()
  for (const { path } of fields) grow(tree, path)
  return tree
}

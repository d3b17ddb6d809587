import type { ContextPath } from '../../contract/mend-context.ts'
import { endOf, nodeAt, objectTree } from './context-nodes.ts'

/**
 * What a person is typing where a value is no text, by the key of its path: it may be no JSON for a while. Sound ones are
 * in the context text already; of a broken one the text still has what stood there before.
 */
export type ContextDrafts = Readonly<Record<string, { path: ContextPath; text: string }>>

/** True when a text is one JSON value. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    // What a person has typed half is no error: it is told beside the field.
    return false
  }
}

/** True for a draft that cannot be sent as it stands. An empty one can: it is an empty text. */
export const isBroken = (draft: string): boolean => draft.trim() !== '' && !isJson(draft)

/** The context text with every broken draft in its place, as it is typed: this is what the JSON view shows and what is judged. */
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

import type { AgentText, Opening } from '../../contract/agent-text.ts'
import { contextInCall, openingInCall, type Stamped } from '../../contract/context-in-call.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { renderTemplate, type Piece } from '../../contract/render-template.ts'
import { parseTemplate } from '../../contract/template.ts'
import { contextPath } from '../../contract/variable-path.ts'

/** What a call begins with: its kind, and its words in pieces. */
export type Beginning = { kind: Opening['kind']; pieces: Piece[] }

/** How the call would begin with this context; null when the agent's text has no beginning of its own. */
export const beginningOf = (
  text: Extract<AgentText, { state: 'published' }>,
  context: InitialContext,
  call: Stamped,
  now: number,
): Beginning | null => {
  const opening = openingInCall(text.opening, context)
  if (opening === null) return null
  const pieces = renderTemplate(parseTemplate(opening.text), contextInCall(context, call), now)
  return { kind: opening.kind, pieces }
}

/** Nobody listens longer to the first words; what is more is counted. */
const longest = 420

/** The first 420 characters of the pieces, and how many characters more there are. */
export const cutPieces = (pieces: readonly Piece[], most = longest): { shown: Piece[]; more: number } => {
  const shown: Piece[] = []
  let left = most
  let more = 0
  for (const piece of pieces) {
    // The last room is not left to half an emoji.
    const text = piece.text.length > left ? piece.text.slice(0, left).replace(/[\uD800-\uDBFF]$/, '') : piece.text
    if (left > 0) shown.push({ ...piece, text })
    more += piece.text.length - text.length
    left -= text.length
  }
  return { shown, more }
}

/** The name of a place in a text, as the form has it. */
export const nameOfPiece = ({ path }: Piece): string => (path === null ? '' : contextPath(path).join('.'))

/** What has to be said about the pieces besides themselves, each once: the gravest first. */
export const asidesOf = (pieces: readonly Piece[]): Exclude<Piece['from'], 'text' | 'value'>[] =>
  (['broken', 'missing', 'default', 'clock', 'later'] as const).filter((from) =>
    pieces.some((piece) => piece.from === from),
  )

import { Clock, TriangleAlert } from 'lucide-react'
import type { Opening, PublishedText } from '../../contract/agent.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { contextInCall, openingInCall, type ServiceValues } from '../../domain/context/edit.ts'
import { contextPath, parseTemplate, type Piece, renderTemplate } from '../../domain/template/template.ts'
import { messages } from '../../messages/index.ts'
import { FieldMessage } from './field.tsx'
import css from './opening.module.css'

const openingMessages = messages.context.opening

/** Shows the first words of a call, with the source of each piece marked. */
export const OpeningWords = ({ opening: { kind, pieces } }: { opening: OpeningText }) => {
  const { shown, more } = cutPieces(pieces)
  const keyed = shown.map((piece, index) => ({ piece, key: `${index} ${piece.path ?? ''}` }))
  const end = more > 0 ? ' …' : ''
  // Quote spoken words, but not a prompt.
  const quotes = kind === 'greeting' ? openingMessages.quote : ['', '']
  const defaults = [...new Set(shown.filter(({ from }) => from === 'default').map(nameOfPiece))].join(', ')
  return (
    <>
      <p className={css['text']} dir="auto">
        {quotes[0]}
        {keyed.map(({ piece, key }) => (
          <PieceText key={key} piece={piece} />
        ))}
        {`${end}${quotes[1]}`}
      </p>
      {more > 0 && <FieldMessage tone="hint">{openingMessages.notes.cut(more)}</FieldMessage>}
      {notesOf(shown).map((from) => (
        <FieldMessage key={from} tone={from === 'broken' ? 'bad' : 'hint'}>
          {from === 'default' ? openingMessages.notes.default(defaults) : openingMessages.notes[from]}
        </FieldMessage>
      ))}
    </>
  )
}

const PieceText = ({ piece }: { piece: Piece }) => {
  const name = nameOfPiece(piece)
  switch (piece.from) {
    case 'text':
      return <>{piece.text}</>
    case 'value':
    case 'default':
      return (
        <mark className={css[piece.from]} title={name}>
          <bdi>{piece.text}</bdi>
        </mark>
      )
    case 'clock':
      return (
        <mark className={css['clock']} title={name}>
          <Clock aria-hidden />
          {piece.text}
        </mark>
      )
    case 'later':
      return <mark className={css['later']}>{openingMessages.later(name)}</mark>
    case 'missing':
    case 'broken':
      return (
        <mark className={css['missing']}>
          <TriangleAlert aria-hidden />
          {openingMessages[piece.from](name)}
        </mark>
      )
  }
}

/** The opening of a call: its kind, and its text split into pieces. */
export type OpeningText = { kind: Opening['kind']; pieces: Piece[] }

/** Returns the opening of a call with this context; null if the agent's prompts and messages have none. */
export const openingTextOf = (
  text: PublishedText,
  context: InitialContext,
  call: ServiceValues,
  now: number,
): OpeningText | null => {
  const opening = openingInCall(text.opening, context)
  if (opening === null) return null
  const pieces = renderTemplate(parseTemplate(opening.text), contextInCall(context, call), now)
  return { kind: opening.kind, pieces }
}

/** Maximum length of a displayed opening, in characters: about 30 seconds of speech. */
const maxCharacters = 420

/** Returns the pieces, cut to `most` characters, and how many characters were cut off. */
export const cutPieces = (pieces: readonly Piece[], most = maxCharacters): { shown: Piece[]; more: number } => {
  const shown: Piece[] = []
  let left = most
  let more = 0
  for (const piece of pieces) {
    // Do not cut a surrogate pair in half.
    const text = piece.text.length > left ? piece.text.slice(0, left).replace(/[\uD800-\uDBFF]$/, '') : piece.text
    if (left > 0) shown.push({ ...piece, text })
    more += piece.text.length - text.length
    left -= text.length
  }
  return { shown, more }
}

/** Returns the name of the field that a piece came from. */
const nameOfPiece = ({ path }: Piece): string => (path === null ? '' : contextPath(path).join('.'))

/** Returns the sources that need an explanation, without duplicates, most serious first. */
export const notesOf = (pieces: readonly Piece[]): Exclude<Piece['from'], 'text' | 'value'>[] =>
  (['broken', 'missing', 'default', 'clock', 'later'] as const).filter((from) =>
    pieces.some((piece) => piece.from === from),
  )

import { pythonText } from './python-text.ts'
import type { Placeholder, Template } from './template.ts'
import { clockText, isZone, readClock } from './template-clock.ts'
import { contextPath, fillerOf } from './variable-path.ts'

/**
 * Where a piece of a rendered text comes from: the text itself, the context, a default, nowhere (nothing is said there),
 * the clock, something known only during the call (nothing is shown), or a clock in a zone that does not exist, which
 * the service cannot render at all.
 */
export type PieceSource = 'text' | 'value' | 'default' | 'missing' | 'clock' | 'later' | 'broken'

/** A piece of a rendered text; `path` is null for the text itself. */
export type Piece = { from: PieceSource; text: string; path: string | null }

type Context = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Context =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueAt = (context: Context, names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (inside, name) => (isObject(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined),
    context,
  )

/** The value a path finds in a context: as it is written, or without `initial_context.` in front. Undefined when none does. */
export const lookUpPath = (context: Context, path: string): unknown =>
  valueAt(context, path.split('.')) ?? valueAt(context, contextPath(path)) ?? undefined

const clockPiece = (path: string, textZone: string | null, now: number): Pick<Piece, 'from' | 'text'> | null => {
  const asked = readClock(path)
  if (asked === null) return null
  const zone = asked.zone ?? textZone ?? 'UTC'
  return isZone(zone) ? { from: 'clock', text: clockText(asked.clock, zone, now) } : { from: 'broken', text: '' }
}

const contextPiece = ({ path, fallback }: Placeholder, context: Context): Pick<Piece, 'from' | 'text'> => {
  const value = lookUpPath(context, path)
  const isEmpty = value === undefined || value === ''
  if (!isEmpty) return { from: 'value', text: pythonText(value) }
  if (fallback !== null) return { from: 'default', text: fallback }
  return { from: fillerOf(path) === 'caller' ? 'missing' : 'later', text: '' }
}

/** The service turns a backslash and an n into a line break, in values too, and where the two come from two pieces. */
const withLineBreaks = (pieces: readonly Piece[]): Piece[] => {
  const broken: Piece[] = []
  let before: Piece | null = null
  for (const { from, path, text } of pieces) {
    const joins: boolean = before !== null && before.text.endsWith('\\') && text.startsWith('n')
    if (joins && before !== null) before.text = before.text.slice(0, -1)
    const piece: Piece = { from, path, text: (joins ? `\n${text.slice(1)}` : text).replaceAll('\\n', '\n') }
    broken.push(piece)
    if (text !== '') before = piece
  }
  return broken
}

/**
 * Fills a text as the service does: a missing value is said as nothing, a default stands in for a missing or an empty one,
 * objects and lists become JSON, true and false `True` and `False`. Lay what the service stamps on a run (`called_number`)
 * under the context to see it too. `now` is in milliseconds since 1970.
 */
export const renderTemplate = ({ parts, zone }: Template, context: Context, now: number): Piece[] =>
  withLineBreaks(
    parts.map((part) => {
      if (typeof part === 'string') return { from: 'text', text: part, path: null }
      return { path: part.path, ...(clockPiece(part.path, zone, now) ?? contextPiece(part, context)) }
    }),
  )

/** A rendered text in one piece. */
export const piecesText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

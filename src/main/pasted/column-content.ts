import type { PastedColumn } from '../../contract/pasted.ts'
import { type Countries, isNumberCell } from './cell-number.ts'

type Content = PastedColumn['content']

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'

/** Days as people say them; an agent says them after them. */
const spoken = '(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)'

const shapes: readonly [Content, RegExp][] = [
  ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['link', /^(?:https?:\/\/|www\.)\S+$/i],
  ['date', /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}\S*)?$/],
  ['date', /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4})$/],
  ['date', new RegExp(`^(?:\\d{1,2}\\.? ${month}|${month} \\d{1,2})(?:,? \\d{4})?$`, 'i')],
  ['date', new RegExp(`^${spoken}$`, 'i')],
  ['time', /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?$/i],
  ['amount', /^[-+]?(?:[$€£¥₹]|[A-Z]{3}) ?\d[\d.,' ]*$/],
  ['amount', /^[-+]?\d[\d.,' ]*(?:[$€£¥₹]| ?[A-Z]{3})$/],
  ['amount', /^[-+]?\d{1,3}(?:[.,' ]\d{3})*[.,]\d{1,2}$/],
  ['amount', /^[-+]?\d+[.,]\d{1,2}$/],
  ['integer', /^[-+]?\d{1,9}$/],
]

/** What a single cell holds. A date or a sum may look like a number of some country, and is none. */
export const cellContent = (cell: string, countries: Countries): Content => {
  if (cell === '') return 'empty'
  const shaped = shapes.find(([, shape]) => shape.test(cell))?.[0]
  if (shaped !== undefined && shaped !== 'integer') return shaped
  if (isNumberCell(cell, countries)) return 'number'
  return shaped ?? 'text'
}

/** What the cells of a column hold, the empty ones not counted; `mixed` when they do not agree. */
export const columnContent = (cells: readonly string[], countries: Countries): Content => {
  const contents = new Set(cells.map((cell) => cellContent(cell, countries)))
  contents.delete('empty')
  const [first, second] = contents
  if (first === undefined) return 'empty'
  // Sums without cents are sums all the same.
  if (contents.size === 2 && contents.has('amount') && contents.has('integer')) return 'amount'
  return second === undefined ? first : 'mixed'
}

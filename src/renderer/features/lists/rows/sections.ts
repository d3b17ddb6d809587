import type { ListRow } from '../../../../contract/list.ts'
import type { ListRows } from './list-rows.ts'

/** A group of rows under a title. A section without a title is the whole table. */
export type RowSection = {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly rows: ListRows
}

/** A line of the table: the title of a section, or one of its rows, which may not have been loaded yet. */
type Line =
  | { readonly kind: 'title'; readonly section: RowSection }
  | { readonly kind: 'row'; readonly section: RowSection; readonly index: number; readonly row: ListRow | undefined }

const totalOf = ({ rows }: RowSection): number => rows.store.getState().total

/**
 * Returns how many lines a section has: none if it is empty, otherwise one for each row and one for the title, if there
 * is one.
 */
const linesOf = (section: RowSection): number => {
  const total = totalOf(section)
  return total === 0 ? 0 : total + (section.title === '' ? 0 : 1)
}

/** Returns the total number of lines in all sections. */
export const countLines = (sections: readonly RowSection[]): number =>
  sections.reduce((sum, section) => sum + linesOf(section), 0)

/** Returns the line at an index, or null if the index is past the end. */
export const lineAt = (sections: readonly RowSection[], at: number): Line | null => {
  let rest = at
  for (const section of sections) {
    const lines = linesOf(section)
    if (rest < lines) {
      const index = section.title === '' ? rest : rest - 1
      return index < 0 ? { kind: 'title', section } : { kind: 'row', section, index, row: section.rows.at(index) }
    }
    rest -= lines
  }
  return null
}

/**
 * Returns React keys for lines. A row keeps its key and the focus when it moves to another section, and may be in two
 * sections while they are being reloaded.
 */
export const keysOf = (lines: readonly (Line | null)[]): string[] => {
  const rows = new Set<number>()
  return lines.map((line, index) => {
    if (line?.kind === 'title') return `title ${line.section.key}`
    if (line?.row === undefined) return `line ${index}`
    const { row } = line.row
    if (rows.has(row)) return `${line.section.key} ${row}`
    rows.add(row)
    return String(row)
  })
}

/** Returns the index of a row's line, given the row's number in the file; -1 if the row is not loaded. */
export const lineOfRow = (sections: readonly RowSection[], row: number): number => {
  let before = 0
  for (const section of sections) {
    const index = section.rows.indexOf(row)
    if (index >= 0 && index < totalOf(section)) return before + index + (section.title === '' ? 0 : 1)
    before += linesOf(section)
  }
  return -1
}

/** Tells each section which of its lines are visible, so that it fetches their rows. */
export const showLines = (sections: readonly RowSection[], first: number, end: number): void => {
  let before = 0
  for (const section of sections) {
    const lines = linesOf(section)
    const titles = section.title === '' ? 0 : 1
    const from = Math.max(0, first - before - titles)
    const to = Math.min(lines - titles, end - before - titles)
    // A section that was never loaded has no lines, so request its first row.
    if (lines === 0) section.rows.showRange(0, 1)
    else if (to > from) section.rows.showRange(from, to)
    before += lines
  }
}

/** Returns the line with a row that is nearest to the position `by` lines away; `from` if there is none. */
export const moveLine = (sections: readonly RowSection[], from: number, by: number): number => {
  const last = countLines(sections) - 1
  const step = by < 0 ? -1 : 1
  let to = Math.min(last, Math.max(0, from + by))
  while (lineAt(sections, to)?.kind === 'title' && to + step >= 0 && to + step <= last) to += step
  return lineAt(sections, to)?.kind === 'row' ? to : moveBack(sections, to, -step)
}

const moveBack = (sections: readonly RowSection[], from: number, step: number): number => {
  const last = countLines(sections) - 1
  let to = from
  while (to >= 0 && to <= last && lineAt(sections, to)?.kind === 'title') to += step
  return Math.min(last, Math.max(0, to))
}

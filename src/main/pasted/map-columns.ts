import { reservedContextNames } from '../../contract/initial-context.ts'
import type { ColumnTarget, PastedColumn } from '../../contract/pasted.ts'
import { matchContents } from './match-contents.ts'
import { likeness, type Headed, matchHeaders } from './match-headers.ts'
import { isAgentHeader, plainName, wordsOf } from './name-words.ts'
import type { Table, TableColumn } from './read-table.ts'

/** Where a column goes and why, or why it goes nowhere. */
export type Mapped = Pick<PastedColumn, 'target' | 'by' | 'dropped'>

const to = (target: ColumnTarget, by: Mapped['by']): Mapped => ({ target, by, dropped: null })
const nowhere = (dropped: Mapped['dropped']): Mapped => ({ target: { to: 'nowhere' }, by: null, dropped })

const asRemembered = (target: ColumnTarget): Mapped =>
  target.to === 'nowhere' ? nowhere('remembered') : to(target, 'remembered')

/** A column that names the agent holds Agent UUIDs, and says so or is the only one of that kind. */
const agentColumn = (columns: readonly TableColumn[]): number | null => {
  const uuids = columns.filter(({ content }) => content === 'uuid')
  const said = uuids.filter(({ header }) => header !== null && isAgentHeader(header))
  const [only, another] = said.length > 0 ? said : uuids.filter(({ header }) => header === null)
  return only !== undefined && another === undefined ? only.index : null
}

/** A header as a name of the context, where the agent's own names are not known: `Customer name` becomes `customer_name`. */
const ownName = (header: string): string => (/^[A-Za-z_][\w.]*$/.test(header) ? header : wordsOf(header).join('_'))

const mapItself = ({ header, content }: TableColumn, taken: Set<string>): Mapped => {
  const name = ownName(header ?? '')
  if (content === 'empty') return nowhere('empty')
  if (name === '') return nowhere('unknownNames')
  if (reservedContextNames.has(name)) return nowhere('reserved')
  if (taken.has(name)) return nowhere('taken')
  taken.add(name)
  return to({ to: 'context', name }, 'headerItself')
}

const isHeaded = (column: TableColumn): column is TableColumn & Headed => Boolean(column.header)

const whyDropped = ({ header, content }: TableColumn, names: readonly string[], taken: Set<string>): Mapped => {
  if (content === 'empty') return nowhere('empty')
  if (header && reservedContextNames.has(header)) return nowhere('reserved')
  if (header && [...taken].some((name) => plainName(name) === plainName(header))) return nowhere('taken')
  const isNear = names.some((name) => !taken.has(name) && header && likeness(header, name) > 0)
  return nowhere(isNear || (!header && names.some((name) => !taken.has(name))) ? 'unclear' : 'noName')
}

const mapToNames = (columns: readonly TableColumn[], names: readonly string[]): Map<number, Mapped> => {
  const filled = columns.filter(({ content }) => content !== 'empty')
  const byHeader = matchHeaders(columns.filter(isHeaded), names)
  const taken = new Set([...byHeader.values()].map(({ name }) => name))
  const byContent = matchContents(
    filled.filter(({ index }) => !byHeader.has(index)),
    names.filter((name) => !taken.has(name)),
  )
  for (const name of byContent.values()) taken.add(name)
  const mapOne = (column: TableColumn): Mapped => {
    const match = byHeader.get(column.index)
    if (match !== undefined) return to({ to: 'context', name: match.name }, match.by)
    const name = byContent.get(column.index)
    return name === undefined ? whyDropped(column, names, taken) : to({ to: 'context', name }, 'content')
  }
  return new Map(columns.map((column) => [column.index, mapOne(column)]))
}

/**
 * Says where each column of a table goes: as a person said before, or else by headers, or else by what the cells hold.
 * `names` are the agent's variables, null when they are not known: then a header stands for itself. Nothing is guessed
 * where two answers are possible.
 */
export const mapColumns = (
  { columns, numberAt }: Table,
  names: readonly string[] | null,
  remembered: readonly ColumnTarget[] | null,
): Mapped[] => {
  if (remembered !== null) return remembered.map(asRemembered)
  const agentAt = agentColumn(columns)
  const others = columns.filter(({ index }) => index !== numberAt && index !== agentAt)
  const taken = new Set<string>()
  const mapped =
    names === null
      ? new Map(others.map((column) => [column.index, mapItself(column, taken)]))
      : mapToNames(others, names)
  return columns.map(({ index, header }) => {
    const isSaid = header === null ? 'content' : 'header'
    if (index === numberAt) return to({ to: 'number' }, isSaid)
    if (index === agentAt) return to({ to: 'agent' }, isSaid)
    return mapped.get(index) ?? nowhere('noName')
  })
}

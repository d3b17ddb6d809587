import type { PastedColumn } from '../../contract/pasted.ts'
import { meaningOf } from './name-words.ts'

type Content = PastedColumn['content']
type Column = { index: number; header: string | null; content: Content }

/** A text may be anything, so it is given to a name only where no header says what it is. */
const mayGo = ({ header, content }: Column): boolean => content !== 'text' || header === null

/** "Account no" is no sum, although it looks like one without cents. */
const isOther = ({ header, content }: Column, wanted: Content): boolean =>
  header !== null && content !== wanted && meaningOf(header) === content

const telling: readonly Content[] = ['email', 'link', 'date', 'time', 'amount', 'integer', 'text']

/**
 * Gives columns the names that want what they hold: the one column of sums to the one name of a sum. Where two columns or
 * two names could be meant, none is given. Sums written without cents look like counts, so a sum may be taken from those.
 */
export const matchContents = (columns: readonly Column[], names: readonly string[]): Map<number, string> => {
  const matches = new Map<number, string>()
  const left = (content: Content) => columns.filter((one) => one.content === content && !matches.has(one.index))
  const free = (content: Content) =>
    names.filter((name) => meaningOf(name) === content && ![...matches.values()].includes(name))
  const pair = (held: Content, wanted: Content) => {
    const could = left(held).filter(mayGo)
    const said = could.filter(({ header }) => header !== null && meaningOf(header) === wanted)
    const [column, another] = said.length === 1 ? said : could
    const [name, second] = free(wanted)
    if (column === undefined || name === undefined || another !== undefined || second !== undefined) return
    if (!isOther(column, wanted)) matches.set(column.index, name)
  }
  for (const content of telling) pair(content, content)
  pair('integer', 'amount')
  return matches
}

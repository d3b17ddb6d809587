import type { ColumnTarget, PastedColumn } from '../../contract/pasted.ts'
import { FieldMessage } from '../design/field.tsx'
import { Select, type Option } from '../design/select.tsx'
import { words } from '../words/words.ts'
import css from './pasted.module.css'

const said = words.pasted
const plain = { id: '', 'aria-describedby': undefined, 'aria-invalid': undefined }

const keyOf = (target: ColumnTarget): string => (target.to === 'context' ? `context ${target.name}` : target.to)

/** Where a column may go: the number, each of the agent's names, the agent where the column holds one, or nowhere. */
const targetsOf = (column: PastedColumn, names: readonly string[] | null): ColumnTarget[] => {
  const own = column.target.to === 'context' ? [column.target.name] : []
  const all = [...new Set([...own, ...(names ?? [])])]
  return [
    { to: 'number' },
    ...(column.content === 'uuid' || column.target.to === 'agent' ? [{ to: 'agent' } as const] : []),
    ...all.map((name): ColumnTarget => ({ to: 'context', name })),
    { to: 'nowhere' },
  ]
}

/** A name that was guessed is worth a look; what was said or written so is not. */
const isGuess = ({ by, target }: PastedColumn): boolean =>
  by === 'similar' || (by === 'content' && target.to === 'context')

/** What its header says goes without saying. */
const isPlain = ({ by, target }: PastedColumn): boolean =>
  by === 'header' || by === 'alike' || by === 'headerItself' || (by === 'content' && target.to === 'number')

type Props = {
  column: PastedColumn
  index: number
  /** The agent's names; null while they are not known. */
  names: readonly string[] | null
  /** Null where it cannot be changed any more, or not yet. */
  onMove: ((target: ColumnTarget) => void) | null
}

const Target = ({ column, index, names, onMove }: Props) => {
  const where = said.targetOf(column.target)
  if (onMove === null) return <span className={css['where']}>{where}</span>
  const targets = targetsOf(column, names)
  const options: Option[] = targets.map((target) => ({ value: keyOf(target), text: said.targetOf(target) }))
  return (
    <Select
      control={plain}
      label={said.move(said.column(column, index))}
      value={keyOf(column.target)}
      options={options}
      placeholder={where}
      onChoose={(key) => {
        const chosen = targets.find((target) => keyOf(target) === key)
        if (chosen) onMove(chosen)
      }}
    />
  )
}

/** One column of a pasted row: what it is called, what stands in it, where that went, and why. */
export const PastedColumnRow = (props: Props) => {
  const { column, index } = props
  return (
    <li className={css['column']}>
      <span className={css['header']}>{said.column(column, index)}</span>
      <span className={css['value']} title={column.value}>
        <bdi>{column.value || words.common.none}</bdi>
      </span>
      <div className={css['target']}>
        <Target {...props} />
        {!isPlain(column) && <FieldMessage tone={isGuess(column) ? 'check' : 'hint'}>{said.why(column)}</FieldMessage>}
      </div>
    </li>
  )
}

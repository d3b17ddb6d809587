import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { words } from '../words/words.ts'
import { CheckLine } from './check-line.tsx'
import type { ContextActs } from './context-acts.ts'
import { isUnused, type Check } from './context-checks.ts'
import { isBroken } from './context-drafts.ts'
import type { ContextRow } from './context-rows.ts'
import fields from './fields.module.css'
import { ValueBox } from './value-box.tsx'
import css from './variable-row.module.css'

const said = words.context.form

type Props = {
  row: ContextRow
  /** What is being typed here, where the value is no text; null where nothing is. */
  draft: string | null
  checks: readonly Check[]
  /** What the service would choke on in this value. */
  faults: readonly string[]
  acts: ContextActs
  onMend: (check: Check) => void
}

/** What is only not given yet is told once the field was left empty, and not to somebody who has not been there. */
const isTold = (check: Check, visited: boolean): boolean =>
  !isUnused(check) && (visited || (check.code !== 'missing' && check.code !== 'empty'))

const Label = ({ id, row }: { id: string; row: ContextRow }) => (
  <label className={css['label']} htmlFor={id}>
    <bdi>{row.name}</bdi>
    {row.field?.required && (
      <span className={css['star']} aria-hidden>
        *
      </span>
    )}
  </label>
)

const NotJson = ({ row, draft, acts }: Pick<Props, 'row' | 'acts'> & { draft: string }) => (
  <FieldMessage tone="bad">
    {said.notJson}{' '}
    <button
      type="button"
      className={fields['mode']}
      onClick={() => acts.writeField(row.path, draft, row.field !== null)}
    >
      {said.asText}
    </button>
  </FieldMessage>
)

const Lines = ({ row, draft, checks, faults, acts, onMend }: Props) => (
  <>
    {faults.map((fault) => (
      <FieldMessage key={fault} tone="bad">
        {fault}
      </FieldMessage>
    ))}
    {draft !== null && isBroken(draft) && <NotJson row={row} draft={draft} acts={acts} />}
    {checks.map((check) => (
      <CheckLine key={check.code} check={check} onMend={onMend} />
    ))}
  </>
)

const Remove = ({ row, onMend }: Pick<Props, 'row' | 'onMend'>) => (
  <Button
    look="quiet"
    size="icon"
    aria-label={said.remove(row.name)}
    title={said.remove(row.name)}
    onClick={() => onMend({ code: 'unknown', path: row.path, mend: { kind: 'remove', path: row.path } })}
  >
    <X aria-hidden />
  </Button>
)

/** One field of the context: its name, its value, what stands in for it, and what to look at. */
export const VariableRow = (props: Props) => {
  const { row, draft, acts, onMend } = props
  const id = useId()
  const [visited, setVisited] = useState(false)
  return (
    <div className={css['row']}>
      <Label id={id} row={row} />
      <div className={css['body']}>
        <div className={css['control']}>
          <ValueBox id={id} row={row} draft={draft} acts={acts} onLeave={() => setVisited(true)} />
          {row.field === null && <Remove row={row} onMend={onMend} />}
        </div>
        <div id={`${id}-said`}>
          <Lines {...props} checks={props.checks.filter((check) => isTold(check, visited))} />
        </div>
      </div>
    </div>
  )
}

import type { AgentText } from '../../../../contract/agent.ts'
import { reservedContextNames } from '../../../../contract/initial-context.ts'
import type { List, ListTarget } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import type { QueryState } from '../../../lib/query.ts'
import { type Option, Select } from '../../../ui/select.tsx'
import type { Plan } from './plan.ts'
import css from './columns-row.module.css'

const checkText = messages.lists.check

const fixedTargets: readonly ListTarget[] = [
  { to: 'number' },
  { to: 'timeZone' },
  { to: 'postalCode' },
  { to: 'state' },
  { to: 'consent' },
  { to: 'note' },
  { to: 'none' },
]

/**
 * Returns a target's key in the list of choices. The prefix is needed because one of the agent's names may be the same
 * as another target.
 */
const keyOf = (target: ListTarget): string => (target.to === 'context' ? `context ${target.name}` : target.to)

/**
 * Returns the names that a column can fill: those in the agent's prompts and messages or, if these are unknown, those
 * that columns already fill.
 */
export const namesOf = (text: AgentText | null, targets: readonly ListTarget[]): string[] => {
  const published = text?.state === 'published' ? text.variables.map(({ name }) => name) : []
  const used = targets.flatMap((target) => (target.to === 'context' ? [target.name] : []))
  return [...new Set([...published, ...used])].filter((name) => !reservedContextNames.has(name))
}

/**
 * Returns the targets after the target of a column has changed. If only one column can have the new target, it is
 * removed from the column that had it.
 */
export const withTarget = (targets: readonly ListTarget[], at: number, target: ListTarget): ListTarget[] =>
  targets.map((one, index) => {
    if (index === at) return target
    return target.to !== 'none' && keyOf(one) === keyOf(target) ? { to: 'none' } : one
  })

const bare = { id: '', 'aria-describedby': undefined, 'aria-invalid': undefined }

type ColumnsRowProps = { list: List; plan: Plan; text: QueryState<AgentText> | null }

/** Shows every column of the file with its target. */
export const ColumnsRow = ({ list, plan, text }: ColumnsRowProps) => {
  const names = namesOf(text?.data?.value ?? null, list.targets)
  const targets: readonly ListTarget[] = [...names.map((name) => ({ to: 'context' as const, name })), ...fixedTargets]
  const options: Option[] = targets.map((target) => ({ value: keyOf(target), text: checkText.target(target) }))
  return (
    <section className={css['columns']} aria-label={checkText.columns}>
      {list.headers.map((header, at) => {
        const shown = checkText.column(header, at)
        const target = list.targets[at] ?? { to: 'none' }
        return (
          <div key={`${at} ${header}`} className={target.to === 'none' ? css['unused'] : undefined}>
            <span title={shown}>{shown}</span>
            <Select
              control={bare}
              label={checkText.columnTarget(shown)}
              value={keyOf(target)}
              options={options}
              placeholder={checkText.target({ to: 'none' })}
              onChoose={(key) => {
                const chosen = targets.find((one) => keyOf(one) === key)
                if (chosen) void plan.save({ targets: withTarget(list.targets, at, chosen) })
              }}
            />
          </div>
        )
      })}
    </section>
  )
}

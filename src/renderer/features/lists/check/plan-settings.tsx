import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { AgentText } from '../../../../contract/agent.ts'
import { reservedContextNames } from '../../../../contract/initial-context.ts'
import type { List, ListTarget } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { focusIfLost } from '../../../lib/focus.ts'
import { useListPolicy } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { type QueryState, valueOf } from '../../../lib/query.ts'
import { DoNotCallFilesDialog, useDoNotCallEntries } from '../../../ui/do-not-call-files.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import type { Plan } from './plan.ts'
import { AgentDialog, AgainDialog, HoursDialog, PaceDialog, RouteDialog, TypeDialog } from './option-dialogs.tsx'
import columnsCss from './columns.module.css'
import css from './options.module.css'

const checkText = messages.lists.check
const optionsText = messages.lists.options

const optionNames = ['hours', 'doNotCall', 'type', 'pace', 'again', 'route', 'agent'] as const
type OptionName = (typeof optionNames)[number]

/** An option as displayed: its name, its value, and a note on its effect. */
type Shown = { label: string; value: string; note: string }

const shownOf = (
  list: List,
  entries: number,
  refused: number,
  version: number | null,
  notes: Pick<Record<OptionName, string>, 'hours' | 'type'>,
  newAgentName: string | null,
): Record<OptionName, Shown> => {
  const { options, route, agent } = list
  const { retry } = options
  return {
    hours: {
      label: optionsText.hours,
      value: optionsText.hoursValue(options),
      note: notes.hours,
    },
    doNotCall: {
      label: optionsText.doNotCall,
      value: messages.doNotCall.files.entries(entries),
      note: optionsText.doNotCallNote(refused),
    },
    type: {
      label: optionsText.consent,
      value: optionsText.type(options.type),
      note: notes.type,
    },
    pace: {
      label: optionsText.pace,
      value: optionsText.paceValue(options.atOnce),
      note: optionsText.paceNote(options.freeSlots),
    },
    again: {
      label: optionsText.again,
      value: optionsText.againValue(retry.attempts),
      note: optionsText.againNote(retry.attempts, retry.gapMinutes),
    },
    route: {
      label: optionsText.callsFrom,
      value: route?.fromPhoneNumberText ?? optionsText.provider,
      note: route?.telephonyConfigurationName ?? optionsText.defaultConfiguration,
    },
    agent: {
      label: optionsText.agent,
      value:
        newAgentName ?? (agent === null ? optionsText.noAgent : `${agent.agentName}${optionsText.version(version)}`),
      note: newAgentName === null ? (agent === null ? '' : optionsText.agentNote) : checkText.agentLoading,
    },
  }
}

type OptionsProps = {
  list: List
  plan: Plan
  /** How many rows are refused because of the do-not-call list. */
  refused: number
  /** The published version of the agent; null if unknown. */
  version: number | null
}

/** Shows the options of a list. Each one shows its value and opens the dialog that changes it. */
export const Options = ({ list, plan, refused, version }: OptionsProps) => {
  const { now } = usePage()
  const [open, setOpen] = useState<{ name: OptionName } | null>(null)
  const entries = useDoNotCallEntries(list.practice)
  const { holidays, consentRequired } = useListPolicy()
  const { rows, until } = list.waiting
  const hoursNote = list.practice ? optionsText.practiceHours : optionsText.hoursNote(list.options, holidays)
  const agents = valueOf(useStore(plan.queries.agents.store)) ?? []
  const newAgent = agents.find(({ agentUuid }) => agentUuid !== null && agentUuid === plan.newAgentUuid)
  const notes = {
    hours: rows > 0 ? optionsText.waiting(rows, until, now()) : hoursNote,
    type: optionsText.typeNote(list.options.type, consentRequired),
  }
  const shown = shownOf(list, entries, refused, version, notes, newAgent?.name ?? null)
  // Another dialog may have been opened while the change of this one was saved.
  const dialog = { list, plan, onClose: () => setOpen((latest) => (latest === open ? null : latest)) }
  return (
    <section className={css['card']} aria-label={checkText.rules}>
      <ul>
        {optionNames.map((name) => {
          const { label, value, note } = shown[name]
          return (
            <li key={name}>
              <button type="button" className={css['option']} onClick={() => setOpen({ name })} data-bare>
                <span>{label}</span>
                <b>
                  <bdi>{value}</bdi>
                </b>
                <small>{note}</small>
                <ChevronRight aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      {open?.name === 'hours' && <HoursDialog {...dialog} />}
      {open?.name === 'type' && <TypeDialog {...dialog} />}
      {open?.name === 'pace' && <PaceDialog {...dialog} />}
      {open?.name === 'again' && <AgainDialog {...dialog} />}
      {open?.name === 'route' && <RouteDialog {...dialog} />}
      {open?.name === 'agent' && <AgentDialog {...dialog} />}
      {open?.name === 'doNotCall' && <DoNotCallFilesDialog isPractice={list.practice} onClose={dialog.onClose} />}
    </section>
  )
}

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

/**
 * Shows every column of the file with its target. Gets focus if the element that had it was removed, such as the choice
 * of the agent.
 */
export const ColumnsRow = ({ list, plan, text }: ColumnsRowProps) => {
  const names = namesOf(text?.data?.value ?? null, list.targets)
  const targets: readonly ListTarget[] = [...names.map((name) => ({ to: 'context' as const, name })), ...fixedTargets]
  const options: Option[] = targets.map((target) => ({ value: keyOf(target), text: checkText.target(target) }))
  return (
    <section ref={focusIfLost} tabIndex={-1} className={columnsCss['columns']} aria-label={checkText.columns}>
      {list.headers.map((header, at) => {
        const shown = checkText.column(header, at)
        const target = list.targets[at] ?? { to: 'none' }
        return (
          <div key={`${at} ${header}`} className={target.to === 'none' ? columnsCss['unused'] : undefined}>
            <span title={shown}>{shown}</span>
            <Select
              control={bare}
              label={checkText.columnTarget(shown)}
              value={keyOf(target)}
              options={options}
              placeholder={checkText.target({ to: 'none' })}
              onChoose={(key) => {
                const chosen = targets.find((one) => keyOf(one) === key)
                if (chosen) void plan.save((current) => ({ targets: withTarget(current.targets, at, chosen) }))
              }}
            />
          </div>
        )
      })}
    </section>
  )
}

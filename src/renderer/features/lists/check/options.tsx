import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { List } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { DoNotCallFilesDialog, useDoNotCallNumbers } from '../../../ui/do-not-call-files.tsx'
import type { Plan } from './plan.ts'
import { AgentDialog, AgainDialog, HoursDialog, PaceDialog, RouteDialog, TypeDialog } from './option-dialogs.tsx'
import css from './options.module.css'

const optionsText = messages.lists.options

const optionNames = ['hours', 'doNotCall', 'type', 'pace', 'again', 'route', 'agent'] as const
type OptionName = (typeof optionNames)[number]

/** An option as displayed: its name, its value, and a note on its effect. */
type Shown = { label: string; value: string; note: string }

const shownOf = (list: List, numbers: number, refused: number, version: number | null): Record<OptionName, Shown> => {
  const { options, waiting, route, agent } = list
  const { retry } = options
  return {
    hours: {
      label: optionsText.hours,
      value: optionsText.hoursValue(options),
      note: waiting.rows > 0 ? optionsText.waiting(waiting.rows, waiting.until) : optionsText.hoursNote(options),
    },
    doNotCall: {
      label: optionsText.doNotCall,
      value: messages.doNotCall.files.numbers(numbers),
      note: optionsText.doNotCallNote(refused),
    },
    type: {
      label: optionsText.consent,
      value: optionsText.type(options.type),
      note: optionsText.typeNote(options.type),
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
      value: agent === null ? optionsText.noAgent : `${agent.agentName}${optionsText.version(version)}`,
      note: agent === null ? '' : optionsText.agentNote,
    },
  }
}

type OptionsProps = {
  list: List
  isPractice: boolean
  plan: Plan
  /** How many rows are refused because of the do-not-call list. */
  refused: number
  /** The published version of the agent; null if unknown. */
  version: number | null
}

/** Shows the options of a list. Each one shows its value and opens the dialog that changes it. */
export const Options = ({ list, isPractice, plan, refused, version }: OptionsProps) => {
  const [open, setOpen] = useState<OptionName | null>(null)
  const numbers = useDoNotCallNumbers(isPractice)
  const shown = shownOf(list, numbers, refused, version)
  const dialog = { list, plan, onClose: () => setOpen(null) }
  return (
    <section className={css['card']} aria-label={messages.lists.check.rules}>
      <ul>
        {optionNames.map((name) => {
          const { label, value, note } = shown[name]
          return (
            <li key={name}>
              <button type="button" className={css['option']} onClick={() => setOpen(name)} data-bare>
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
      {open === 'hours' && <HoursDialog {...dialog} />}
      {open === 'type' && <TypeDialog {...dialog} />}
      {open === 'pace' && <PaceDialog {...dialog} />}
      {open === 'again' && <AgainDialog {...dialog} />}
      {open === 'route' && <RouteDialog {...dialog} />}
      {open === 'agent' && <AgentDialog {...dialog} />}
      {open === 'doNotCall' && <DoNotCallFilesDialog isPractice={isPractice} onClose={dialog.onClose} />}
    </section>
  )
}

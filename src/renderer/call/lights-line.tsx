import { Toolbar } from '@base-ui/react/toolbar'
import { useId } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Hidden } from '../design/hidden.tsx'
import { toneIcons } from '../design/tag.tsx'
import { Tooltip } from '../design/tooltip.tsx'
import { useCallActs } from '../shell/call-acts.ts'
import { useNow } from '../shell/use-now.ts'
import type { LightFact } from '../words/english/lights.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { lightsOf, toneOfLight } from './lights.ts'
import css from './lights.module.css'
import type { AgentFields } from './use-agent-fields.ts'
import { useCallerIds } from './use-caller-ids.ts'
import type { ContextForm } from './use-context-form.ts'

const said = words.lights

/** The field that a light is about. */
const fields: Record<Exclude<LightFact['light'], 'key' | 'practice'>, string> = {
  agent: '[data-agent-field] input',
  configuration: '[data-calls-from] :is(button, input)',
  callerId: '[data-calls-from] > :last-child :is(button, input)',
  number: '[data-number-field]',
  quiet: '[data-number-field]',
  recent: '[data-number-field]',
  carried: '[data-clear-carried], [data-context-field], [data-json-editor], [data-json-plain]',
  context: '[data-context-field], [data-context-add], [data-json-editor], [data-json-plain]',
}

const useLights = (call: CallDesk, profile: Profile, agent: AgentFields, context: ContextForm, now: number) => {
  const form = useStore(call.form.store)
  const agents = useStore(call.agents.store)
  const configurations = useStore(call.configurations.store)
  const callerIds = useCallerIds(call)
  const { hour } = useStore(call.hour.store)
  const past = useStore(call.past.store)
  const today = useStore(call.today.calls.store).known?.value ?? []
  const isKnown = agent.known.from === 'agent'
  const missing = context.checks.filter(({ code }) => code === 'missing' || code === 'empty').length
  const asked = [agents, configurations, ...(callerIds ? [callerIds] : [])]
  const rest = { configurations, callerIds, hour, past, missing: isKnown ? missing : null, now }
  return lightsOf({ form, profile, asked, today, agentText: agent.text, ...rest })
}

const Light = ({ fact, now, onPress }: { fact: LightFact; now: number; onPress: () => void }) => {
  const id = useId()
  const tone = toneOfLight(fact)
  const Icon = toneIcons[tone]
  const why = said.why(fact, now)
  return (
    <li>
      <Tooltip text={why}>
        <Toolbar.Button className={`${css['light']} ${css[tone]}`} aria-describedby={id} onClick={onPress}>
          <Icon aria-hidden />
          {said.inShort(fact, now)}
        </Toolbar.Button>
      </Tooltip>
      <Hidden>
        <span id={id}>{why}</span>
      </Hidden>
    </li>
  )
}

const isRefused = (fact: LightFact): boolean => fact.light === 'key' && fact.is === 'refused'

/** Where a refused key is seen among the others, and another takes its place. */
const KeysButton = () => {
  const { goToKeys } = useCallActs()
  return (
    <li>
      <Toolbar.Button render={<Button size="small">{said.goToKeys}</Button>} onClick={goToKeys} />
    </li>
  )
}

type Props = { call: CallDesk; profile: Profile; agent: AgentFields; context: ContextForm }

/** What is known before the call, each in a word with its sign, explained where the focus or the pointer stands, leading to its field. */
export const LightsLine = ({ call, profile, agent, context }: Props) => {
  const now = useNow(10_000)
  const lights = useLights(call, profile, agent, context, now)
  const press = ({ light }: LightFact) => {
    if (light === 'key') void call.agents.ask()
    else if (light !== 'practice') document.querySelector<HTMLElement>(fields[light])?.focus()
  }
  return (
    <Toolbar.Root aria-label={said.label} className={css['bar']}>
      <ul className={css['lights']}>
        {lights.flatMap((fact) => [
          <Light key={fact.light} fact={fact} now={now} onPress={() => press(fact)} />,
          ...(isRefused(fact) ? [<KeysButton key="keys" />] : []),
        ])}
      </ul>
    </Toolbar.Root>
  )
}

import { useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import type { Agent } from '../../contract/agent.ts'
import { Combobox } from '../design/combobox.tsx'
import { Field } from '../design/field.tsx'
import type { Fact } from '../shell/fact.ts'
import { useNewAgent } from '../shell/new-agent/new-agent-context.ts'
import { useParts } from '../shell/parts.ts'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import { mayBecomeAgent, type AgentChoice } from './agent-choice.ts'
import { AgentFacts } from './agent-facts.tsx'
import { StarButton, useStar } from './agent-star.tsx'
import type { CallDesk } from './call-desk.ts'
import css from './fields.module.css'
import type { AgentFields } from './use-agent-fields.ts'
import { keyOfAgent, useAgentGroups } from './use-agent-groups.ts'

const said = words.call.agent

/** A list older than this, in milliseconds, is asked for again when it is opened. */
const staleAfter = 60_000

const errorOf = (choice: AgentChoice, agents: Fact<Agent[]>): string | null => {
  if (choice.kind === 'triggerPath') return words.issue.sentence({ path: [], code: 'triggerPath' })
  if (choice.kind === 'unknownName') return agents.known ? said.unknownName : null
  return choice.kind === 'noUuid' ? words.call.missing([{ what: 'agentNotCallable' }]) : null
}

const warningOf = (choice: AgentChoice, text: AgentFields['text']): string | null => {
  const known = text?.known?.value
  if (choice.kind !== 'agent') return null
  if (choice.archived || (known && known.state !== 'notListed' && known.archived)) return said.archivedWarning
  if (known?.state === 'unpublished') return said.unpublished
  return known?.state === 'notListed' ? said.pasted : null
}

const emptyTextOf = (choice: AgentChoice, agents: Fact<Agent[]>): string => {
  if (choice.kind === 'agent') return said.isUuid
  return agents.known ? said.none : words.common.asking
}

/** How the list stands, where it does not stand as it should. */
const ListState = ({ call }: { call: CallDesk }) => {
  const newAgent = useNewAgent()
  const agents = useStore(call.agents.store)
  const failed = agents.step === 'failed'
  const now = useNow(failed ? 5_000 : null)
  const age = agents.known && words.time.ago(now - agents.known.at)
  if (!agents.known && !failed) return said.asking
  if (agents.known?.value.length === 0 && !failed)
    return (
      <>
        {said.empty}{' '}
        {newAgent && (
          <button type="button" className={css['mode']} onClick={newAgent}>
            {words.newAgent.open}
          </button>
        )}
      </>
    )
  if (!failed) return null
  return (
    <>
      {age === null ? said.listFailed : said.oldList(age)} {words.failure.inWords(agents.failure).why}{' '}
      <button type="button" className={css['mode']} onClick={() => void call.agents.ask()}>
        {words.common.askAgain}
      </button>
    </>
  )
}

type Props = {
  call: CallDesk
  text: AgentFields['text']
  onChosen: () => void
  /** Enter where nothing is left to choose. */
  onEnter: () => void
}

const useAgentActs = ({ call, onChosen, onEnter }: Props) => {
  const { now } = useParts()
  const star = useStar(call)
  const agents = useStore(call.agents.store)
  const { agent } = useStore(call.form.store)
  const chosen = agent.kind === 'agent' ? agent.agentUuid : null
  const refresh = () => {
    if (!agents.known || now() - agents.known.at > staleAfter) void call.agents.ask()
  }
  const choose = (key: string) => {
    const found = agents.known?.value.find((one) => keyOfAgent(one) === key)
    if (!found) return
    call.form.chooseAgent(found)
    onChosen()
  }
  const onKey = (event: KeyboardEvent, highlighted: string | null) => {
    const target = highlighted ?? chosen
    if (event.key === 'd' && event.ctrlKey && !event.altKey) {
      event.preventDefault()
      if (target !== null && !event.repeat) void star.turn(target)
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.repeat && highlighted === null && chosen) onEnter()
  }
  return { star, refresh, choose, onKey }
}

/** The agent: by name from the service's list, or by a pasted Agent UUID, in one field. */
export const AgentField = (props: Props) => {
  const { call, text } = props
  const { agentText, agent } = useStore(call.form.store)
  const agents = useStore(call.agents.store)
  const groups = useAgentGroups(call)
  const list = agents.known?.value ?? []
  const chosen = agent.kind === 'agent' ? agent.agentUuid : null
  const { star, refresh, choose, onKey } = useAgentActs(props)
  const newAgent = useNewAgent()
  const [typing, setTyping] = useState(false)
  // Half a name is no fault while somebody types it; once they go elsewhere, it is.
  const isHalf = typing && agent.kind !== 'noUuid' && mayBecomeAgent(agentText, list)
  return (
    <Field
      label={said.label}
      layout="row"
      error={isHalf ? null : errorOf(agent, agents)}
      warning={warningOf(agent, text)}
      hint={
        <>
          {chosen !== null && <AgentFacts agentUuid={chosen} text={text} />}
          <ListState call={call} />
        </>
      }
    >
      {(control) => (
        <div className={css['agent']} data-agent-field onBlur={() => setTyping(false)}>
          <Combobox
            control={control}
            label={said.label}
            text={agentText}
            groups={groups}
            chosenKey={chosen}
            placeholder={said.placeholder}
            openLabel={said.open}
            emptyText={emptyTextOf(agent, agents)}
            shortcut="Control+D"
            onType={(typed) => (setTyping(true), call.form.typeAgent(typed, list))}
            onOpen={refresh}
            onKey={onKey}
            onChoose={choose}
            foot={newAgent === null ? undefined : { text: words.newAgent.open, onPress: newAgent }}
          />
          {chosen !== null && <StarButton agentUuid={chosen} star={star} />}
        </div>
      )}
    </Field>
  )
}

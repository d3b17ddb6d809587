import { useStore } from 'zustand'
import type { Agent } from '../../contract/agent.ts'
import { Combobox, type Choice } from '../design/combobox.tsx'
import { Field } from '../design/field.tsx'
import { CopyButton } from '../shell/copy-button.tsx'
import type { Fact } from '../shell/fact.ts'
import { words } from '../words/words.ts'
import type { AgentChoice } from './agent-choice.ts'
import type { CallDesk } from './call-desk.ts'
import css from './fields.module.css'
import { shortUuid } from './short-uuid.ts'

const said = words.call.agent
const keyOf = (agent: Agent): string => agent.agentUuid ?? `workflow ${agent.workflowId}`

const noteOf = (agent: Agent): string | undefined => {
  if (agent.agentUuid === null) return said.noUuid
  return agent.status === 'archived' ? said.archived : shortUuid(agent.agentUuid)
}

const choicesOf = (agents: readonly Agent[]): Choice[] =>
  agents
    .toSorted((a, b) => Number(a.status === 'archived') - Number(b.status === 'archived'))
    .map((agent) => ({ key: keyOf(agent), text: agent.name, note: noteOf(agent), off: agent.agentUuid === null }))

const errorOf = (choice: AgentChoice, agents: Fact<Agent[]>): string | null => {
  if (choice.kind === 'triggerPath') return words.issue.sentence({ path: [], code: 'triggerPath' })
  if (choice.kind === 'unknownName') return agents.known ? said.unknownName : null
  return choice.kind === 'noUuid' ? words.call.missing([{ what: 'agentNotCallable' }]) : null
}

const hintOf = (choice: AgentChoice, agents: Fact<Agent[]>): string | null => {
  if (choice.kind === 'agent' && choice.name === null) return said.pasted
  if (agents.step === 'failed') return said.listFailed
  return agents.known?.value.length === 0 ? said.empty : null
}

const Uuid = ({ uuid }: { uuid: string }) => (
  <span className={css['uuid']}>
    <span>{said.uuid}</span>
    <code title={uuid}>{shortUuid(uuid)}</code>
    <CopyButton text={uuid} name={said.uuid} />
  </span>
)

/** The agent: by name from the service's list, or by a pasted Agent UUID, in one field. */
export const AgentField = ({ call }: { call: CallDesk }) => {
  const { agentText, agent } = useStore(call.form.store)
  const agents = useStore(call.agents.store)
  const list = agents.known?.value ?? []
  return (
    <Field
      label={said.label}
      layout="row"
      error={errorOf(agent, agents)}
      warning={agent.kind === 'agent' && agent.archived ? said.archivedWarning : null}
      hint={
        <>
          {agent.kind === 'agent' && <Uuid uuid={agent.agentUuid} />}
          {hintOf(agent, agents)}
        </>
      }
    >
      {(control) => (
        <Combobox
          control={control}
          label={said.label}
          text={agentText}
          choices={choicesOf(list)}
          chosenKey={agent.kind === 'agent' ? agent.agentUuid : null}
          placeholder={said.placeholder}
          openLabel={said.open}
          emptyText={agents.known ? said.none : words.common.asking}
          onType={(text) => call.form.typeAgent(text, list)}
          onChoose={(key) => {
            const chosen = list.find((one) => keyOf(one) === key)
            if (chosen) call.form.chooseAgent(chosen)
          }}
        />
      )}
    </Field>
  )
}

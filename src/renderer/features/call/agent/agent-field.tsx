import { Star } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Agent, AgentText, PublishedText, RecentField } from '../../../../contract/agent.ts'
import { messages } from '../../../../messages/index.ts'
import { useNewAgent } from '../../../lib/workspace-context.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { createQuery, type Query, type QueryState } from '../../../lib/query.ts'
import { Button, CopyButton } from '../../../ui/button.tsx'
import { type ChoiceGroup, Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { CallScreenModel } from '../form/call-screen-model.ts'
import fieldCss from '../form/fields.module.css'
import { type AgentChoice, mayBecomeAgent } from './agent-choice.ts'
import { ariaKeysOf, isCommand } from '../../../lib/commands.ts'
import type { KnownFields } from '../context/context-rows.ts'

const agentMessages = messages.call.agent

type AgentFieldProps = {
  call: CallScreenModel
  text: AgentFields['text']
  onChosen: () => void
}

/** Renders the agent field, which accepts a name from the service's list or a pasted Agent UUID. */
export const AgentField = ({ call, text, onChosen }: AgentFieldProps) => {
  const { agent: element } = call.elements
  const { now } = usePage()
  const { agentText, agent } = useStore(call.form.store)
  const agents = useStore(call.agents.store)
  const groups = useAgentGroups(call)
  const star = useStar(call)
  const newAgent = useNewAgent()
  const [isTyping, setIsTyping] = useState(false)
  const list = agents.data?.value ?? []
  const chosen = agent.kind === 'agent' ? agent.agentUuid : null
  // An incomplete name is an error only once the field has lost focus.
  const isIncomplete = isTyping && agent.kind !== 'noUuid' && mayBecomeAgent(agentText, list)
  const choose = (key: string) => {
    const found = list.find((one) => keyOfAgent(one) === key)
    if (!found) return
    call.form.chooseAgent(found)
    onChosen()
  }
  const onKey = (event: KeyboardEvent, highlighted: string | null) => {
    const target = highlighted ?? chosen
    if (isCommand(event, 'starAgent')) {
      event.preventDefault()
      if (target !== null && !event.repeat) void star.toggle(target)
    }
    if (event.key !== 'Enter' || event.ctrlKey || highlighted !== null) return
    // Enter confirms the agent and moves focus on. The same key press must not activate the button that receives focus.
    event.preventDefault()
    if (!event.repeat && chosen) onChosen()
  }
  return (
    <Field
      label={agentMessages.label}
      layout="row"
      error={isIncomplete ? null : agentError(agent, agents)}
      warning={agentWarning(agent, text)}
      hint={
        <>
          {chosen !== null && <AgentDetails agentUuid={chosen} text={text} />}
          <ListState call={call} />
        </>
      }
    >
      {(control) => (
        <div ref={element} className={fieldCss['agent']} data-agent-field onBlur={() => setIsTyping(false)}>
          <Combobox
            control={control}
            label={agentMessages.label}
            text={agentText}
            groups={groups}
            chosenKey={chosen}
            placeholder={agentMessages.placeholder}
            openLabel={agentMessages.open}
            emptyText={emptyTextOf(agent, agents)}
            shortcut={ariaKeysOf('starAgent')}
            onType={(typed) => {
              setIsTyping(true)
              call.form.typeAgent(typed, list)
            }}
            onOpen={() => {
              if (!agents.data || now() - agents.data.at > maxListAge) void call.agents.load()
            }}
            onKey={onKey}
            onChoose={choose}
            foot={newAgent === null ? undefined : { text: messages.newAgent.open, onPress: newAgent }}
          />
          {chosen !== null && (
            // This is not in the tab order, so that Tab reaches the number sooner. Ctrl+D in the field has the same
            // effect.
            <Button
              variant="quiet"
              size="icon"
              tabIndex={-1}
              aria-pressed={star.isStarred(chosen)}
              aria-label={agentMessages.star}
              title={agentMessages.starHint}
              onClick={() => void star.toggle(chosen)}
            >
              <Star aria-hidden className={star.isStarred(chosen) ? fieldCss['starred'] : undefined} />
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** The list is reloaded when it is opened if it is older than this, in milliseconds. */
const maxListAge = 60_000

const agentError = (choice: AgentChoice, agents: QueryState<Agent[]>): string | null => {
  if (choice.kind === 'triggerPath') return messages.issue.text({ path: [], code: 'triggerPath' })
  if (choice.kind === 'unknownName') return agents.data ? agentMessages.unknownName : null
  return choice.kind === 'noUuid' ? messages.call.missing([{ what: 'agentNotCallable' }]) : null
}

const agentWarning = (choice: AgentChoice, text: AgentFields['text']): string | null => {
  const known = text?.data?.value
  if (choice.kind !== 'agent') return null
  if (choice.archived || (known && known.state !== 'notListed' && known.archived)) return agentMessages.archivedWarning
  if (known?.state === 'unpublished') return agentMessages.unpublished
  return known?.state === 'notListed' ? agentMessages.notListed : null
}

const emptyTextOf = (choice: AgentChoice, agents: QueryState<Agent[]>): string => {
  if (choice.kind === 'agent') return agentMessages.uuidRecognized
  return agents.data ? agentMessages.none : messages.common.contacting
}

/** Shows the Agent UUID with a copy button, and the published version that calls run. */
const AgentDetails = ({ agentUuid, text }: { agentUuid: string; text: AgentFields['text'] }) => {
  const known = text?.data?.value
  return (
    <span className={fieldCss['details']}>
      <span className={fieldCss['uuid']}>
        <span>{agentMessages.uuid}</span>
        <code title={agentUuid}>{shortUuid(agentUuid)}</code>
        <CopyButton text={agentUuid} name={agentMessages.uuid} />
      </span>
      {known?.state === 'published' && <PublishedVersion text={known} />}
    </span>
  )
}

/** Returns the first eight and the last four characters. */
const shortUuid = (uuid: string): string => `${uuid.slice(0, 8)}…${uuid.slice(-4)}`

const PublishedVersion = ({ text: { publishedAt, versionNumber, draftNumber } }: { text: PublishedText }) => {
  const now = useNow(null)
  const date = publishedAt === null ? null : messages.time.short(publishedAt, now)
  return (
    <span title={publishedAt === null ? undefined : messages.time.full(publishedAt)}>
      {agentMessages.published(date, versionNumber, draftNumber !== null)}
    </span>
  )
}

/** Shows why the list is empty, loading or outdated. Renders nothing while it is current. */
const ListState = ({ call }: { call: CallScreenModel }) => {
  const newAgent = useNewAgent()
  const agents = useStore(call.agents.store)
  const isFailed = agents.step === 'failed'
  const now = useNow(isFailed ? 5_000 : null)
  const age = agents.data && messages.time.ago(now - agents.data.at)
  if (!agents.data && !isFailed) return agentMessages.loading
  if (agents.data?.value.length === 0 && !isFailed)
    return (
      <>
        {agentMessages.empty}{' '}
        {newAgent && (
          <button type="button" className={fieldCss['mode']} onClick={newAgent}>
            {messages.newAgent.open}
          </button>
        )}
      </>
    )
  if (!isFailed) return null
  return (
    <>
      {age === null ? agentMessages.listFailed : agentMessages.outdated(age)}{' '}
      {messages.failure.describe(agents.failure).why}{' '}
      <button type="button" className={fieldCss['mode']} onClick={() => void call.agents.load()}>
        {messages.common.retry}
      </button>
    </>
  )
}

const useStar = ({ agents, agentQueries }: CallScreenModel) => {
  const { announce } = usePage()
  const starred = useStore(agentQueries.starred.store).data?.value ?? []
  const nameOf = (uuid: string) =>
    agents.store.getState().data?.value.find(({ agentUuid }) => agentUuid === uuid)?.name ?? uuid
  return {
    isStarred: (agentUuid: string) => starred.includes(agentUuid),
    toggle: async (agentUuid: string) => {
      const isStarred = !starred.includes(agentUuid)
      const isSaved = await agentQueries.star(agentUuid, isStarred)
      announce(isSaved ? agentMessages.starChanged(nameOf(agentUuid), isStarred) : agentMessages.starFailed)
    },
  }
}

const none: readonly never[] = []

/** Returns the agents in groups, or in a single untitled group if none is starred or was used recently. */
const useAgentGroups = (call: CallScreenModel): ChoiceGroup[] => {
  const agents = useStore(call.agents.store).data?.value ?? none
  const starred = useStore(call.agentQueries.starred.store).data?.value ?? none
  const earlier = useStore(call.agentQueries.used.store).data?.value ?? none
  const today = useStore(call.today.calls.store).data?.value ?? none
  return useMemo(() => {
    const used = [...new Set([...today.map(({ agentUuid }) => agentUuid), ...earlier])]
    const order = orderAgents(agents, starred, used)
    const isPlain = order.starred.length === 0 && order.used.length === 0
    return [
      ...groupOf(agentMessages.starred, order.starred, true),
      ...groupOf(agentMessages.recent, order.used, false),
      ...groupOf(isPlain ? null : agentMessages.allAgents, order.others, false),
    ]
  }, [agents, starred, earlier, today])
}

const keyOfAgent = (agent: Agent): string => agent.agentUuid ?? `workflow ${agent.workflowId}`

const groupOf = (title: string | null, agents: readonly Agent[], starred: boolean): ChoiceGroup[] => {
  if (agents.length === 0) return []
  const items = agents.map((agent) => ({
    key: keyOfAgent(agent),
    text: agent.name,
    note: agentNote(agent),
    off: agent.agentUuid === null,
    starred,
  }))
  return [{ title, items }]
}

const agentNote = ({ agentUuid, status }: Agent): string | undefined => {
  if (agentUuid === null) return agentMessages.noUuid
  return status === 'archived' ? agentMessages.archived : shortUuid(agentUuid)
}

/** Maximum number of recently used agents. */
const maxUsed = 5

type AgentOrder = { starred: Agent[]; used: Agent[]; others: Agent[] }

/**
 * Returns the starred agents in the order in which they were starred, then the recently used ones; archived agents come
 * last.
 */
export const orderAgents = (
  agents: readonly Agent[],
  starredUuids: readonly string[],
  usedUuids: readonly string[],
): AgentOrder => {
  const starred = byUuid(agents, starredUuids)
  const used = byUuid(agents, usedUuids)
    .filter((agent) => !starred.includes(agent) && agent.status !== 'archived')
    .slice(0, maxUsed)
  const others = agents.filter((agent) => !starred.includes(agent) && !used.includes(agent))
  return { starred: archivedLast(starred), used, others: archivedLast(others) }
}

const byUuid = (agents: readonly Agent[], uuids: readonly string[]): Agent[] =>
  uuids.flatMap((uuid) => agents.find(({ agentUuid }) => agentUuid === uuid) ?? [])

const archivedLast = (agents: readonly Agent[]): Agent[] =>
  agents.toSorted((one, other) => Number(one.status === 'archived') - Number(other.status === 'archived'))

export type AgentFields = {
  /** The prompts and messages of the chosen agent; null while no agent is chosen. */
  text: QueryState<AgentText> | null
  known: KnownFields
  reload: () => void
}

/**
 * An agent's prompts and messages are reloaded before use if they are older than this, in milliseconds, because an
 * agent can be published at any time.
 */
const maxTextAge = 60_000

const idleQuery: Query<never> = createQuery<never>(
  () => new Promise(() => undefined),
  () => 0,
)

/** Loads the fields of the chosen agent, or the fields of earlier calls if the service cannot provide them. */
export const useAgentFields = ({ form, agentQueries }: CallScreenModel): AgentFields => {
  const { now } = usePage()
  const agentUuid = useStore(form.store, ({ agent }) => (agent.kind === 'agent' ? agent.agentUuid : null))
  const textQuery = agentUuid === null ? null : agentQueries.textOf(agentUuid)
  const earlierQuery = agentUuid === null ? null : agentQueries.earlierFieldsOf(agentUuid)
  const text: QueryState<AgentText> = useStore((textQuery ?? idleQuery).store)
  const earlier: QueryState<RecentField[]> = useStore((earlierQuery ?? idleQuery).store)
  useEffect(() => {
    const loaded = textQuery?.store.getState().data
    if (textQuery && (!loaded || now() - loaded.at > maxTextAge)) void textQuery.load()
  }, [textQuery, now])
  const isUnpublished = text.step === 'failed' || (text.data !== null && text.data.value.state !== 'published')
  useEffect(() => {
    if (isUnpublished) void earlierQuery?.load()
  }, [isUnpublished, earlierQuery])
  const known = useMemo(
    () => knownFields(textQuery && text, earlierQuery && earlier),
    [textQuery, text, earlierQuery, earlier],
  )
  return { text: textQuery && text, known, reload: () => void textQuery?.load() }
}

/** Returns the form's fields. Both arguments are null while no agent is chosen. */
export const knownFields = (
  text: QueryState<AgentText> | null,
  earlier: QueryState<RecentField[]> | null,
): KnownFields => {
  if (text === null) return { from: 'noAgent', fields: [], isComplete: false }
  if (text.data?.value.state === 'published')
    return { from: 'agent', fields: text.data.value.variables, isComplete: true }
  if (text.data === null && text.step !== 'failed') return { from: 'loading', fields: [], isComplete: false }
  const fields = earlier?.data?.value ?? []
  return {
    from: 'calls',
    fields: fields.map(({ name, path }) => ({ name, path, required: false, fallback: null, sample: null })),
    isComplete: false,
  }
}

import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentText, RecentField } from '../../../../contract/agent.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery, type Query, type QueryState } from '../../../lib/query.ts'
import type { KnownFields } from '../context/context-rows.ts'
import type { CallScreenModel } from '../form/call-screen-model.ts'

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

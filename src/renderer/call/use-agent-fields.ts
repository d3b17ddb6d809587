import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentText, RememberedField } from '../../contract/agent-text.ts'
import { createFact, type Fact, type FactStore } from '../shell/fact.ts'
import { useParts } from '../shell/parts.ts'
import type { CallDesk } from './call-desk.ts'
import { knownFields, type KnownFields } from './context-fields.ts'

/** An agent may be published anew at any time; a text older than this, in milliseconds, is asked for again when it is used. */
const staleAfter = 60_000

const nothing: FactStore<never> = createFact<never>(
  () => new Promise(() => undefined),
  () => 0,
)

export type AgentFields = {
  /** What the service told of the chosen agent; null while there is none. */
  text: Fact<AgentText> | null
  known: KnownFields
  ask: () => void
}

/** What the chosen agent asks for, asked of the service when the agent is chosen, and of the history where it cannot tell. */
export const useAgentFields = (call: CallDesk): AgentFields => {
  const { now } = useParts()
  const agentUuid = useStore(call.form.store, ({ agent }) => (agent.kind === 'agent' ? agent.agentUuid : null))
  const textFact = agentUuid === null ? null : call.agent.textOf(agentUuid)
  const recalledFact = agentUuid === null ? null : call.agent.recalledOf(agentUuid)
  const text: Fact<AgentText> = useStore((textFact ?? nothing).store)
  const recalled: Fact<RememberedField[]> = useStore((recalledFact ?? nothing).store)
  useEffect(() => {
    const known = textFact?.store.getState().known
    if (textFact && (!known || now() - known.at > staleAfter)) void textFact.ask()
  }, [textFact, now])
  const tellsNothing = text.step === 'failed' || (text.known !== null && text.known.value.state !== 'published')
  useEffect(() => {
    if (tellsNothing) void recalledFact?.ask()
  }, [tellsNothing, recalledFact])
  const known = useMemo(
    () => knownFields(textFact && text, recalledFact && recalled),
    [textFact, text, recalledFact, recalled],
  )
  return { text: textFact && text, known, ask: () => void textFact?.ask() }
}

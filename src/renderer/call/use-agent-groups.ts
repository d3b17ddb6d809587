import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Agent } from '../../contract/agent.ts'
import type { ChoiceGroup } from '../design/combobox.tsx'
import { words } from '../words/words.ts'
import { orderAgents } from './agent-order.ts'
import type { CallDesk } from './call-desk.ts'
import { shortUuid } from './short-uuid.ts'

const said = words.call.agent
const none: readonly never[] = []

/** One agent as the key of a choice. */
export const keyOfAgent = (agent: Agent): string => agent.agentUuid ?? `workflow ${agent.workflowId}`

const noteOf = (agent: Agent): string | undefined => {
  if (agent.agentUuid === null) return said.noUuid
  return agent.status === 'archived' ? said.archived : shortUuid(agent.agentUuid)
}

const groupOf = (title: string | null, agents: readonly Agent[], starred: boolean): ChoiceGroup[] =>
  agents.length === 0
    ? []
    : [
        {
          title,
          items: agents.map((agent) => ({
            key: keyOfAgent(agent),
            text: agent.name,
            note: noteOf(agent),
            off: agent.agentUuid === null,
            starred,
          })),
        },
      ]

/** The agents of the list in groups; while nothing is starred or used there is one group without a title. */
export const useAgentGroups = (call: CallDesk): ChoiceGroup[] => {
  const agents = useStore(call.agents.store).known?.value ?? none
  const starred = useStore(call.agent.starred.store).known?.value ?? none
  const earlier = useStore(call.agent.used.store).known?.value ?? none
  const today = useStore(call.today.calls.store).known?.value ?? none
  return useMemo(() => {
    const used = [...new Set([...today.map(({ agentUuid }) => agentUuid), ...earlier])]
    const order = orderAgents(agents, starred, used)
    const isPlain = order.starred.length === 0 && order.used.length === 0
    return [
      ...groupOf(said.starred, order.starred, true),
      ...groupOf(said.used, order.used, false),
      ...groupOf(isPlain ? null : said.others, order.others, false),
    ]
  }, [agents, starred, earlier, today])
}

import type { AgentVariable } from '../../contract/agent-text.ts'
import type { Desk } from '../../contract/desk.ts'
import { longestPaste, type Pasted } from '../../contract/pasted.ts'
import { valueOf } from '../shell/fact.ts'
import { settle } from '../shell/settle.ts'
import type { AgentDesk } from './agent-desk.ts'

/** What was pasted, and what the agent it was read for asks for; null where nobody knows that. */
export type ReadPaste = { pasted: Pasted; variables: readonly AgentVariable[] | null }

export type PastedReaderParts = {
  desk: Pick<Desk, 'readPasted'>
  agent: Pick<AgentDesk, 'textOf'>
  /** The number that the call would come from: its country is the first guess. */
  callerIdText: () => string | null
}

/** How long a paste waits for what an agent asks for, in milliseconds; without it the columns keep their own headers. */
const patience = 2_000

/** Reads pastes for an agent, whose names the columns of a row go to. */
export const createPastedReader = ({ desk, agent, callerIdText }: PastedReaderParts) => {
  /** What an agent asks for, as far as the service tells it within the patience. */
  const variablesOf = async (agentUuid: string | null): Promise<readonly AgentVariable[] | null> => {
    if (agentUuid === null) return null
    const fact = agent.textOf(agentUuid)
    if (!fact.store.getState().known)
      await Promise.race([fact.ask(), new Promise((resolve) => setTimeout(resolve, patience))])
    const text = valueOf(fact.store.getState())
    return text?.state === 'published' ? text.variables : null
  }

  const readFor = async (text: string, agentUuid: string | null): Promise<ReadPaste | null> => {
    const variables = await variablesOf(agentUuid)
    const names = variables && [...new Set(variables.map(({ name }) => name))]
    const read = { text: text.slice(0, longestPaste), names, agentUuid, callerId: callerIdText() }
    const answer = await settle(desk.readPasted(read))
    return answer.ok ? { pasted: answer.value, variables } : null
  }

  return {
    variablesOf,
    readFor,
    /** The same, for the agent that a row itself names where it names one: another agent asks for other things. */
    read: async (text: string, agentUuid: string | null): Promise<ReadPaste | null> => {
      const first = await readFor(text, agentUuid)
      const named = first?.pasted.kind === 'row' ? first.pasted.agentUuid : null
      return named === null || named === agentUuid ? first : readFor(text, named)
    },
  }
}

import type { ReactNode } from 'react'
import { NewAgentContext } from './shell/new-agent/new-agent-context.ts'
import { NewAgentDialog } from './shell/new-agent/new-agent-dialog.tsx'
import type { useNewAgentOf } from './use-new-agent.ts'

type Props = { newAgent: ReturnType<typeof useNewAgentOf>; children: ReactNode }

/** Lets what stands inside begin a new agent from a file, and shows how far it has come. */
export const NewAgentPlace = ({ newAgent: { store, begin, call }, children }: Props) => (
  <>
    <NewAgentContext value={begin}>{children}</NewAgentContext>
    <NewAgentDialog newAgent={store} onCall={call} />
  </>
)

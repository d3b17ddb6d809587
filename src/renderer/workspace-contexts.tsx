import type { ReactNode } from 'react'
import { type CallActs, CallActsContext } from './shell/call-acts.ts'
import { type Errands, ErrandsContext } from './shell/errands.ts'
import { LiveRunsContext } from './shell/live/live-runs-store.ts'
import { LookUpsContext } from './shell/look-up/look-ups-store.ts'
import type { WorkspaceStores } from './use-workspace.ts'

type Props = { stores: WorkspaceStores; acts: CallActs; errands: Errands; children: ReactNode }

/** What every component of the workspace may ask for. */
export const WorkspaceContexts = ({ stores, acts, errands, children }: Props) => (
  <LookUpsContext value={stores.lookUps}>
    <LiveRunsContext value={stores.liveRuns}>
      <CallActsContext value={acts}>
        <ErrandsContext value={errands}>{children}</ErrandsContext>
      </CallActsContext>
    </LiveRunsContext>
  </LookUpsContext>
)

import { createContext, useContext } from 'react'

/** What any screen can do about a recorded call: open it in the history, or begin a new one like it. */
export type CallActs = {
  readonly show: (callId: string) => void
  /** Fills the form of the call's profile with what was sent then; sends nothing. */
  readonly callAgain: (callId: string) => void
  /** The same without a word about the earlier call, with the number ready to be typed over. */
  readonly repeat: (callId: string) => void
  /** Asks the service of a profile about a run, on Support. */
  readonly askRun: (profileId: string, workflowRunId: number) => void
  /** Opens Keys, where a key that was refused is seen among the others. */
  readonly goToKeys: () => void
  /** Whether the profile of a call is still there. */
  readonly hasProfile: (profileId: string) => boolean
}

export const CallActsContext = createContext<CallActs | null>(null)

/** The acts of the workspace; an error when a component stands outside of it. */
export const useCallActs = (): CallActs => {
  const acts = useContext(CallActsContext)
  if (!acts) throw new Error('A component was rendered outside the workspace.')
  return acts
}

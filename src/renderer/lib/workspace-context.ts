import { createContext, useContext, useEffect } from 'react'
import type { Call } from '../../contract/call.ts'
import { wasNotPlaced } from '../../domain/call-state.ts'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** A number whose page can be opened. */
export type ShownNumber = Pick<Call, 'phoneNumber' | 'phoneNumberDisplay' | 'practice'>

/** The actions for a recorded call that are available on every screen. */
export type CallActions = {
  readonly show: (callId: string) => void
  /** Opens a call in Runs and plays its recording or shows its transcript. */
  readonly showResult: (callId: string, command: 'showTranscript' | 'playRecording') => void
  /** Opens Runs with a search. */
  readonly searchRuns: (text: string) => void
  /** Opens a number's page. */
  readonly showPerson: (number: ShownNumber) => void
  /** Fills in the form from an earlier call to call the same number again. Sends nothing. */
  readonly fillAgain: (callId: string) => void
  /** Fills in the form from a call that was not placed, to try again. Sends nothing. */
  readonly callAgain: (callId: string) => void
  /** Fills in the form for a similar call to another number, and selects the number. Sends nothing. */
  readonly repeat: (callId: string) => void
  /** Looks up a run on the Support screen. */
  readonly askRun: (profileId: string, workflowRunId: number) => void
  /** Opens the Keys screen, which shows that the key was rejected. */
  readonly goToKeys: () => void
  /** Returns whether a call's profile still exists. */
  readonly hasProfile: (profileId: string) => boolean
}

export const CallActionsContext = createContext<CallActions | null>(null)

/** Returns the actions. Throws outside the workspace. */
export const useCallActions = (): CallActions => {
  const actions = useContext(CallActionsContext)
  if (!actions) throw new Error('A component was rendered outside the workspace.')
  return actions
}

/** Returns whether the number is still known. Erased numbers are empty; expired ones are shortened to `…123`. */
export const mayRepeat = ({ phoneNumber }: Pick<Call, 'phoneNumber'>): boolean =>
  phoneNumber !== '' && !phoneNumber.startsWith('…')

/** Returns whether to offer to call again: the call was not placed, and its number is still known. */
export const mayCallAgain = (call: Call): boolean => mayRepeat(call) && wasNotPlaced(call.outcome)

/** Creates an agent from a file; null outside the workspace. */
export const NewAgentContext = createContext<(() => void) | null>(null)

export const useNewAgent = (): (() => void) | null => useContext(NewAgentContext)

/** A command that a screen runs once it is shown. */
export type PendingCommand =
  | { readonly command: 'newKey' | 'rotateKey' | 'export' }
  | {
      readonly command: 'checkNow' | 'resolveManually' | 'showTranscript' | 'playRecording'
      readonly callId: string
    }

/** The command that has not been run yet. Opening another screen cancels it. */
export type PendingCommands = StoreApi<{ readonly wanted: PendingCommand | null }>

export const createPendingCommands = (): PendingCommands =>
  createStore<{ wanted: PendingCommand | null }>(() => ({ wanted: null }))

const isSame = (wanted: PendingCommand | null, command: PendingCommand['command'], callId: string | null): boolean =>
  wanted?.command === command && (!('callId' in wanted) || wanted.callId === callId)

export const PendingCommandsContext = createContext<PendingCommands | null>(null)

/** Runs the command once, as soon as `run` is not null. */
export const usePendingCommand = (
  command: PendingCommand['command'],
  run: (() => void) | null,
  callId: string | null = null,
): void => {
  const pendingCommands = useContext(PendingCommandsContext)
  if (!pendingCommands) throw new Error('A component was rendered outside the workspace.')
  const isWanted = useStore(pendingCommands, ({ wanted }) => isSame(wanted, command, callId))
  useEffect(() => {
    // Check this again, because React may run an effect twice.
    if (run === null || !isWanted || !isSame(pendingCommands.getState().wanted, command, callId)) return
    pendingCommands.setState({ wanted: null })
    run()
  }, [pendingCommands, isWanted, run, command, callId])
}

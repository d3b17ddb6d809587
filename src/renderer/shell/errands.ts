import { createContext, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What a person asked for on another screen, and the one they are sent to does as it is shown. */
export type Errand =
  | { readonly act: 'newKey' | 'rotateKey' | 'export' }
  | { readonly act: 'lookNow' | 'closeByHand'; readonly callId: string }

/** The errand that nobody has done yet; going anywhere else gives it up. */
export type Errands = StoreApi<{ readonly wanted: Errand | null }>

export const createErrands = (): Errands => createStore<{ wanted: Errand | null }>(() => ({ wanted: null }))

const isSame = (wanted: Errand | null, act: Errand['act'], callId: string | null): boolean =>
  wanted?.act === act && (!('callId' in wanted) || wanted.callId === callId)

export const ErrandsContext = createContext<Errands | null>(null)

/** Does an errand once, as soon as the component is there and can: `run` is null until then. */
export const useErrand = (act: Errand['act'], run: (() => void) | null, callId: string | null = null): void => {
  const errands = useContext(ErrandsContext)
  if (!errands) throw new Error('A component was rendered outside the workspace.')
  const isWanted = useStore(errands, ({ wanted }) => isSame(wanted, act, callId))
  useEffect(() => {
    // Asked again: an effect may run twice, and an errand is done once.
    if (run === null || !isWanted || !isSame(errands.getState().wanted, act, callId)) return
    errands.setState({ wanted: null })
    run()
  }, [errands, isWanted, run, act, callId])
}

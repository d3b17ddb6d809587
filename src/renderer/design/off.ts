import { createContext, useContext } from 'react'

/** Whether everything below is switched off, for controls that a disabled fieldset does not reach by itself. */
export const OffContext = createContext(false)
export const useOff = (): boolean => useContext(OffContext)

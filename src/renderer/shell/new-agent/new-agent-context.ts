import { createContext, useContext } from 'react'

/** Begins a new agent from a file; null where there is no workspace around. */
export const NewAgentContext = createContext<(() => void) | null>(null)

export const useNewAgent = (): (() => void) | null => useContext(NewAgentContext)

import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Desk } from '../../../contract/desk.ts'
import type { LookUp } from '../../../contract/look-up.ts'
import { createFact, type FactStore } from '../fact.ts'

export type LookUpsStore = { readonly list: FactStore<LookUp[]>; readonly close: () => void }

/** What is being done about calls whose outcome is not known, read again whenever main announces a change. */
export const createLookUpsStore = (desk: Desk, now: () => number): LookUpsStore => {
  const list = createFact(() => desk.listLookUps({}), now)
  const close = desk.onLookUpsChanged(() => void list.askAfresh())
  void list.ask()
  return { list, close }
}

export const LookUpsContext = createContext<LookUpsStore | null>(null)

/** What is being done about one call; null when nothing is. */
export const useLookUp = (callId: string): LookUp | null => {
  const store = useContext(LookUpsContext)
  if (!store) throw new Error('A component was rendered outside the workspace.')
  const { known } = useStore(store.list.store)
  return known?.value.find((one) => one.callId === callId) ?? null
}

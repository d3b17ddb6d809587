import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CallerId } from '../../contract/telephony.ts'
import { createFact, type Fact } from '../shell/fact.ts'
import type { CallDesk } from './call-desk.ts'
import { configurationInUse } from './calls-from.ts'

const nothing = createFact<CallerId[]>(
  () => Promise.resolve({ ok: true, value: [] }),
  () => 0,
)

/** The caller IDs of the configuration in use, asked for when it is first used; null while no configuration is in use. */
export const useCallerIds = (call: CallDesk): Fact<CallerId[]> | null => {
  const from = useStore(call.form.store, (form) => form.from)
  const configurations = useStore(call.configurations.store)
  const id = configurationInUse(from, configurations.known?.value ?? [])?.id ?? null
  const fact = useMemo(() => (id === null ? null : call.callerIdsOf(id)), [call, id])
  useEffect(() => {
    if (fact?.store.getState().step === 'unasked') void fact.ask()
  }, [fact])
  const state = useStore((fact ?? nothing).store)
  return fact ? state : null
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../../contract/desk.ts'
import type { DoctorReport, DoctorSubject } from '../../../contract/doctor.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../settle.ts'

/** Whom the doctor is to look at, as it is chosen: a profile by its id, this computer, or an address that is typed. */
export type Chosen = 'here' | 'elsewhere' | (string & {})

export type DoctorState = {
  chosen: Chosen
  address: string
  report: DoctorReport | null
  /** Why the doctor could not even begin. */
  failure: Failure | null
  starting: boolean
}

export type DoctorStore = {
  readonly store: StoreApi<DoctorState>
  readonly choose: (chosen: Chosen) => void
  readonly type: (address: string) => void
  readonly start: () => Promise<void>
  readonly stop: () => void
  readonly close: () => void
}

const subjectOf = ({ chosen, address }: DoctorState): DoctorSubject => {
  if (chosen === 'here') return { kind: 'here' }
  return chosen === 'elsewhere' ? { kind: 'origin', origin: address } : { kind: 'profile', profileId: chosen }
}

/** Makes the doctor of the page, looking at first at `chosen`: it asks main to look, and reads again whenever main has come further. */
export const createDoctorStore = (desk: Desk, chosen: Chosen, address = ''): DoctorStore => {
  const store = createStore<DoctorState>(() => ({
    chosen,
    address,
    report: null,
    failure: null,
    starting: false,
  }))

  const read = async (): Promise<void> => {
    const told = await settle(desk.readDoctor({}))
    if (told.ok) store.setState({ report: told.value })
  }
  const close = desk.onDoctorChanged(() => void read())
  // Another visit to this screen may have begun a look that goes on.
  void read()

  return {
    store,
    close,
    choose: (next) => store.setState({ chosen: next, failure: null }),
    type: (text) => store.setState({ address: text, failure: null }),
    stop: () => void settle(desk.cancelDoctor({})),
    async start() {
      if (store.getState().starting) return
      store.setState({ starting: true, failure: null })
      const begun = await settle(desk.startDoctor({ subject: subjectOf(store.getState()) }))
      store.setState({ starting: false, failure: begun.ok ? null : begun.failure })
      if (begun.ok) await read()
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../../contract/desk.ts'
import { type EvidenceVerdict, sealSchema } from '../../../contract/evidence.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../../shell/settle.ts'

export type VerifyState = {
  /** The seal that a person noted when the file was made; empty where they have none. */
  noted: string
  /** True once a file was to be verified with something noted that is no seal. */
  bad: boolean
  isChecking: boolean
  /** The file that was verified last, and what was found. */
  checked: { file: string; verdict: EvidenceVerdict } | null
  failure: Failure | null
}

export type VerifyStore = {
  readonly store: StoreApi<VerifyState>
  readonly note: (text: string) => void
  readonly verify: () => Promise<void>
}

/** Makes what verifies a file of evidence: main lets a person choose it, reads it, and tells only the verdict. */
export const createVerifyStore = (desk: Pick<Desk, 'checkEvidence'>): VerifyStore => {
  const store = createStore<VerifyState>(() => ({
    noted: '',
    bad: false,
    isChecking: false,
    checked: null,
    failure: null,
  }))
  return {
    store,
    // What was found holds for the seal it was found with.
    note: (noted) => store.setState({ noted, bad: false, checked: null }),
    async verify() {
      const { noted, isChecking } = store.getState()
      if (isChecking) return
      const seal = noted.trim() === '' ? null : noted.trim()
      if (seal !== null && !sealSchema.safeParse(seal).success) return store.setState({ bad: true })
      store.setState({ isChecking: true, failure: null })
      const told = await settle(desk.checkEvidence({ seal }))
      if (!told.ok) return store.setState({ isChecking: false, checked: null, failure: told.failure })
      const { file, verdict } = told.value
      // No file: the person chose none, and what was found before stays.
      if (file === null || verdict === null) return store.setState({ isChecking: false })
      store.setState({ isChecking: false, checked: { file, verdict } })
    },
  }
}

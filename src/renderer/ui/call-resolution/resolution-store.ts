import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import { type Call, decisionSchema } from '../../../contract/call.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../../lib/query.ts'

export type ResolutionDecision = 'placed' | 'notPlaced'

/** A check of the service that the user started, and its result. */
export type CheckState =
  | { step: 'idle' }
  | { step: 'checking' }
  | { step: 'unchanged' }
  | { step: 'failed'; failure: Failure }

/** The form for resolving a call manually. It keeps its input when it is canceled. */
export type ResolveForm = {
  step: 'closed' | 'open' | 'working' | 'done'
  decision: ResolutionDecision | null
  note: string
  /** True after an attempt to submit an incomplete form. */
  tried: boolean
  failure: Failure | null
}

type ResolutionState = { check: CheckState; form: ResolveForm }

export type ResolutionStore = {
  readonly store: StoreApi<ResolutionState>
  readonly checkNow: () => Promise<void>
  readonly openForm: () => void
  readonly setDecision: (decision: ResolutionDecision) => void
  readonly setNote: (note: string) => void
  /** Resolves the call and returns it. If the form is incomplete, shows what is missing instead and returns null. */
  readonly submit: () => Promise<Call | null>
  readonly cancel: () => void
}

const blank: ResolutionState = {
  check: { step: 'idle' },
  form: { step: 'closed', decision: null, note: '', tried: false, failure: null },
}

/**
 * Returns the store for one unresolved call, with the actions to check the service now or to resolve the call manually.
 */
export const createResolution = (api: Api, callId: string): ResolutionStore => {
  const store = createStore<ResolutionState>(() => blank)
  const change = (part: Partial<ResolveForm>) => store.setState(({ form }) => ({ form: { ...form, ...part } }))
  const submit = async () => {
    const { form } = store.getState()
    const { decision, note } = form
    if (form.step !== 'open') return null
    const read = decisionSchema.safeParse({ decision, note })
    if (!read.success) {
      change({ tried: true })
      return null
    }
    change({ step: 'working', failure: null })
    const answer = await settle(api.resolveCall({ callId, ...read.data }))
    if (answer.ok) change({ ...blank.form, step: 'done' })
    else change({ step: 'open', failure: answer.failure })
    return answer.ok ? answer.value : null
  }
  /** Checks the call and returns why it couldn't be checked; null if it was. Only the job has the service's refusal. */
  const checkFailure = async (): Promise<Failure | null> => {
    const answer = await settle(api.reconcileCall({ callId }))
    if (!answer.ok) return answer.failure
    const jobs = await settle(api.listReconciliationJobs({}))
    return jobs.ok ? (jobs.value.find((job) => job.callId === callId)?.lastFailure ?? null) : jobs.failure
  }
  return {
    store,
    checkNow: async () => {
      if (store.getState().check.step === 'checking') return
      store.setState({ check: { step: 'checking' } })
      const failure = await checkFailure()
      store.setState({ check: failure === null ? { step: 'unchanged' } : { step: 'failed', failure } })
    },
    openForm: () => change({ step: 'open', tried: false, failure: null }),
    setDecision: (decision) => change({ decision: decision }),
    setNote: (note) => change({ note }),
    submit,
    cancel: () => {
      if (store.getState().form.step === 'open') change({ step: 'closed' })
    },
  }
}

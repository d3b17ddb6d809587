import type { StoreApi } from 'zustand/vanilla'
import type { CallDraft } from '../../contract/call.ts'
import type { Desk } from '../../contract/desk.ts'
import type { Failure } from '../../contract/failure.ts'
import { settle } from '../shell/settle.ts'
import { isOpen, type CallFormState } from './call-state.ts'

/** Places the calls of one form and follows the last one until it has settled. */
export const createCallPlacing = (desk: Desk, store: StoreApi<CallFormState>) => {
  /** The call told last stays true on the panel, also after the form went on to the next one. */
  const follow = async (callId: string) => {
    const answer = await settle(desk.getCall({ callId }))
    const { last, at } = store.getState()
    if (!answer.ok || last.kind !== 'call' || last.call.callId !== callId) return
    const { call } = answer.value
    const mine = (at.step === 'following' || at.step === 'settled') && at.call.callId === callId
    store.setState({
      last: { kind: 'call', call },
      ...(mine && { at: { step: isOpen(call) ? ('following' as const) : ('settled' as const), call } }),
    })
  }

  const refuse = (draft: CallDraft, failure: Failure) => {
    if (failure.kind === 'repeat') return store.setState({ at: { step: 'repeat', draft, failure } })
    const last = { kind: 'failure' as const, failure, number: draft.phoneNumberDisplay }
    return store.setState({ at: { step: 'refused', failure }, last })
  }

  const place = async (draft: CallDraft) => {
    store.setState({ at: { step: 'recording' } })
    const answer = await settle(desk.triggerCall(draft))
    if (!answer.ok) return refuse(draft, answer.failure)
    const call = answer.value
    store.setState({
      at: { step: isOpen(call) ? 'following' : 'settled', call },
      last: { kind: 'call', call },
      carried: { to: draft.phoneNumberDisplay, json: JSON.stringify(draft.initialContext) },
    })
    // The answer may have been announced before this page knew which call to listen for.
    return follow(draft.callId)
  }

  return {
    submit: async (draft: CallDraft) => {
      const { at, callId } = store.getState()
      if (at.step === 'editing' && draft.callId === callId) await place(draft)
    },
    confirmRepeat: async () => {
      const { at } = store.getState()
      // The very draft that was asked about, whatever the form may say by now.
      if (at.step === 'repeat') await place({ ...at.draft, confirmation: at.failure.confirmation })
    },
    cancelRepeat: () => {
      if (store.getState().at.step === 'repeat') store.setState({ at: { step: 'editing' } })
    },
    close: desk.onCallsChanged(({ callIds }) => {
      const { last } = store.getState()
      if (last.kind === 'call' && callIds.includes(last.call.callId)) void follow(last.call.callId)
    }),
  }
}

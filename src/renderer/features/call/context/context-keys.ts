import type { StoreApi } from 'zustand/vanilla'
import { hasIssue } from '../../../../contract/failure.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { settle } from '../../../lib/query.ts'
import type { CallFormState } from '../form/call-form-state.ts'

/** How long the context must remain unchanged before main checks it for an API key, in milliseconds. */
export const keysDelay = 300

/**
 * Sets the form's `keyFailure` to why main would refuse a call with this context because of an API key in it. The page
 * doesn't know any key itself. No call waits for that.
 */
export const createContextKeys = (
  { api }: Pick<PageDeps, 'api'>,
  form: StoreApi<CallFormState>,
): { readonly close: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = async () => {
    const { context } = form.getState()
    if (context.value === null) return
    const answer = await settle(api.checkContext({ initialContext: context.value }))
    if (form.getState().context !== context) return
    if (answer.ok) form.setState({ keyFailure: null })
    else if (hasIssue(answer.failure, 'containsKey')) form.setState({ keyFailure: answer.failure })
  }
  const unsubscribe = form.subscribe((state, before) => {
    if (state.context === before.context) return
    clearTimeout(timer)
    if (state.keyFailure !== null) form.setState({ keyFailure: null })
    timer = setTimeout(() => void check(), keysDelay)
  })
  const unsubscribeKey = api.onEnteredKeyChanged(() => void check())
  return {
    close: () => {
      unsubscribe()
      unsubscribeKey()
      clearTimeout(timer)
    },
  }
}

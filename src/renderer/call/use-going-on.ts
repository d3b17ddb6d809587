import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { focusField } from './focus-field.ts'
import type { CallDesk } from './call-desk.ts'
import type { Check } from './context-checks.ts'
import type { AgentFields } from './use-agent-fields.ts'
import { pathText } from './context-rows.ts'
import type { ContextForm } from './use-context-form.ts'

const focusFirst = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

const isMissing = ({ code }: Check): boolean => code === 'missing' || code === 'empty'

const isStillThere = (): boolean =>
  document.activeElement === document.body || document.activeElement?.closest('[data-agent-field]') !== null

/**
 * What Enter does on the way to a call: it goes on to what is needed and not given yet (the agent, then each value), and
 * calls once nothing is. Nobody is stopped by it: Ctrl+Enter calls at once. `chosen` goes on from an agent just chosen.
 */
export const useGoingOn = (call: CallDesk, { checks }: ContextForm, { text }: AgentFields, submit: () => void) => {
  const [wish, setWish] = useState(0)
  const done = useRef(0)
  const view = useStore(call.form.store, ({ contextView }) => contextView)
  const needed = checks.filter(isMissing)
  const missing = view === 'form' ? needed[0] : undefined
  const goOn = () => {
    const { agent, at, numberText } = call.form.store.getState()
    if (at.step !== 'editing' || numberText.trim() === '') return submit()
    if (agent.kind === 'empty') return focusFirst('[data-agent-field] [role=combobox]')
    if (missing === undefined || !focusField(missing.path)) submit()
  }
  const isTold = text !== null && (text.known !== null || text.step === 'failed')
  useEffect(() => {
    if (wish === done.current || !isTold) return
    done.current = wish
    // Somebody who has gone elsewhere meanwhile is left where they are.
    if (!isStillThere()) return
    const next = checks.find(isMissing)
    if (call.form.store.getState().numberText.trim() === '') focusFirst('[data-number-field]')
    else if (next === undefined || !focusField(next.path)) focusFirst('[data-call-button]')
  }, [wish, isTold, checks, call])
  const without = needed.map(({ path }) => pathText(path))
  return { goOn, needsMore: missing !== undefined, without, chosen: () => setWish((earlier) => earlier + 1) }
}

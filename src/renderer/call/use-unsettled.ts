import { useContext, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { isUnresolved } from '../../contract/call-resolution.ts'
import { ErrandsContext } from '../shell/errands.ts'
import { useParts } from '../shell/parts.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { isOpen } from './call-state.ts'
import { openedOf } from './unsettled-store.ts'

const acts = { l: 'lookNow', h: 'closeByHand' } as const

/**
 * U looks into the newest call that is not settled. L and H do what they do for the call in the panel, once the panel has
 * none that they could be meant for.
 */
export const useUnsettledKeys = ({ form, unsettled }: CallDesk): void => {
  const errands = useContext(ErrandsContext)
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event) || isInDialog(event)) return
    const state = unsettled.store.getState()
    const key = event.key.toLowerCase()
    const [newest] = state.waiting
    if (newest === undefined) return
    if (key === 'u') unsettled.open(openedOf(state) ? null : newest.callId)
    if ((key !== 'l' && key !== 'h') || openedOf(state) || (key === 'h' && isOpen(newest))) return
    const { last } = form.store.getState()
    if (last.kind === 'call' && isUnresolved(last.call.outcome)) return
    errands?.setState({ wanted: { act: acts[key], callId: newest.callId } })
    unsettled.open(newest.callId)
  })
}

/** Tells people who listen what became of a call that was not settled, once. */
export const useUnsettledTelling = ({ unsettled }: CallDesk): void => {
  const { announce } = useParts()
  const settled = useStore(unsettled.store, (state) => state.settled)
  const told = useRef(new Set(settled.map(({ callId }) => callId)))
  useEffect(() => {
    const news = settled.filter(({ callId }) => !told.current.has(callId))
    for (const { callId, phoneNumberDisplay, outcome } of news) {
      told.current.add(callId)
      announce(words.unsettled.settled(phoneNumberDisplay, words.callState.inWords(outcome).title))
    }
  }, [settled, announce])
}

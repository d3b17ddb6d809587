import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { Agent } from '../../contract/agent.ts'
import type { Call } from '../../contract/call.ts'
import type { Profile } from '../../contract/profile.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import type { CallActs } from '../shell/call-acts.ts'
import { mayRepeat } from '../shell/call-again.ts'
import type { Errand } from '../shell/errands.ts'
import type { FactStore } from '../shell/fact.ts'
import type { Landing } from '../shell/landing.ts'
import type { LookUpsStore } from '../shell/look-up/look-ups-store.ts'
import { useParts } from '../shell/parts.ts'
import type { ScreenName } from '../shell/screens.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import type { Entry } from './entry.ts'
import { entriesFor, type PaletteActs } from './palette-entries.ts'
import { createPaletteStore, type PaletteState, type PaletteStore } from './palette-store.ts'

/** What the palette needs of the call desk in use. */
type PaletteCall = {
  agents: FactStore<Agent[]>
  today: { calls: FactStore<Call[]> }
  form: { chooseAgent(agent: Agent): void; next(): void }
}

/** Leads a person to a screen, with what is to be done there. */
type Send = (to: ScreenName, at?: Landing['at'], errand?: Errand | null) => void

/** What the workspace gives: everything but what the palette finds out from the call desk in use. */
type Around = {
  acts: Pick<PaletteActs, 'pickProfile' | 'addProfile' | 'manageProfiles' | 'checkHealth' | 'newAgent'> &
    Pick<CallActs, 'show' | 'askRun' | 'repeat'>
  call: PaletteCall
  profiles: readonly Profile[]
  inUse: Profile
  lookUps: LookUpsStore
  send: Send
}

/** The newest call of today of which nobody can say what became of it, and about which something can be done. */
const useOpenCall = ({ call, lookUps }: Pick<Around, 'call' | 'lookUps'>): Call | null => {
  const today = useStore(call.today.calls.store).known?.value ?? []
  const looked = useStore(lookUps.list.store).known?.value ?? []
  const isOpen = ({ callId, outcome }: Call): boolean =>
    isUnresolved(outcome) &&
    outcome.state !== 'queued' &&
    outcome.state !== 'sending' &&
    looked.some((one) => one.callId === callId)
  return today.find(isOpen) ?? null
}

/** What is done on another screen, or about a call that is shown there. */
const errandsOf = ({ acts, send, inUse }: Around, open: Call | null) => {
  const about = (act: 'lookNow' | 'closeByHand') =>
    open && (() => (acts.show(open.callId), send('runs', 'details', { act, callId: open.callId })))
  return {
    lookNow: about('lookNow'),
    closeByHand: about('closeByHand'),
    newKey: () => send('keys', 'screen', { act: 'newKey' }),
    rotateKey: inUse.kind === 'practice' ? null : () => send('keys', 'screen', { act: 'rotateKey' }),
    exportCalls: () => send('runs', 'screen', { act: 'export' }),
  }
}

/** The palette of the workspace with its keys: Ctrl+K opens it, a question mark the sheet of keys. */
export const usePalette = (around: Around) => {
  const { acts, call, profiles, inUse, send } = around
  const { repeat } = acts
  const { desk } = useParts()
  const [palette] = useState<PaletteStore>(() => createPaletteStore(desk))
  const [keysShown, setKeysShown] = useState(false)
  const agents = useStore(call.agents.store).known?.value ?? []
  const last = useStore(call.today.calls.store).known?.value[0]
  const open = useOpenCall(around)
  const hideKeys = useCallback(() => setKeysShown(false), [])
  useWindowKeys((event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      // A question that must be answered first stays in front.
      if (!isInDialog(event)) palette.show()
    }
    if (event.key === '?' && !isTyping(event) && !isInDialog(event)) setKeysShown(true)
  })
  const all: PaletteActs = {
    ...acts,
    ...errandsOf(around, open),
    goTo: send,
    chooseAgent: (agent) => (call.form.chooseAgent(agent), send('call')),
    nextCall: () => (call.form.next(), send('call')),
    repeatLast: last && mayRepeat(last) ? () => repeat(last.callId) : null,
    showKeys: () => setKeysShown(true),
  }
  const entriesOf = (state: PaletteState): Entry[] => entriesFor(state, { profiles, inUse, agents }, all)
  return { palette, show: palette.show, entriesOf, keysShown, hideKeys }
}

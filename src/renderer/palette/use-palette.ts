import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { Agent } from '../../contract/agent.ts'
import type { Call } from '../../contract/call.ts'
import type { Profile } from '../../contract/profile.ts'
import { mayRepeat } from '../shell/call-again.ts'
import type { FactStore } from '../shell/fact.ts'
import { useParts } from '../shell/parts.ts'
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

/** What the workspace gives: everything but what the palette finds out from the call desk in use. */
type Around = {
  acts: Omit<PaletteActs, 'repeatLast' | 'nextCall' | 'chooseAgent' | 'showKeys'>
  call: PaletteCall
  profiles: readonly Profile[]
  inUse: Profile
  repeat: (callId: string) => void
}

/** The palette of the workspace with its keys: Ctrl+K opens it, a question mark the sheet of keys. */
export const usePalette = ({ acts, call, profiles, inUse, repeat }: Around) => {
  const { desk } = useParts()
  const [palette] = useState<PaletteStore>(() => createPaletteStore(desk))
  const [keysShown, setKeysShown] = useState(false)
  const agents = useStore(call.agents.store).known?.value ?? []
  const last = useStore(call.today.calls.store).known?.value[0]
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
    chooseAgent: (agent) => (call.form.chooseAgent(agent), acts.goTo('call')),
    nextCall: () => (call.form.next(), acts.goTo('call')),
    repeatLast: last && mayRepeat(last) ? () => repeat(last.callId) : null,
    showKeys: () => setKeysShown(true),
  }
  const entriesOf = (state: PaletteState): Entry[] => entriesFor(state, { profiles, inUse, agents }, all)
  return { palette, show: palette.show, entriesOf, keysShown, hideKeys }
}

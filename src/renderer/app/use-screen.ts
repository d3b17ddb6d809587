import { useCallback, useState } from 'react'
import { createPendingCommands, type PendingCommand } from '../lib/workspace-context.ts'
import type { FocusTarget, RailScreen, ScreenName } from './shell.tsx'

/** Returns the current screen, the number's page over it, the focus target and the command to run, and opens screens. */
export const useScreen = () => {
  const [screen, setScreen] = useState<RailScreen>('call')
  /** What had focus when a number's page was opened over the screen; null while none is open. */
  const [numberPage, setNumberPage] = useState<{ opener: Element | null } | null>(null)
  const [focusAt, setFocusAt] = useState<FocusTarget | null>(null)
  const [pendingCommands] = useState(createPendingCommands)
  /** Opens a screen without moving focus. */
  const go = useCallback(
    (to: ScreenName) => {
      const opener = document.activeElement
      pendingCommands.setState({ wanted: null })
      setNumberPage((open) => (to === 'person' ? (open ?? { opener }) : null))
      if (to !== 'person') setScreen(to)
    },
    [pendingCommands],
  )
  /** Opens a screen and moves focus there. */
  const send = useCallback(
    (to: ScreenName, at: FocusTarget['at'] = 'screen', command: PendingCommand | null = null) => {
      go(to)
      pendingCommands.setState({ wanted: command })
      setFocusAt({ at })
    },
    [pendingCommands, go],
  )
  /** Closes the number's page, and moves focus back to the element that opened it. */
  const back = () => {
    setNumberPage(null)
    setFocusAt({ at: numberPage?.opener ?? 'screen' })
  }
  return { screen, shown: numberPage ? ('person' as const) : screen, focusAt, pendingCommands, go, send, back }
}

import { useCallback, useState } from 'react'
import { createErrands, type Errand } from './shell/errands.ts'
import type { Landing } from './shell/landing.ts'
import type { ScreenName } from './shell/screens.ts'

/** The screen in use, where its focus begins, and what is to be done on it. */
export const useScreen = () => {
  const [screen, setScreen] = useState<ScreenName>('call')
  const [landing, setLanding] = useState<Landing | null>(null)
  const [errands] = useState(createErrands)
  /** Opens a screen for somebody whose focus is where it should be: on the press that led there. */
  const go = useCallback(
    (to: ScreenName) => {
      errands.setState({ wanted: null })
      setScreen(to)
    },
    [errands],
  )
  /** Opens a screen and leads the focus on: the ring must not stay on a place that was left. */
  const send = useCallback(
    (to: ScreenName, at: Landing['at'] = 'screen', errand: Errand | null = null) => {
      errands.setState({ wanted: errand })
      setScreen(to)
      setLanding({ at })
    },
    [errands],
  )
  return { screen, landing, errands, go, send }
}

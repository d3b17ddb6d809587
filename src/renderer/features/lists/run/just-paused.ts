import { useEffect, useState } from 'react'
import type { List } from '../../../../contract/list.ts'
import { usePage } from '../../../lib/page.ts'

/** Time for which Resume is off after a list has paused, in milliseconds. */
const missedPauseMs = 1_000

/**
 * Returns whether the list has just paused, also by itself before its screen was opened. A press may have been meant for
 * Pause, which Resume replaces.
 */
export const useHasJustPaused = ({ state, brake }: Pick<List, 'state' | 'brake'>): boolean => {
  const { now } = usePage()
  const [known, setKnown] = useState(() => {
    const age = brake === null ? Infinity : now() - Date.parse(brake.at)
    return { state, hasJustPaused: state === 'paused' && age >= 0 && age < missedPauseMs }
  })
  if (known.state !== state) setKnown({ state, hasJustPaused: known.state === 'running' && state === 'paused' })
  const { hasJustPaused } = known
  useEffect(() => {
    if (!hasJustPaused) return undefined
    const timer = setTimeout(() => setKnown((one) => ({ ...one, hasJustPaused: false })), missedPauseMs)
    return () => clearTimeout(timer)
  }, [hasJustPaused])
  return hasJustPaused
}

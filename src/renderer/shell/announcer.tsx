import { useCallback, useState } from 'react'
import { Hidden } from '../design/hidden.tsx'

/** The sentence told last, and how to tell one. Counting makes the same sentence twice be told twice. */
export const useAnnouncer = (): { told: { sentence: string; turn: number }; announce: (sentence: string) => void } => {
  const [told, setTold] = useState({ sentence: '', turn: 0 })
  const announce = useCallback((sentence: string) => setTold((before) => ({ sentence, turn: before.turn + 1 })), [])
  return { told, announce }
}

/** The live region that tells outcomes to people who listen to the page. */
export const Announcer = ({ told }: { told: { sentence: string; turn: number } }) => (
  <output aria-live="polite">
    <Hidden>
      <span key={told.turn}>{told.sentence}</span>
    </Hidden>
  </output>
)

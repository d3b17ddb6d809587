import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import type { Payload } from '../../contract/events.ts'
import veil from '../design/dialog.module.css'
import { words } from '../words/words.ts'
import { useParts } from './parts.ts'
import css from './quit-overlay.module.css'
import { useNow } from './use-now.ts'

const said = words.quit
type Waits = Payload<'quitWaits'>

const untilWords = (until: string, now: number): string => {
  const left = Date.parse(until) - now
  return left <= 0 ? said.now : said.until(words.lookUp.countdown(left))
}

const Countdown = ({ until }: { until: string }) => {
  const now = useNow(1_000)
  return <p className={css['until']}>{untilWords(until, now)}</p>
}

/** Stands over everything while the app was asked to quit and waits for answers; it closes by itself. */
export const QuitOverlay = () => {
  const { desk, now, announce } = useParts()
  const [waits, setWaits] = useState<Waits | null>(null)
  useEffect(() => desk.onQuitWaits(setWaits), [desk])
  useEffect(() => {
    if (waits) announce([said.title, said.text(waits.calls), untilWords(waits.until, now())].join('. '))
  }, [waits, now, announce])
  if (!waits) return null
  return (
    <Base.Root open disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={veil['veil']} />
        <Base.Popup className={`${veil['popup']} ${css['overlay']}`} role="alertdialog">
          <Base.Title className={css['title']}>{said.title}</Base.Title>
          <Countdown until={waits.until} />
          <Base.Description className={css['text']}>{said.text(waits.calls)}</Base.Description>
          <p className={css['text']}>{said.nothing}</p>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

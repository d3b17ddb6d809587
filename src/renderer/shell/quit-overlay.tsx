import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import type { Payload } from '../../contract/events.ts'
import { Button } from '../design/button.tsx'
import veil from '../design/dialog.module.css'
import { modal } from '../design/modal.ts'
import { words } from '../words/words.ts'
import { useParts } from './parts.ts'
import css from './quit-overlay.module.css'
import { useCountdown } from './use-countdown.ts'

const said = words.quit
type Waits = Payload<'quitWaits'>

const untilWords = ({ calls, mayLeave }: Waits, left: number): string => {
  if (calls === 0 && !mayLeave) return said.writing
  return left <= 0 ? said.now : said.until(words.lookUp.countdown(left))
}

const textOf = ({ calls, unwritten }: Waits): string => (calls > 0 ? said.text(calls) : said.unwritten(unwritten))

const Countdown = ({ waits }: { waits: Waits }) => {
  const left = useCountdown(waits)
  return <p className={css['until']}>{untilWords(waits, left)}</p>
}

/** What a person may do: nothing while an answer is out; go, once the disk has refused a known one for a while. */
const Rest = ({ mayLeave }: { mayLeave: boolean }) =>
  mayLeave ? (
    <>
      <p className={css['text']}>{said.lost}</p>
      <Button onClick={() => window.close()}>{said.leave}</Button>
    </>
  ) : (
    <p className={css['text']}>{said.nothing}</p>
  )

/** Stands over everything while the app was asked to quit and waits for answers; it closes by itself. */
export const QuitOverlay = () => {
  const { desk, announce } = useParts()
  const [waits, setWaits] = useState<Waits | null>(null)
  useEffect(() => desk.onQuitWaits(setWaits), [desk])
  useEffect(() => {
    if (waits) announce([said.title, textOf(waits), untilWords(waits, waits.milliseconds)].join('. '))
  }, [waits, announce])
  if (!waits) return null
  return (
    <Base.Root open disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={veil['veil']} />
        <Base.Popup {...modal} className={`${veil['popup']} ${css['overlay']}`} role="alertdialog">
          <Base.Title className={css['title']}>{said.title}</Base.Title>
          <Countdown waits={waits} />
          <Base.Description className={css['text']}>{textOf(waits)}</Base.Description>
          <Rest mayLeave={waits.mayLeave} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

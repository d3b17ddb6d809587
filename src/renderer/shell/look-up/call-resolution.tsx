import { RotateCcw } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../contract/call.ts'
import { isUnresolved } from '../../../contract/call-resolution.ts'
import type { LookUp } from '../../../contract/look-up.ts'
import { Button } from '../../design/button.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { words } from '../../words/words.ts'
import { useCallActs } from '../call-acts.ts'
import { mayCallAgain } from '../call-again.ts'
import { useErrand } from '../errands.ts'
import { useParts } from '../parts.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shortcuts.ts'
import { useNow } from '../use-now.ts'
import { CloseDialog } from './close-dialog.tsx'
import { LookUpPanel } from './look-up-panel.tsx'
import css from './look-up-panel.module.css'
import { useLookUp } from './look-ups-store.ts'
import { createResolution, type ResolutionStore } from './resolution-store.ts'

/** An answer is late from here on, in milliseconds: the look-up of our own reference is shown. */
export const lateAfter = 10_000

const isOpen = ({ outcome }: Call): boolean => outcome.state === 'queued' || outcome.state === 'sending'

/** Nothing is shown of an answer that is not late yet, unless its run was found already. */
const isDue = (call: Call, { foundRunId }: LookUp, now: number): boolean =>
  !isOpen(call) || foundRunId !== null || now - Date.parse(call.preparedAt) >= lateAfter

const useResolutionKeys = (call: Call, acts: ResolutionStore, lookedUp: boolean, again: (() => void) | null): void =>
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event) || isInDialog(event)) return
    const key = event.key.toLowerCase()
    if (key === 'l' && lookedUp) void acts.lookNow()
    if (key === 'h' && lookedUp && !isOpen(call)) acts.openClosing()
    if (key === 'a' && again) again()
  })

/** The same for somebody who chose it in the palette and was sent here. */
const useResolutionErrands = (callId: string, { lookNow, openClosing }: ResolutionStore, lookedUp: boolean): void => {
  useErrand(
    'lookNow',
    useMemo(() => (lookedUp ? () => void lookNow() : null), [lookNow, lookedUp]),
    callId,
  )
  useErrand('closeByHand', lookedUp ? openClosing : null, callId)
}

const AgainButton = ({ hears, onAgain }: { hears: boolean; onAgain: () => void }) => (
  <Button size="small" aria-keyshortcuts={hears ? 'A' : undefined} title={words.lookUp.againHint} onClick={onAgain}>
    <RotateCcw aria-hidden />
    {words.lookUp.again}
    {hears && <Kbd keys="A" look="bare" />}
  </Button>
)

type Props = {
  call: Call
  /** A frame of its own, where the place around it has none. */
  framed?: boolean
  /** Whether its keys (L, H, A) are its own: false where another call has them. */
  hears?: boolean
  /** Acts that stand in one row with calling again. */
  children?: ReactNode
}

/** What can be done about a recorded call now: find out, decide, or call again where surely no phone rings. */
export const CallResolution = ({ call, framed = false, hears = true, children }: Props) => {
  const { desk } = useParts()
  const { callAgain, hasProfile } = useCallActs()
  const { callId, profileId } = call
  const acts = useMemo(() => createResolution(desk, callId), [desk, callId])
  const closing = useStore(acts.store, (state) => state.closing.step)
  const unresolved = isUnresolved(call.outcome)
  const lookUp = useLookUp(callId)
  const now = useNow(unresolved && isOpen(call) ? 1_000 : null)
  const shown = unresolved && lookUp !== null && isDue(call, lookUp, now) ? lookUp : null
  const wanted = mayCallAgain(call)
  const again = wanted && hasProfile(profileId) ? () => callAgain(callId) : null
  const Row = framed ? 'div' : 'section'
  useResolutionKeys(call, acts, hears && shown !== null, hears ? again : null)
  useResolutionErrands(callId, acts, shown !== null)
  return (
    <>
      {(wanted || children) && (
        <Row>
          <div className={css['acts']}>
            {again && <AgainButton hears={hears} onAgain={again} />}
            {children}
          </div>
          {wanted && !again && <p>{words.lookUp.againGone}</p>}
        </Row>
      )}
      {shown && (
        <section className={framed ? css['panel'] : undefined} aria-label={words.lookUp.title}>
          <LookUpPanel call={call} lookUp={shown} acts={acts} hears={hears} />
        </section>
      )}
      {closing !== 'closed' && <CloseDialog call={call} open={unresolved || closing === 'working'} acts={acts} />}
    </>
  )
}

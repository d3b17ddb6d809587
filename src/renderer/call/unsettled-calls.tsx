import { ChevronDown, CircleHelp, X } from 'lucide-react'
import { useStore } from 'zustand'
import type { Call } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import { Button } from '../design/button.tsx'
import { Kbd } from '../design/kbd.tsx'
import { Ltr } from '../design/ltr.tsx'
import { useBecame } from '../shell/live/use-became.ts'
import { CallResolution } from '../shell/look-up/call-resolution.tsx'
import { StateTag } from '../shell/state-tag.tsx'
import { comeIntoView } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { openedOf, shownOf, type UnsettledStore } from './unsettled-store.ts'
import { useUnsettledKeys, useUnsettledTelling } from './use-unsettled.ts'
import css from './unsettled.module.css'

const said = words.unsettled

type RowProps = { call: Call; unsettled: UnsettledStore; opened: boolean }

const Waiting = ({ call, unsettled, opened }: RowProps) => {
  const became = useBecame(call)
  return (
    <button
      type="button"
      className={css['row']}
      title={became}
      aria-expanded={opened}
      onClick={() => unsettled.open(opened ? null : call.callId)}
    >
      <span className={css['number']}>
        <Ltr>{call.phoneNumberDisplay}</Ltr>
      </span>
      <time dateTime={call.preparedAt}>{words.time.clock(call.preparedAt)}</time>
      <ChevronDown aria-hidden className={opened ? css['turned'] : undefined} />
      {opened && <span className={css['became']}>{became}</span>}
    </button>
  )
}

const focusPanel = () => document.querySelector<HTMLElement>('[data-outcome]')?.focus({ preventScroll: true })

const Settled = ({ call, unsettled }: RowProps) => (
  <div className={css['settled']}>
    <span className={css['number']}>
      <Ltr>{call.phoneNumberDisplay}</Ltr>
    </span>
    <StateTag state={call.outcome} />
    <Button
      look="quiet"
      size="icon"
      aria-label={said.read(call.phoneNumberDisplay)}
      onClick={() => (unsettled.read(call.callId), focusPanel())}
    >
      <X aria-hidden />
    </Button>
    <p>{words.callState.inWords(call.outcome).title}</p>
  </div>
)

/** One of them. What can be done about it stays as it is when the call settles meanwhile: somebody may be deciding just then. */
const Entry = (props: RowProps) => (
  <li className={css['entry']}>
    {isUnresolved(props.call.outcome) ? <Waiting {...props} /> : <Settled {...props} />}
    {props.opened && (
      <div ref={comeIntoView} className={css['opened']}>
        <CallResolution call={props.call} framed />
      </div>
    )}
  </li>
)

/** The earlier calls of today that are not settled, each leading to what can be done about it, and those settled since. */
export const UnsettledCalls = ({ call }: { call: CallDesk }) => {
  const { unsettled } = call
  const state = useStore(unsettled.store)
  useUnsettledKeys(call)
  useUnsettledTelling(call)
  const { waiting, settled } = state
  const opened = openedOf(state)
  const shown = shownOf(state)
  const more = waiting.length - shown.length
  if (waiting.length + settled.length === 0) return null
  return (
    <section className={css['card']} aria-label={said.label} aria-keyshortcuts="U">
      {waiting.length > 0 && (
        <h2 className={css['title']}>
          <CircleHelp aria-hidden />
          <span>{said.title(waiting.map(({ outcome }) => outcome))}</span>
          <Kbd keys="U" look="bare" />
        </h2>
      )}
      <ul className={css['calls']}>
        {[...shown, ...settled].map((one) => (
          <Entry key={one.callId} call={one} unsettled={unsettled} opened={one.callId === opened?.callId} />
        ))}
      </ul>
      {more > 0 && <p className={css['more']}>{said.more(more)}</p>}
    </section>
  )
}

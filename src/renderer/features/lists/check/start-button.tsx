import { LoaderCircle, PhoneOutgoing } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { List } from '../../../../contract/list.ts'
import type { Output } from '../../../../contract/operations.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'
import { totalsOf } from '../../../lib/list-totals.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { createQuery, valueOf } from '../../../lib/query.ts'
import { Kbd } from '../../../ui/button.tsx'
import { useListChanges } from '../list-action.ts'
import css from './start-button.module.css'

const startText = messages.lists.start

/** Returns why a draft can't start, or null. */
export const startProblem = (list: List, running: List | null): string | null => {
  if (list.state === 'reading') return startText.reading
  if (list.agent === null) return startText.noAgent
  if (!list.targets.some(({ to }) => to === 'number')) return startText.noNumber
  if (!list.checked) return startText.checking
  if (running !== null) return startText.otherRuns(running.name)
  return totalsOf(list.counts).waiting === 0 ? startText.noneReady : null
}

type StartButtonProps = {
  list: List
  profileName: string
  /** Why the list can't start; null if it can. */
  problem: string | null
  isStarting: boolean
  onStart: () => void
}

/**
 * Returns when the ready rows are expected to be called; null if unknown. Reloaded after changes and every minute,
 * because the list has not started.
 */
const useForecast = ({ listId }: List): Output<'forecastList'> => {
  const { api, now } = usePage()
  const query = useMemo(() => createQuery(() => api.forecastList({ listId }), now), [api, now, listId])
  const refresh = useCallback(() => void query.refresh(), [query])
  useListChanges(listId, refresh)
  const minute = useNow(60_000)
  useEffect(refresh, [refresh, minute])
  return useStore(query.store, valueOf)
}

/**
 * Renders the start button, which says exactly what it does: how many calls it places, with which agent, from which
 * number, and for which organization, and when they are expected to be finished.
 */
export const StartButton = ({ list, profileName, problem, isStarting, onStart }: StartButtonProps) => {
  const { now } = usePage()
  const forecast = useForecast(list)
  const isOff = problem !== null || isStarting
  const Icon = isStarting ? LoaderCircle : PhoneOutgoing
  const title = isStarting
    ? startText.starting
    : problem === null
      ? startText.start(totalsOf(list.counts).waiting)
      : startText.off
  const line =
    problem ?? startText.line(list.agent?.agentName ?? '', list.route?.fromPhoneNumberText ?? null, profileName)
  return (
    <button
      type="button"
      className={`${css['start']} ${problem !== null ? css['off'] : ''}`}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={ariaKeysOf('startList')}
      // Holding Enter down must not press the button.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={isOff ? undefined : onStart}
    >
      <Icon aria-hidden />
      <span>
        <b>{title}</b> <small>{line}</small>
      </span>
      {!isOff && forecast !== null && (
        <span className={css['finish']}>
          <small>{startText.finish(forecast.endsAt, now())}</small>
          <small>{startText.callLength(forecast.callSeconds)}</small>
        </span>
      )}
      {!isOff && <Kbd keys={keysOf('startList')} look="onColor" />}
    </button>
  )
}

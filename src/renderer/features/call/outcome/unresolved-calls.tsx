import { ChevronDown, CircleHelp, X } from 'lucide-react'
import { type RefObject, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../../contract/api.ts'
import type { Call, CallState } from '../../../../contract/call.ts'
import { displayStateOf, isUnresolved, longestDial, shownOutcome, wasNotPlaced } from '../../../../domain/call-state.ts'
import { isSameNumber } from '../../../../domain/phone-number.ts'
import { messages } from '../../../../messages/index.ts'
import { useCallSummary, useShownOutcome } from '../../../lib/call-progress.ts'
import { scrollIntoViewOnMount } from '../../../lib/focus.ts'
import { type PageDeps, usePage } from '../../../lib/page.ts'
import { PendingCommandsContext } from '../../../lib/workspace-context.ts'
import { type Query, settle, valueOf } from '../../../lib/query.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { CallResolution } from '../../../ui/call-resolution/call-resolution.tsx'
import { Ltr } from '../../../ui/text.tsx'
import { StateTag } from '../../../ui/tag.tsx'
import type { CallFormState } from '../form/call-form-state.ts'
import css from './unresolved-calls.module.css'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { useOutcomeText } from '../../../lib/people.ts'

const unresolvedMessages = messages.unresolved

/** The calls below the outcome panel: today's unknown ones, and those that were listed before, also of an earlier day. */
type UnresolvedState = {
  waiting: readonly Call[]
  /** Calls that were unknown and are being dialed, as the service has reported since. */
  dialing: readonly Call[]
  resolved: readonly Call[]
  /** Whether the outcome panel shows another unknown call. */
  isPanelUnknown: boolean
  /** The ID of the call whose actions are open; null if none are. */
  opened: string | null
  /** Whether the call was opened since the outcome panel shows its call, so that the shortcuts apply to the opened one. */
  takesKeys: boolean
}

export type UnresolvedStore = {
  readonly store: StoreApi<UnresolvedState>
  /** The IDs of the resolved calls that were announced. */
  readonly announced: Set<string>
  /** Opens the actions of a call; null closes them. */
  readonly open: (callId: string | null) => void
  /** Removes a resolved call from the list. */
  readonly dismiss: (callId: string) => void
  /** Removes all resolved calls from the list. */
  readonly dismissAll: () => void
  readonly close: () => void
}

type UnresolvedDeps = Pick<PageDeps, 'now'> & {
  api: Pick<Api, 'getCall' | 'onCallsChanged'>
  form: StoreApi<CallFormState>
  today: Query<Call[]>
}

/**
 * Creates the store that tracks unresolved calls, so that none disappears before the user has seen its outcome.
 */
export const createUnresolvedStore = ({ api, form, today, now }: UnresolvedDeps): UnresolvedStore => {
  const store = createStore<UnresolvedState>(() => ({
    waiting: [],
    dialing: [],
    resolved: [],
    isPanelUnknown: false,
    opened: null,
    takesKeys: false,
  }))
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Calls of an earlier day that were listed or in the panel. */
  let kept: readonly Call[] = []
  /** Resolved calls whose numbers were called again, while it is unknown whether those calls were placed. */
  let hidden: readonly Call[] = []
  const update = () => {
    clearTimeout(timer)
    const { last } = form.getState()
    const panelCall = last.kind === 'call' ? last.call : null
    const ofToday = valueOf(today.store.getState()) ?? []
    const { waiting, dialing, resolved, isPanelUnknown } = store.getState()
    const known = [...waiting, ...dialing, ...resolved, ...hidden]
    const listed = new Set(known.map(({ callId }) => callId))
    kept = [...new Map([...known, ...kept].map((call) => [call.callId, call])).values()].filter(
      (call) =>
        (listed.has(call.callId) || isUnresolved(call.outcome)) &&
        !ofToday.some(({ callId }) => callId === call.callId),
    )
    const all = [...ofToday, ...kept]
    const calls = all.filter(({ callId }) => callId !== panelCall?.callId)
    const ended = calls
      .filter((call) => !isUnresolved(call.outcome) && listed.has(call.callId))
      .map((call) => ({ call, repeats: repeatsOf(call, panelCall ? [...all, panelCall] : all) }))
    hidden = ended
      .filter(({ repeats }) => repeats.length > 0 && repeats.every(({ outcome }) => isUnresolved(outcome)))
      .map(({ call }) => call)
    const at = now()
    const next = {
      waiting: calls.filter((call) => isInDoubt(shownOutcome(call, at))),
      dialing: calls.filter(
        (call) => isUnresolved(call.outcome) && !isInDoubt(shownOutcome(call, at)) && listed.has(call.callId),
      ),
      resolved: ended.filter(({ repeats }) => repeats.length === 0).map(({ call }) => call),
      isPanelUnknown: panelCall !== null && isInDoubt(shownOutcome(panelCall, at)),
    }
    const isSame =
      next.isPanelUnknown === isPanelUnknown &&
      isSameList(next.waiting, waiting) &&
      isSameList(next.dialing, dialing) &&
      isSameList(next.resolved, resolved)
    if (!isSame) store.setState(next)
    // Once dialing is over, a call is shown as unknown although its record has not changed.
    const dialed = [...calls, ...(panelCall ? [panelCall] : [])].filter(
      (call) => displayStateOf(shownOutcome(call, at)) === 'dialing',
    )
    const firstOver = Math.min(...dialed.map(({ preparedAt }) => Date.parse(preparedAt) + longestDial + 1))
    if (dialed.length > 0) timer = setTimeout(update, firstOver - at)
  }
  const reload = async (calls: readonly Call[]) => {
    if (calls.length === 0) return
    const loaded = await Promise.all(calls.map(({ callId }) => settle(api.getCall({ callId }))))
    const current = loaded.flatMap((one) => (one.ok ? [one.value.call] : []))
    kept = kept.map((call) => current.find(({ callId }) => callId === call.callId) ?? call)
    update()
  }
  /** Updates the lists, and reads calls that are now kept: they may have changed since their list was read. */
  const updateKept = (added: readonly Call[] = []) => {
    const before = new Set(kept.map(({ callId }) => callId))
    kept = [...kept, ...added]
    update()
    void reload(kept.filter(({ callId }) => !before.has(callId)))
  }
  // Today's calls are loaded again whenever a call changes.
  const unsubscribeToday = today.store.subscribe((state, before) => {
    if (state.data !== before.data) updateKept()
  })
  const unsubscribeCalls = api.onCallsChanged(
    ({ callIds }) => void reload(kept.filter(({ callId }) => callIds.includes(callId))),
  )
  const unsubscribeForm = form.subscribe((state, { last }) => {
    if (lastCallId(state) !== lastCallId({ last })) {
      // A request that was refused before it became a call shows no call that the shortcuts could apply to.
      if (state.last.kind === 'call') store.setState({ takesKeys: false })
      updateKept(last.kind === 'call' ? [last.call] : [])
    } else if (state.last !== last) update()
  })
  return {
    store,
    announced: new Set(),
    open: (opened) => {
      store.setState({ opened, takesKeys: true })
      update()
    },
    dismiss: (callId) =>
      store.setState(({ resolved, opened }) => ({
        resolved: resolved.filter((call) => call.callId !== callId),
        opened: opened === callId ? null : opened,
      })),
    dismissAll: () =>
      store.setState(({ resolved, opened }) => ({
        resolved: [],
        opened: resolved.some(({ callId }) => callId === opened) ? null : opened,
      })),
    close: () => {
      clearTimeout(timer)
      unsubscribeToday()
      unsubscribeCalls()
      unsubscribeForm()
    },
  }
}

/** True for lists of the same records; a changed call is another record. */
const isSameList = (one: readonly Call[], other: readonly Call[]): boolean =>
  one.length === other.length && one.every((call, index) => call === other[index])

/** True unless the call is still being sent or dialed: such a call of a list needs no attention. */
const isInDoubt = (outcome: CallState): boolean => ['unknown', 'toCheck'].includes(displayStateOf(outcome))

/**
 * Returns the calls to the same number that were or may have been placed after this call was resolved: its outcome
 * doesn't say what happened last.
 */
const repeatsOf = (call: Call, calls: readonly Call[]): readonly Call[] =>
  calls.filter(
    ({ practice, preparedAt, phoneNumber, outcome }) =>
      preparedAt > call.changedAt &&
      practice === call.practice &&
      !wasNotPlaced(outcome) &&
      isSameNumber(phoneNumber, call.phoneNumber),
  )

const lastCallId = ({ last }: Pick<CallFormState, 'last'>): string | null =>
  last.kind === 'call' ? last.call.callId : null

/** Maximum number of rows for unresolved calls, and for resolved ones. Today's list shows all calls. */
const maxRows = 3

/** Returns the newest calls and the opened one, whose unfinished actions must not disappear. */
export const newestAndOpened = (calls: readonly Call[], opened: string | null): readonly Call[] =>
  calls.filter(({ callId }, index) => index < maxRows || callId === opened)

/** Returns the call whose actions are open, or null. */
const openedOf = ({ waiting, dialing, resolved, opened }: UnresolvedState): Call | null =>
  [...waiting, ...dialing, ...resolved].find(({ callId }) => callId === opened) ?? null

/** Returns the opened call if the shortcuts apply to it instead of to the call in the outcome panel, or null. */
export const keysCallOf = (state: UnresolvedState): Call | null => (state.takesKeys ? openedOf(state) : null)

type UnresolvedCallsProps = {
  form: StoreApi<CallFormState>
  unresolved: UnresolvedStore
  /** The outcome panel, which is focused when a resolved call is dismissed. */
  panel: RefObject<HTMLElement | null>
}

/** Lists the unknown calls with their actions, and those that were dialed or resolved since they were listed. */
export const UnresolvedCalls = ({ form, unresolved, panel }: UnresolvedCallsProps) => {
  const state = useStore(unresolved.store)
  useUnresolvedShortcuts(form, unresolved)
  useAnnounceResolved(state.resolved, unresolved)
  const { waiting, dialing, resolved } = state
  const opened = openedOf(state)
  const shownWaiting = newestAndOpened(waiting, state.opened)
  const shownResolved = newestAndOpened(resolved, state.opened)
  const moreWaiting = waiting.length - shownWaiting.length
  const moreResolved = resolved.length - shownResolved.length
  const dismissing = (dismiss: () => void) => () => {
    dismiss()
    panel.current?.focus({ preventScroll: true })
  }
  if (waiting.length + dialing.length + resolved.length === 0) return null
  const entryOf = (call: Call) => {
    const isOpened = call.callId === opened?.callId
    return (
      <li key={call.callId} className={css['entry']}>
        {/* Once anything in it has the focus, the shortcuts apply to the opened call again. */}
        <div onFocus={() => isOpened && unresolved.open(call.callId)}>
          {isUnresolved(call.outcome) ? (
            <WaitingRow
              call={call}
              isOpened={isOpened}
              onToggle={() => unresolved.open(isOpened ? null : call.callId)}
            />
          ) : (
            <ResolvedRow call={call} onDismiss={dismissing(() => unresolved.dismiss(call.callId))} />
          )}
          {/* The actions stay open when the call is resolved, because the user may be using them. */}
          {isOpened && (
            <div ref={scrollIntoViewOnMount} className={css['opened']}>
              <CallResolution call={call} framed hasShortcuts={state.takesKeys} />
            </div>
          )}
        </div>
      </li>
    )
  }
  return (
    <section
      className={css['card']}
      aria-label={unresolvedMessages.label}
      aria-keyshortcuts={ariaKeysOf('openUnresolved')}
    >
      {waiting.length > 0 && (
        <h2 className={css['title']}>
          <CircleHelp aria-hidden />
          <span>{unresolvedMessages.title(waiting.length, state.isPanelUnknown)}</span>
          <Kbd keys={keysOf('openUnresolved')} variant="bare" />
        </h2>
      )}
      <ul className={css['calls']}>
        {[
          ...shownWaiting.map(entryOf),
          moreWaiting > 0 && (
            <li key="more" className={css['more']}>
              {unresolvedMessages.more(moreWaiting)}
            </li>
          ),
          // One array keeps an entry's open actions when its call moves here.
          ...[...dialing, ...shownResolved].map(entryOf),
          moreResolved > 0 && (
            <li key="moreResolved" className={css['more']}>
              {unresolvedMessages.moreResolved(moreResolved)}
              <Button variant="quiet" size="small" onClick={dismissing(unresolved.dismissAll)}>
                {unresolvedMessages.dismissAll}
              </Button>
            </li>
          ),
        ]}
      </ul>
    </section>
  )
}

type WaitingRowProps = { call: Call; isOpened: boolean; onToggle: () => void }

const WaitingRow = ({ call, isOpened, onToggle }: WaitingRowProps) => {
  const summary = useCallSummary(call)
  const outcome = useShownOutcome(call)
  return (
    <button type="button" className={css['row']} title={summary} aria-expanded={isOpened} onClick={onToggle}>
      <span className={css['number']}>
        <Ltr>{call.phoneNumberDisplay}</Ltr>
      </span>
      <time dateTime={call.preparedAt}>{messages.time.clock(call.preparedAt)}</time>
      <ChevronDown aria-hidden className={isOpened ? css['turned'] : undefined} />
      {!isInDoubt(outcome) && (
        <span className={css['state']}>
          <StateTag call={call} />
        </span>
      )}
      {isOpened && <span className={css['summary']}>{summary}</span>}
    </button>
  )
}

const ResolvedRow = ({ call, onDismiss }: { call: Call; onDismiss: () => void }) => (
  <div className={css['resolved']}>
    <span className={css['number']}>
      <Ltr>{call.phoneNumberDisplay}</Ltr>
    </span>
    <Button
      variant="quiet"
      size="icon"
      aria-label={unresolvedMessages.dismiss(call.phoneNumberDisplay)}
      onClick={onDismiss}
    >
      <X aria-hidden />
    </Button>
    <div>
      <StateTag call={call} /> <time dateTime={call.preparedAt}>{messages.time.clock(call.preparedAt)}</time>
    </div>
    <p>{useOutcomeText(call).title}</p>
  </div>
)

/**
 * Registers the shortcuts: U opens or closes the newest unresolved call. K opens and checks it, unless the outcome panel
 * shows an unresolved call, to which K then applies. H applies only to a call whose actions are shown: the outcome panel's
 * call may be resolved just before the user presses H for it.
 */
const useUnresolvedShortcuts = (form: StoreApi<CallFormState>, unresolved: UnresolvedStore): void => {
  const pendingCommand = useContext(PendingCommandsContext)
  useCommands({
    openUnresolved: () => {
      const state = unresolved.store.getState()
      const [newest] = state.waiting
      const opened = openedOf(state)
      if (newest === undefined && opened === null) return false
      unresolved.open(keysCallOf(state) ? null : (newest?.callId ?? null))
      return true
    },
    checkNow: () => {
      const state = unresolved.store.getState()
      const { last } = form.getState()
      const [newest] = state.waiting
      if (newest === undefined || keysCallOf(state)) return false
      if (last.kind === 'call' && isUnresolved(last.call.outcome)) return false
      pendingCommand?.setState({ wanted: { command: 'checkNow', callId: newest.callId } })
      unresolved.open(newest.callId)
      return true
    },
  })
}

/** Announces each resolved call once, also one that was resolved while another screen was open. */
const useAnnounceResolved = (resolved: readonly Call[], { announced }: UnresolvedStore): void => {
  const { announce } = usePage()
  useEffect(() => {
    const added = resolved.filter(({ callId }) => !announced.has(callId))
    for (const { callId } of added) announced.add(callId)
    const sentences = added.map(({ phoneNumberDisplay, outcome }) =>
      unresolvedMessages.resolved(phoneNumberDisplay, messages.callState.describe(outcome).title),
    )
    if (sentences.length > 0) announce(sentences.join('. '))
  }, [resolved, announced, announce])
}

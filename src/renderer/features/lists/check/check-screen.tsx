import { Ban, Check, CirclePause, LoaderCircle, type LucideIcon, Minus, PhoneOutgoing, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { FindingCode, List, RowState } from '../../../../contract/list.ts'
import type { ListPolicy } from '../../../../contract/policy.ts'
import type { Profile } from '../../../../contract/profile.ts'
import { brokenRule } from '../../../../domain/lists/list-policy.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../../lib/hotkeys.ts'
import { totalsOf } from '../../../lib/list-totals.ts'
import { useListChanges, useListPolicy, useListsStore } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { FailureNotice, Notice } from '../../../ui/notice.tsx'
import { AboutList } from '../about-list.tsx'
import { useForecast, useListAction } from '../list-action.ts'
import { createListRows } from '../rows/list-rows.ts'
import { RowTable } from '../rows/row-table.tsx'
import { useRowSelection, useRowShortcuts } from '../rows/row-selection.ts'
import { Findings } from './findings.tsx'
import { AgentSelect } from './option-dialogs.tsx'
import { type Plan, useAgentText, usePlan } from './plan.ts'
import { ColumnsRow, Options } from './plan-settings.tsx'
import { useRecheck } from './recheck.ts'
import { RowPreview } from './row-preview.tsx'
import button from '../../../ui/start-button.module.css'
import css from './check-screen.module.css'

const checkText = messages.lists.check
const startText = messages.lists.start

/** The rows that the table shows. */
type RowFilter = { readonly states: readonly RowState[]; readonly finding: FindingCode | null }
const everyRow: RowFilter = { states: [], finding: null }

type CheckScreenProps = {
  list: List
  owner: Profile | null
  /** The profile's running list; null if there is none. */
  running: List | null
}

/**
 * Shows a draft list: its columns, its rows and what is wrong with them, its options, and the button that starts it.
 */
export const CheckScreen = ({ list, owner, running }: CheckScreenProps) => {
  const { announce } = usePage()
  const store = useListsStore()
  const plan = usePlan(list)
  const text = useAgentText(plan.queries)
  useEffect(() => void plan.queries.text?.load(), [plan.queries.text])
  const [filter, setFilter] = useState(everyRow)
  const { sections, selection, scroller } = useCheckRows(list, filter)
  const start = useStart(list, owner, running, plan.isSaving)
  // While a different agent is being saved, the columns and the findings are still those of the earlier agent.
  const isAgentSaved = list.agent !== null && plan.newAgentUuid === null
  const decisions = useListAction()
  const isChanging = plan.isSaving || decisions.isPending
  const lastFailure = useRecheck(list, owner === null, isChanging, plan.checks + decisions.checks)
  // Saving the plan checks the rows.
  const recheckFailure = plan.isSaving ? null : lastFailure
  const isUnchecked = plan.isSaving || (!list.checked && !recheckFailure)
  const isChecking = list.agent !== null && owner !== null && list.state === 'draft' && isUnchecked
  const hasFailedCheck = list.agent !== null && list.state === 'draft' && !list.checked && !isChecking
  const close = () => store.show(null)
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !isInDialog(event) && !isTyping(event)) close()
  })
  const totals = totalsOf(list.counts)
  useAnnouncedCheck(list, announce)
  const published = text?.data?.value.state === 'published' ? text.data.value : null
  const refusedByDoNotCall = useRefused(list)
  return (
    <div className={css['screen']}>
      <Header list={list} isChecking={isChecking} owner={owner} rows={totals.rows} onClose={close} />
      <div className={css['left']}>
        {list.sameFileAs && <SameFileNotice list={list} />}
        {owner && !isAgentSaved && list.state === 'draft' && <ChooseAgent plan={plan} />}
        {owner && isAgentSaved && <ColumnsRow list={list} plan={plan} text={text} />}
        {plan.failure && <FailureNotice failure={plan.failure} title={checkText.failed} />}
        {recheckFailure && <FailureNotice failure={recheckFailure} title={checkText.recheckFailed(list.checked)} />}
        {owner && isAgentSaved && (
          <Findings
            list={list}
            decisions={decisions}
            shown={filter.finding}
            onShow={(finding) => setFilter(filter.finding === finding ? everyRow : { states: [], finding })}
          />
        )}
        <section className={css['rows']} aria-label={messages.lists.table.label}>
          <Totals list={list} isUnchecked={hasFailedCheck} filter={filter} onFilter={setFilter} />
          <RowTable
            list={list}
            isProfileRemoved={owner === null}
            isUnchecked={hasFailedCheck}
            mode="check"
            sections={sections}
            selection={selection}
            scroller={scroller}
            onOpen={() => undefined}
          />
        </section>
        {start.action.failure && <FailureNotice failure={start.action.failure} title={checkText.startFailed} />}
        <StartButton
          list={list}
          owner={owner}
          problem={start.problem}
          isStarting={start.action.isPending}
          onStart={start.run}
        />
      </div>
      <div className={css['right']}>
        <RowPreview
          list={list}
          text={text}
          sections={sections}
          selection={selection}
          mayChange={owner !== null && list.state === 'draft'}
        />
        {owner && list.agent && (
          <Options list={list} plan={plan} refused={refusedByDoNotCall} version={published?.versionNumber ?? null} />
        )}
      </div>
    </div>
  )
}

/** Returns the filtered rows and the selection, and registers the shortcuts that move the selection. */
const useCheckRows = ({ listId }: List, filter: RowFilter) => {
  const { api } = usePage()
  const rows = useMemo(
    () => createListRows(api, listId, { ...filter, search: '', order: 'file' }),
    [api, listId, filter],
  )
  useListChanges(
    listId,
    useCallback(() => void rows.refresh(), [rows]),
  )
  const sections = useMemo(() => [{ key: 'all', title: '', note: '', rows }], [rows])
  const selection = useRowSelection(0)
  const scroller = useRef<HTMLDivElement>(null)
  useRowShortcuts(selection, sections, () => undefined)
  return { sections, selection, scroller }
}

/** Returns how many rows are refused because of the do-not-call list. */
const useRefused = ({ listId }: List): number => {
  const { api } = usePage()
  const rows = useMemo(
    () => createListRows(api, listId, { states: ['refused'], finding: 'doNotCall', search: '', order: 'file' }),
    [api, listId],
  )
  useListChanges(
    listId,
    useCallback(() => void rows.refresh(), [rows]),
  )
  return useStore(rows.store, ({ total }) => total)
}

/** Returns the action that starts the list, with the number of calls that the button shows. */
const useStart = (list: List, owner: Profile | null, running: List | null, isSaving: boolean) => {
  const { api } = usePage()
  const action = useListAction()
  const policy = useListPolicy()
  const problem = owner === null ? messages.lists.profileRemoved : startProblem(list, running, policy, isSaving)
  const calls = totalsOf(list.counts).waiting
  const run = () => {
    if (problem !== null) return
    const { listId } = list
    void action.run(() => api.startList({ listId, calls }))
  }
  useCommands({ startList: run })
  return { action, problem, run }
}

/** Announces the result when a check has finished. */
const useAnnouncedCheck = (list: List, announce: (text: string) => void): void => {
  const wasChecked = useRef(list.checked)
  const { waiting, held, refused } = totalsOf(list.counts)
  useEffect(() => {
    if (list.checked && !wasChecked.current) announce(checkText.checked(waiting, held, refused))
    wasChecked.current = list.checked
  }, [list.checked, waiting, held, refused, announce])
}

type HeaderProps = { list: List; isChecking: boolean; owner: Profile | null; rows: number; onClose: () => void }

const Header = ({ list, isChecking, owner, rows, onClose }: HeaderProps) => {
  const { now } = usePage()
  const about = list.state === 'reading' ? checkText.reading(rows) : checkText.about(list, rows, now())
  return (
    <header className={css['head']}>
      <div>
        <h1>
          <bdi>{list.name}</bdi>
        </h1>
        <AboutList owner={owner} text={isChecking ? `${about} · ${checkText.checking}` : about} />
      </div>
      <Button variant="quiet" aria-keyshortcuts="Escape" onClick={onClose}>
        <X aria-hidden />
        {checkText.close}
        <Kbd keys={keysOf('closeList')} />
      </Button>
    </header>
  )
}

/** Warns that an earlier list has the same rows, and offers to open it. */
const SameFileNotice = ({ list: { sameFileAs } }: { list: List }) => {
  const store = useListsStore()
  if (sameFileAs === null) return null
  return (
    <Notice
      tone="check"
      title={checkText.calledBefore}
      actions={
        <Button size="small" onClick={() => store.show(sameFileAs.listId)}>
          {checkText.openEarlier(sameFileAs.isOver)}
        </Button>
      }
    >
      <p>{checkText.sameFile(sameFileAs)}</p>
    </Notice>
  )
}

const ChooseAgent = ({ plan }: { plan: Plan }) => (
  <section className={css['agent']} aria-label={checkText.agentFirst}>
    <div>
      <h2>{plan.newAgentUuid === null ? checkText.agentFirst : checkText.agentLoading}</h2>
      <p>{checkText.agentFirstText}</p>
    </div>
    <AgentSelect
      plan={plan}
      value={plan.newAgentUuid}
      id="list-agent"
      onChoose={(agentUuid) => void plan.save(() => ({ agentUuid }))}
    />
  </section>
)

type Part = { state: RowState; name: string; rows: number; icon: LucideIcon; tone: 'good' | 'check' | 'bad' | 'idle' }

const partsOf = (list: List, isUnchecked: boolean): Part[] => {
  const { waiting, held, refused, left } = totalsOf(list.counts)
  const { totals } = checkText
  const all: Part[] = [
    isUnchecked
      ? { state: 'ready', name: totals.unchecked, rows: waiting, icon: CirclePause, tone: 'check' }
      : { state: 'ready', name: totals.ready, rows: waiting, icon: Check, tone: 'good' },
    // Rows are checked once an agent is chosen.
    {
      state: 'held',
      name: list.agent === null ? totals.notChecked : totals.held,
      rows: held,
      icon: CirclePause,
      tone: 'check',
    },
    { state: 'refused', name: totals.refused, rows: refused, icon: Ban, tone: 'bad' },
    { state: 'skipped', name: totals.left, rows: left, icon: Minus, tone: 'idle' },
  ]
  return all.filter(({ state, rows }) => rows > 0 || state !== 'skipped')
}

type TotalsProps = { list: List; isUnchecked: boolean; filter: RowFilter; onFilter: (filter: RowFilter) => void }

/** Shows the number of rows by state as an equation. Selecting a part of it filters the table. */
const Totals = ({ list, isUnchecked, filter, onFilter }: TotalsProps) => {
  const parts = partsOf(list, isUnchecked)
  const { rows: all } = totalsOf(list.counts)
  const isEvery = filter.states.length === 0 && filter.finding === null
  return (
    <div className={css['totals']} role="group" aria-label={checkText.totalsLabel}>
      <button type="button" aria-pressed={isEvery} onClick={() => onFilter(everyRow)} data-bare>
        {checkText.totals.all} <b>{messages.common.count(all)}</b>
      </button>
      {parts.map(({ state, name, rows, icon: Icon, tone }, index) => (
        <span key={state} className={css['part']}>
          <span aria-hidden>{index === 0 ? '=' : '+'}</span>
          <button
            type="button"
            aria-pressed={filter.states[0] === state}
            onClick={() => onFilter(filter.states[0] === state ? everyRow : { states: [state], finding: null })}
            data-bare
          >
            <Icon aria-hidden className={css[tone]} />
            {name} <b>{messages.common.count(rows)}</b>
          </button>
        </span>
      ))}
      <div
        className={css['bar']}
        role="img"
        aria-label={checkText.equation(
          all,
          parts.map(({ name, rows }) => `${name} ${messages.common.count(rows)}`),
        )}
      >
        {parts.map(
          ({ state, rows, tone }) => rows > 0 && <i key={state} className={css[tone]} style={{ flexGrow: rows }} />,
        )}
      </div>
    </div>
  )
}

/** Returns why a draft can't start, or null. */
export const startProblem = (
  list: Pick<List, 'options' | 'state' | 'agent' | 'targets' | 'checked' | 'counts'>,
  running: List | null,
  policy: ListPolicy,
  isSaving: boolean,
): string | null => {
  const rule = brokenRule(list.options, policy)
  const { waiting, held } = totalsOf(list.counts)
  const noneReady = list.checked && waiting === 0 ? startText.noneReady(held) : ''
  if (rule !== null)
    return [startText.notAllowed(rule), startText.allowedOptions(rule, policy), noneReady].filter(Boolean).join(' ')
  if (list.state === 'reading') return startText.reading
  if (isSaving) return startText.saving
  if (list.agent === null) return startText.noAgent
  if (!list.targets.some(({ to }) => to === 'number')) return startText.noNumber
  if (!list.checked) return startText.unchecked
  if (running !== null) return startText.otherRuns(running.name)
  return noneReady || null
}

type StartButtonProps = {
  list: List
  owner: Profile | null
  /** Why the list can't start; null if it can. */
  problem: string | null
  isStarting: boolean
  onStart: () => void
}

/**
 * Renders the start button, which says exactly what it does: how many calls it places, with which agent, from which
 * number, and for which organization, and when they are expected to be finished.
 */
const StartButton = ({ list, owner, problem, isStarting, onStart }: StartButtonProps) => {
  const isOff = problem !== null || isStarting
  const Icon = isStarting ? LoaderCircle : PhoneOutgoing
  const line =
    problem ?? startText.line(list.agent?.agentName ?? '', list.route?.fromPhoneNumberText ?? null, owner?.name ?? null)
  return (
    <button
      type="button"
      className={`${button['button']} ${problem === null ? button['on'] : button['off']}`}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={ariaKeysOf('startList')}
      // Holding Enter down must not press the button.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={isOff ? undefined : onStart}
    >
      <Icon aria-hidden />
      {isOff ? (
        <Words title={isStarting ? startText.starting : startText.off} line={line} />
      ) : (
        <StartPlan list={list} line={line} />
      )}
      {!isOff && <Kbd keys={keysOf('startList')} variant="onColor" />}
    </button>
  )
}

const Words = ({ title, line }: { title: string; line: string }) => (
  <span className={button['words']}>
    <span className={button['title']}>{title}</span> <span className={button['line']}>{line}</span>
  </span>
)

/**
 * Shows how many calls the button starts, when, and when they are expected to be finished. It loads the times, so it is
 * rendered only while the list can start.
 */
const StartPlan = ({ list, line }: { list: List; line: string }) => {
  const { now } = usePage()
  const forecast = useForecast(list.listId, JSON.stringify(list))
  return (
    <>
      <Words title={startText.start(totalsOf(list.counts).waiting, forecast, now())} line={line} />
      {forecast && (
        <span className={css['finish']}>
          <span className={button['line']}>{startText.finish(forecast, now(), list.options.retry.attempts > 0)}</span>
          {forecast.pausesAfter === null && (
            <span className={button['line']}>{startText.callLength(forecast.callSeconds)}</span>
          )}
        </span>
      )}
    </>
  )
}

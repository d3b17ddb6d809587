import { CirclePause, LoaderCircle, Pause, Play, SquareX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { type Failure, hasIssue, type Issue, type Outcome } from '../../../../contract/failure.ts'
import type { List } from '../../../../contract/list.ts'
import type { Output } from '../../../../contract/operations.ts'
import type { Profile } from '../../../../contract/profile.ts'
import { brokenRule } from '../../../../domain/lists/list-policy.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { focusIfLost } from '../../../lib/focus.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../../lib/hotkeys.ts'
import { countOutcomes, isWithoutOpenRows, type RowOutcome, rowOutcomes, totalsOf } from '../../../lib/list-totals.ts'
import { hasBrakeText, useListPolicy, useListQuery, useListsStore } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery, settle, valueOf } from '../../../lib/query.ts'
import { useCallActions } from '../../../lib/workspace-context.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { FailureNotice, Notice } from '../../../ui/notice.tsx'
import { RefusedNotice } from '../../../ui/refused-notice.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { AboutList } from '../about-list.tsx'
import { CloseList } from '../close-list.tsx'
import { type ListAction, useForecast, useListAction } from '../list-action.ts'
import { Findings } from '../check/findings.tsx'
import { useRecheck } from '../check/recheck.ts'
import { OutcomeChart, outcomeClass } from '../outcome-chart.tsx'
import { RowDrawer } from '../rows/row-drawer.tsx'
import { RowTable } from '../rows/row-table.tsx'
import { useRowDrawer } from '../rows/row-selection.ts'
import { useHasJustPaused } from './just-paused.ts'
import { useRunSections } from './run-sections.ts'
import { StopDialog } from './stop-dialog.tsx'
import css from './run-screen.module.css'

const runText = messages.lists.run

type RunScreenProps = {
  list: List
  owner: Profile | null
  /** Another running list of the profile; null if there is none. */
  running: List | null
  /** Whether the last check of the list's service failed, as far as known. */
  isServiceDown: boolean
  /** Called when a dialog of a row opens or closes. */
  onRowDialog: (isOpen: boolean) => void
}

/** Shows a running or paused list: its progress, its rows by group, and the details of the selected row. */
export const RunScreen = ({ list, owner, running, isServiceDown, onRowDialog }: RunScreenProps) => {
  const isProfileRemoved = owner === null
  const store = useListsStore()
  const sections = useRunSections(list)
  const scroller = useRef<HTMLDivElement>(null)
  const drawer = useRowDrawer(sections, true)
  const { selection } = drawer
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || isInDialog(event) || isTyping(event)) return
    if (drawer.isOpen) drawer.close()
    else store.show(null)
  })
  const outcomes = useOutcomes(list)
  // A running list changes several times a second, and main reads all rows for a forecast.
  const forecast = useForecast(list.listId, list.state === 'running' ? list.state : JSON.stringify(list))
  const rule = brokenRule(list.options, useListPolicy())
  const control = useRunControl(list, !isProfileRemoved && rule === null)
  const decisions = useListAction()
  const recheckFailure = useRecheck(list, isProfileRemoved, decisions.isPending, decisions.checks)
  return (
    <div className={css['screen']}>
      <div className={css['left']}>
        <Header list={list} owner={owner} forecast={forecast} control={control} />
        {list.state === 'paused' && !isProfileRemoved && rule !== null && (
          <Notice tone="check" title={messages.lists.start.notAllowed(rule)}>
            <p>{runText.notAllowed(rule)}</p>
          </Notice>
        )}
        {list.state === 'paused' && <PausedNotice list={list} isProfileRemoved={isProfileRemoved} />}
        {list.state === 'paused' && !isProfileRemoved && isWithoutOpenRows(list) && (
          <RefusedNotice listId={list.listId} />
        )}
        {control.failure && <RunFailure failure={control.failure} title={control.failedTitle} running={running} />}
        {list.state === 'paused' && recheckFailure && (
          <FailureNotice failure={recheckFailure} title={messages.lists.check.recheckFailed(list.checked)} />
        )}
        {list.state === 'paused' && !isProfileRemoved && (
          <Findings list={list} shown={null} onShow={null} decisions={decisions} />
        )}
        <Progress list={list} outcomes={outcomes} forecast={forecast} isServiceDown={isServiceDown} />
        <section ref={focusIfLost} tabIndex={-1} className={css['rows']} aria-label={messages.lists.table.label}>
          <RowTable
            list={list}
            isProfileRemoved={isProfileRemoved}
            mode="run"
            sections={sections}
            selection={selection}
            scroller={scroller}
            onOpen={drawer.open}
          />
        </section>
      </div>
      <RowDrawer
        list={list}
        owner={owner}
        sections={sections}
        selection={selection}
        isOpen={drawer.isOpen}
        onOpen={drawer.open}
        onClose={drawer.close}
        onDialog={onRowDialog}
      />
    </div>
  )
}

/** Returns the outcomes over time, reloaded after each change. */
export const useOutcomes = ({ listId }: Pick<List, 'listId'>) => {
  const { api, now } = usePage()
  const query = useMemo(() => createQuery(() => api.listOutcomes({ listId }), now), [api, now, listId])
  return valueOf(useListQuery(listId, query))
}

type RunControl = Pick<ListAction, 'pending' | 'failure'> & {
  readonly failedTitle: string
  /** Whether Resume would resume the list now. */
  readonly mayResume: boolean
  readonly pause: () => void
  /** Resumes the list, with the number of calls that the button shows. */
  readonly resume: () => void
  readonly stop: () => void
}

const useRunControl = (list: List, isAllowed: boolean): RunControl => {
  const { api } = usePage()
  const { update, shown } = useListsStore()
  const resumeFailure = useStore(shown, (one) => one.resumeFailure)
  const { run, pending, failure: ownFailure } = useListAction()
  const [isOwnResume, setIsOwnResume] = useState(false)
  const { listId, state, counts } = list
  const { waiting: calls } = totalsOf(counts)
  /** The number of ready rows after the list was last refused; null if it couldn't be read. */
  const [refusedWith, setRefusedWith] = useState<number | null>(null)
  const change = (name: 'pause' | 'resume' | 'stop', request: () => Promise<Outcome<List>>) => {
    shown.setState({ resumeFailure: null })
    const ask = async () => {
      const answer = await settle(request())
      if (answer.ok) return answer
      if (name === 'resume') {
        const latest = await settle(api.getList({ listId }))
        if (latest.ok) update(latest.value)
        setRefusedWith(latest.ok ? totalsOf(latest.value.counts).waiting : null)
      }
      setIsOwnResume(name === 'resume')
      return answer
    }
    void run(ask, null, name)
  }
  const pause = () => change('pause', () => api.pauseList({ listId }))
  const stop = () => change('stop', () => api.stopList({ listId }))
  const resume = () => change('resume', () => api.startList({ listId, calls }))
  const hasJustPaused = useHasJustPaused(list)
  const mayResume = calls > 0 && isAllowed && pending.length === 0 && !hasJustPaused
  useCommands({ pauseList: state === 'running' ? pause : mayResume ? resume : null })
  const failure = resumeFailure?.failure ?? ownFailure
  const isResume = resumeFailure !== null || isOwnResume
  // After the user has decided on rows, the number is no longer the one that the button didn't show.
  const refusedCalls = resumeFailure === null ? refusedWith : resumeFailure.calls
  const isDecided =
    failure !== null && hasIssue(failure, 'listCount') && refusedCalls !== null && calls !== refusedCalls
  const isOutdated = isResume && (isDecided || state !== 'paused')
  const failedTitle = isResume ? runText.resumeFailed : runText.failed
  return { pending, failure: isOutdated ? null : failure, failedTitle, mayResume, pause, resume, stop }
}

type PauseButtonProps = { isRunning: boolean; control: RunControl; resumeText: string }

/** Pauses or resumes the list. One button does both, so that it keeps the focus. */
const PauseButton = ({ isRunning, control, resumeText }: PauseButtonProps) => {
  const isPending = control.pending.includes(isRunning ? 'pause' : 'resume')
  const Icon = isRunning ? Pause : Play
  const [text, pendingText] = isRunning ? [runText.pause, runText.pausing] : [resumeText, runText.resuming]
  return (
    <Button
      variant={isRunning ? 'plain' : 'loud'}
      className={css['pause']}
      off={!isRunning && !control.mayResume}
      aria-keyshortcuts={ariaKeysOf('pauseList')}
      // A held Enter key must not resume what it has paused.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={isRunning ? control.pause : control.resume}
    >
      {isPending ? <LoaderCircle aria-hidden /> : <Icon aria-hidden />}
      {isPending ? pendingText : text}
      <Kbd keys={keysOf('pauseList')} variant={isRunning ? 'plain' : 'onColor'} />
    </Button>
  )
}

type HeaderProps = Pick<RunScreenProps, 'list' | 'owner'> & { forecast: Output<'forecastList'>; control: RunControl }

const Header = ({ list, owner, forecast, control }: HeaderProps) => {
  const { now } = usePage()
  const [isStopping, setIsStopping] = useState(false)
  const close = () => setIsStopping(false)
  const stop = () => (close(), control.stop())
  const { waiting } = totalsOf(list.counts)
  const isRunning = list.state === 'running'
  const { agent, route, startedAt } = list
  return (
    <header className={css['head']}>
      <div>
        <h1>
          <bdi>{list.name}</bdi>
          <Tag tone={isRunning ? 'busy' : 'check'} icon={isRunning ? Play : CirclePause}>
            {messages.lists.state(list.state)}
          </Tag>
        </h1>
        <AboutList
          owner={owner}
          text={runText.about(agent?.agentName ?? '', route?.fromPhoneNumberText ?? null, startedAt, now())}
        />
      </div>
      <span className={css['buttons']}>
        <Button off={control.pending.includes('stop')} onClick={() => setIsStopping(true)}>
          {control.pending.includes('stop') ? <LoaderCircle aria-hidden /> : <SquareX aria-hidden />}
          {runText.stop}
        </Button>
        {(isRunning || owner !== null) && (
          <PauseButton
            isRunning={isRunning}
            control={control}
            resumeText={runText.resume(waiting, owner && messages.lists.elsewhere.owner(owner), forecast, now())}
          />
        )}
        <CloseList />
      </span>
      {isStopping && <StopDialog list={list} isProfileRemoved={owner === null} onClose={close} onStop={stop} />}
    </header>
  )
}

/** Shows why the list wasn't changed or didn't resume: in short if its state, its agent or another list is the reason. */
const RunFailure = ({ failure, title, running }: { failure: Failure; title: string; running: List | null }) => {
  if (failure.kind !== 'invalid') return <FailureNotice failure={failure} title={title} />
  const textOf = (issue: Issue): string => {
    const { otherRan, otherRuns } = messages.lists.start
    if (issue.code === 'listBusy') return running === null ? otherRan : otherRuns(running.name)
    if (issue.code === 'listAgent' || issue.code === 'listAgentSilent') return runText.agentProblems[issue.code]
    return messages.issue.text(issue)
  }
  return (
    <Notice tone="check" title={title}>
      {failure.issues.map((issue) => (
        <p key={issue.code}>{textOf(issue)}</p>
      ))}
    </Notice>
  )
}

type PausedNoticeProps = { list: List; isProfileRemoved: boolean }

/** Shows why the list is paused, what must be done, and by whom. */
const PausedNotice = ({ list: { brake, counts }, isProfileRemoved }: PausedNoticeProps) => {
  const { goToKeys } = useCallActions()
  const { active, unresolved, waiting, held } = totalsOf(counts)
  const mayGoOn = active + unresolved > 0
  const paused = runText.paused(active, unresolved)
  if (isProfileRemoved)
    return (
      <Notice tone="check" icon={CirclePause} title={messages.lists.profileRemoved}>
        {mayGoOn && <p>{paused}</p>}
      </Notice>
    )
  const noneReady = waiting === 0 && held > 0 && <p>{runText.noneReady}</p>
  if (brake === null) {
    if (!noneReady) return mayGoOn && <Notice tone="busy" title={paused} />
    return (
      <Notice tone="check" title={paused}>
        {noneReady}
      </Notice>
    )
  }
  const { title, text } = runText.brake(brake.reason)
  return (
    <Notice
      tone="check"
      icon={CirclePause}
      title={title}
      actions={
        (brake.reason === 'keyRefused' || brake.reason === 'keyUnreadable') && (
          <Button size="small" onClick={goToKeys}>
            {runText.openKeys}
          </Button>
        )
      }
    >
      {hasBrakeText({ brake, counts }) && <p>{text}</p>}
      {brake.detail !== '' && <p>{messages.lists.run.brakeDetail(brake.detail)}</p>}
      {mayGoOn && <p>{runText.callsOfPaused(active, unresolved)}</p>}
      {noneReady}
    </Notice>
  )
}

/** Outcomes whose counters are shown even if they are zero. */
const always: ReadonlySet<RowOutcome> = new Set([
  'reached',
  'noAnswer',
  'busy',
  'notPlaced',
  'unknown',
  'inProgress',
  'waiting',
])

type ProgressProps = Pick<RunScreenProps, 'list' | 'isServiceDown'> & {
  outcomes: Output<'listOutcomes'> | null
  forecast: Output<'forecastList'>
}

/** Shows a list's progress: a bar with the expected end, a counter for each outcome, and a chart over time. */
const Progress = ({ list, outcomes, forecast, isServiceDown }: ProgressProps) => {
  const { now } = usePage()
  const { finished, unresolved, active, waiting } = totalsOf(list.counts)
  const counts = countOutcomes(list.counts)
  const all = finished + unresolved + active + waiting
  const title = runText.finished(finished, all)
  return (
    <section className={css['progress']} aria-label={runText.progress}>
      <div className={css['top']}>
        <strong>{title}</strong>
        <span>{paceText(list, forecast, now(), isServiceDown)}</span>
      </div>
      <div className={css['bar']} role="img" aria-label={title}>
        {rowOutcomes.map(
          (outcome) =>
            counts[outcome] > 0 && (
              <i key={outcome} className={outcomeClass(outcome)} style={{ flexGrow: counts[outcome] }} />
            ),
        )}
      </div>
      <dl className={css['counts']} aria-label={runText.counters}>
        {rowOutcomes.map(
          (outcome) =>
            (always.has(outcome) || counts[outcome] > 0) && (
              <div key={outcome}>
                <dt>
                  <i className={outcomeClass(outcome)} aria-hidden />
                  {runText.outcome(outcome)}
                </dt>
                <dd>{messages.common.count(counts[outcome])}</dd>
              </div>
            ),
        )}
      </dl>
      {outcomes && <OutcomeChart outcomes={outcomes} height={80} hasLegend={false} />}
    </section>
  )
}

type PacedList = Pick<List, 'state' | 'brake' | 'counts' | 'waiting' | 'options'>

/** Returns when the next call is due if the list can't call any row earlier; otherwise its pace. */
export const paceText = (list: PacedList, forecast: Output<'forecastList'>, now: number, isDown = false): string => {
  const { waiting, unresolved, active } = totalsOf(list.counts)
  if (list.state === 'paused') {
    if (list.brake === null) return runText.pausedTitle
    // Its time is that of the next start of Rundesk; when Rundesk was closed is unknown.
    return list.brake.reason === 'restarted' ? '' : runText.pausedAt(list.brake.at, now)
  }
  const { rows, until } = list.waiting
  // A row whose call is in progress or unknown may be called again before `until`.
  const isNext = rows === waiting && rows > 0 && unresolved + active === 0
  if (until !== null && isNext) return runText.waitsFor(until, now)
  return runText.pace(list.options.atOnce, forecast, now, isDown, list.options.retry.attempts > 0)
}

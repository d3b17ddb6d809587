import { RotateCcw, StickyNote, UserRound, X } from 'lucide-react'
import { useStore } from 'zustand'
import type { Call, CallDetail, Learned } from '../../../../contract/call.ts'
import type { Profile } from '../../../../contract/profile.ts'
import eventList from '../../../ui/event-list.module.css'
import { Button, CopyButton, Kbd } from '../../../ui/button.tsx'
import { Ltr } from '../../../ui/text.tsx'
import { StateTag, Tag } from '../../../ui/tag.tsx'
import { artifactsOf } from '../../../../domain/call-end.ts'
import { shownRunIdOf } from '../../../../domain/answered-calls.ts'
import { isResolvedWithRun, longestCall, runIdsOf } from '../../../../domain/call-state.ts'
import { mayRepeat, type ShownNumber, useCallActions } from '../../../lib/workspace-context.ts'
import { SaveEvidence } from '../../../ui/evidence.tsx'
import { FailureNotice, OutcomeText, QueryAge } from '../../../ui/notice.tsx'
import { CallResolution } from '../../../ui/call-resolution/call-resolution.tsx'
import { focusIfLost } from '../../../lib/focus.ts'
import { messages } from '../../../../messages/index.ts'
import css from './drawer.module.css'
import type { NotesStore } from '../../../lib/notes.ts'
import { NoteSection } from './notes.tsx'
import { SentDetails } from './sent-details.tsx'
import { RecordingSection } from '../recording/recording-section.tsx'
import type { RunsState } from '../state.ts'
import { useEffect, useMemo, useState } from 'react'
import type { LiveRun, Run } from '../../../../contract/run.ts'
import { useOutcomeText } from '../../../lib/people.ts'
import { createQuery, finishedOf, type Query, valueOf } from '../../../lib/query.ts'
import { isInProgress, useLiveRun } from '../../../lib/call-progress.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { LearnedCard } from '../../../ui/learned.tsx'
import { RunDetails } from '../../../ui/run-details.tsx'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'

const drawerText = messages.runs.drawer

const titleOf = (call: Call): string =>
  runIdsOf(call).length === 0
    ? call.phoneNumberDisplay || messages.common.numberErased
    : messages.call.outcome.runs(call)

type HeaderProps = {
  call: Call
  hasProfile: boolean
  /** Starts a note; null if the call already has one or the user is writing one. */
  onNote: (() => void) | null
  repeat: (callId: string) => void
  showPerson: (number: ShownNumber) => void
  onClose: () => void
}

const Header = ({ call, hasProfile, onNote, repeat, showPerson, onClose }: HeaderProps) => (
  <header className={css['head']}>
    <div className={css['title']}>
      <h2>{titleOf(call)}</h2>
      <StateTag call={call} />
      {call.practice && <Tag tone="idle">{messages.shell.practice}</Tag>}
      <Button variant="quiet" size="icon" aria-label={drawerText.close} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
    <p>
      {runIdsOf(call).length > 0 && (
        <>
          <Ltr>{call.phoneNumberDisplay || messages.common.numberErased}</Ltr>
          {' · '}
        </>
      )}
      {`${call.agentName ?? call.agentUuid} · ${call.profileName}`}
    </p>
    <div className={css['actions']}>
      {runIdsOf(call).length > 0 && (
        <CopyButton
          variant="plain"
          text={runIdsOf(call).join(', ')}
          name={titleOf(call)}
          label={drawerText.copyRun}
          keysOf="copySelectedRunId"
        />
      )}
      {mayRepeat(call) && hasProfile && (
        <Button
          size="small"
          aria-keyshortcuts={ariaKeysOf('repeatSelected')}
          title={messages.call.today.repeat}
          onClick={() => repeat(call.callId)}
        >
          <RotateCcw aria-hidden />
          {drawerText.repeat}
          <Kbd keys={keysOf('repeatSelected')} variant="bare" />
        </Button>
      )}
      {onNote && (
        <Button size="small" aria-keyshortcuts={ariaKeysOf('writeNote')} onClick={onNote}>
          <StickyNote aria-hidden />
          {messages.runs.note.add}
          <Kbd keys={keysOf('writeNote')} variant="bare" />
        </Button>
      )}
      {mayRepeat(call) && (
        <Button size="small" onClick={() => showPerson(call)}>
          <UserRound aria-hidden />
          {messages.afterCall.person}
        </Button>
      )}
    </div>
  </header>
)

/** Shows the events with the date of the first one of each day, unless all are of today. */
const Timeline = ({ events }: { events: CallDetail['events'] }) => {
  const now = useNow(null)
  return (
    <section>
      <h3>{drawerText.timeline}</h3>
      <ol className={`${eventList['events']} ${css['events']}`}>
        {events.map(({ at, outcome }, index) => (
          <li key={`${at} ${outcome.state}`}>
            <time dateTime={at} title={messages.time.full(at)}>
              {messages.time.exact(at, Date.parse(events[index - 1]?.at ?? '') || now)}
            </time>
            <span>{messages.callState.event(outcome, events[index - 1]?.outcome, events.at(-1)?.outcome)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type DetailProps = { detail: CallDetail; notes: NotesStore; profiles: readonly Profile[] }

const Detail = ({ detail, notes, profiles }: DetailProps) => (
  <>
    <NoteSection callId={detail.call.callId} note={detail.note} notes={notes} />
    <Timeline events={detail.events} />
    <section className={css['outcome']}>
      <h3>{drawerText.result}</h3>
      <Outcome call={detail.call} />
    </section>
    <CallResolution call={detail.call} hasCheckKey={false} />
    <FromService detail={detail} hasProfile={profiles.some(({ id }) => id === detail.call.profileId)} />
    <SentDetails detail={detail} />
    <section>
      <SaveEvidence key={detail.call.callId} callId={detail.call.callId} />
    </section>
  </>
)

const Outcome = ({ call }: { call: Call }) => {
  const text = useOutcomeText(call)
  return (
    <>
      <p className={css['strong']}>{text.title}</p>
      <OutcomeText text={text} />
    </>
  )
}

/** Shows the recording and the run. A run that may belong to another call is marked; the user chooses one of several. */
const FromService = ({ detail, hasProfile }: { detail: CallDetail; hasProfile: boolean }) => {
  const { call, learned, erasedAt } = detail
  const runIds = runIdsOf(call)
  const [chosen, choose] = useState<number | null>(null)
  const runId = runIds.find((id) => id === chosen) ?? shownRunIdOf(call) ?? runIds[0] ?? null
  return (
    <>
      {hasProfile && runIds.length > 0 && shownRunIdOf(call) === null && (
        <div role="group" aria-label={drawerText.possibleRuns(runIds.length)} className={css['actions']}>
          <span>{drawerText.possibleRuns(runIds.length)}</span>
          {runIds.map((id) => (
            <Button key={id} size="small" aria-pressed={id === runId} onClick={() => choose(id)}>
              {drawerText.run(id)}
            </Button>
          ))}
        </div>
      )}
      {hasProfile && runId !== null && erasedAt !== null && (
        <section className={css['service']}>
          <p>{drawerText.stillAtService}</p>
        </section>
      )}
      <ReportedRun call={call} learned={learned} hasProfile={hasProfile} runId={runId} />
    </>
  )
}

type ReportedRunProps = { call: Call; learned: Learned | null; hasProfile: boolean; runId: number | null }

const ReportedRun = ({ call, learned, hasProfile, runId }: ReportedRunProps) => {
  const { callId, profileId, preparedAt, practice } = call
  const { api, now } = usePage()
  const run = useMemo(
    () => (runId === null ? null : createQuery(() => api.getRun({ profileId, workflowRunId: runId, callId }), now)),
    [api, now, profileId, runId, callId],
  )
  return (
    <>
      {hasProfile && run && runId !== null && <RunRecording key={runId} call={call} workflowRunId={runId} run={run} />}
      <ServiceRun
        {...{ callId, preparedAt, run, hasProfile, learned, practice }}
        isFollowed={call.outcome.state === 'accepted' || isResolvedWithRun(call)}
      />
    </>
  )
}

type RunRecordingProps = { call: Call; workflowRunId: number; run: Query<Run> }

const RunRecording = ({ run, call, workflowRunId }: RunRecordingProps) => {
  const { callId, profileId, preparedAt, outcome } = call
  const { now } = usePage()
  const live = useLiveRun(callId)
  const loaded = useStore(run.store, valueOf)
  return (
    <RecordingSection
      {...{ callId, profileId, workflowRunId }}
      artifacts={artifactsOf(outcome, live?.run ?? loaded)}
      isLongOver={now() - Date.parse(preparedAt) > longestCall}
    />
  )
}

type RunDrawerProps = {
  opened: NonNullable<RunsState['opened']>
  notes: NotesStore
  profiles: readonly Profile[]
  onClose: () => void
}

/** Shows a call's events, its outcome, what the service currently reports, and what was sent. */
export const RunDrawer = ({ opened, notes, profiles, onClose }: RunDrawerProps) => {
  const query = finishedOf(useStore(opened.detail.store))
  const call = query.data?.value.call
  const { repeat, showPerson, hasProfile } = useCallActions()
  const writing = useStore(notes.store, (drafts) => drafts[opened.callId] !== undefined)
  return (
    <aside
      ref={focusIfLost}
      tabIndex={-1}
      data-details
      className={css['drawer']}
      aria-label={call ? drawerText.label(titleOf(call)) : drawerText.loading}
    >
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
      {!query.data && query.step !== 'failed' && <p className={css['wait']}>{drawerText.loading}</p>}
      {query.data && call && (
        <>
          <Header
            call={call}
            hasProfile={hasProfile(call.profileId)}
            onNote={writing || query.data.value.note ? null : () => notes.edit(opened.callId, '')}
            repeat={repeat}
            showPerson={showPerson}
            onClose={onClose}
          />
          <Detail detail={query.data.value} notes={notes} profiles={profiles} />
        </>
      )}
    </aside>
  )
}

const LoadedRun = ({ run, learned, onOpen }: { run: Query<Run>; learned: Learned | null; onOpen: boolean }) => {
  const query = useStore(run.store)
  useEffect(() => {
    if (!onOpen) return undefined
    const timer = setTimeout(() => void run.load(), followDelay)
    return () => clearTimeout(timer)
  }, [run, onOpen])
  return (
    <>
      <QueryAge
        query={query}
        label={drawerText.refresh}
        text={drawerText.updatedAt}
        onRefresh={() => void run.load()}
      />
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
      {query.data ? <RunDetails run={query.data.value} /> : learned && <LearnedCard learned={learned} />}
    </>
  )
}

/** Shows the last reported state of a run that is being polled. */
const FollowedRun = ({ live, preparedAt, onRefresh }: FollowedRunProps) => {
  const now = useNow(isInProgress(live) ? 1_000 : 5_000)
  const summary = messages.live.summary(live, preparedAt, now)
  return (
    <>
      {summary && <p className={css['strong']}>{summary}</p>}
      <div className={css['actions']}>
        <Button size="small" onClick={onRefresh} off={live.step === 'polling'}>
          {drawerText.refresh}
        </Button>
        {live.reportedAt !== null && (
          <span>{drawerText.updatedAt(messages.time.agoOrAt(Date.parse(live.reportedAt), now))}</span>
        )}
      </div>
      {live.step === 'stale' && <p>{messages.live.stale}</p>}
      {live.failure && live.failedAt !== undefined && (
        <p>{drawerText.failedAt(messages.time.agoOrAt(Date.parse(live.failedAt), now))}</p>
      )}
      {live.failure && <FailureNotice failure={live.failure} />}
      {live.run && <RunDetails run={live.run} />}
    </>
  )
}

/** Delay before a run is polled, in milliseconds, so that stepping through the list doesn't start polling. */
const followDelay = 400

const useFollowedRun = ({ callId, preparedAt, follow }: { callId: string; preparedAt: string; follow: boolean }) => {
  const { api, now } = usePage()
  const live = useLiveRun(callId)
  const isYoung = now() - Date.parse(preparedAt) < longestCall
  // If polling has ended for any reason, opening the call reads the run again.
  const [isOver] = useState(live !== null && !isInProgress(live))
  const shouldFollow = follow && (isOver || (live === null && isYoung))
  useEffect(() => {
    if (!shouldFollow) return undefined
    const timer = setTimeout(() => void api.followRun({ callId }), followDelay)
    return () => clearTimeout(timer)
  }, [api, callId, shouldFollow])
  return { live, refresh: () => void api.followRun({ callId }) }
}

type FollowedRunProps = { live: LiveRun; preparedAt: string; onRefresh: () => void }
type ServiceRunProps = {
  callId: string
  preparedAt: string
  run: Query<Run> | null
  isFollowed: boolean
  hasProfile: boolean
  /** What the service reported when the call ended. */
  learned: Learned | null
  practice: boolean
}

/**
 * Shows the run as the service reports it. It is polled while the call may be in progress, otherwise loaded when the
 * call is opened.
 */
const ServiceRun = ({ practice, callId, preparedAt, run, isFollowed, hasProfile, learned }: ServiceRunProps) => {
  const { live, refresh } = useFollowedRun({ callId, preparedAt, follow: isFollowed && hasProfile })
  return (
    <section className={css['service']}>
      <h3>{drawerText.service}</h3>
      {!hasProfile && <p>{drawerText.otherProfile}</p>}
      {hasProfile && !run && <p>{drawerText.noRun}</p>}
      {hasProfile && live && <FollowedRun live={live} preparedAt={preparedAt} onRefresh={refresh} />}
      {/* The practice organization of an earlier session no longer exists. */}
      {hasProfile && run && !live && <LoadedRun run={run} learned={learned} onOpen={!practice} />}
      {!hasProfile && learned && <LearnedCard learned={learned} />}
    </section>
  )
}

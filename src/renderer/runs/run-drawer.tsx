import { RotateCcw, StickyNote, X } from 'lucide-react'
import { useStore } from 'zustand'
import type { Call, CallDetail } from '../../contract/call.ts'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Kbd } from '../design/kbd.tsx'
import { Ltr } from '../design/ltr.tsx'
import { Tag } from '../design/tag.tsx'
import { mayRepeat } from '../shell/call-again.ts'
import { useCallActs } from '../shell/call-acts.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { SaveEvidence } from '../shell/evidence/save-evidence.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { CallResolution } from '../shell/look-up/call-resolution.tsx'
import { OutcomeText } from '../shell/outcome-text.tsx'
import { runIdOf } from '../shell/run-id.ts'
import { StateTag } from '../shell/state-tag.tsx'
import { catchFocus } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import css from './run-drawer.module.css'
import { NoteSection } from './note/note-section.tsx'
import type { NotesStore } from './note/notes-store.ts'
import { RunFromService } from './run-from-service.tsx'
import { TalkSection } from './talk/talk-section.tsx'
import type { OpenedRun } from './runs-store.ts'
import { SentFacts } from './sent-facts.tsx'

const said = words.runs.drawer
type Props = { opened: OpenedRun; notes: NotesStore; profiles: readonly Profile[]; onClose: () => void }

const titleOf = (call: Call): string => {
  const runId = runIdOf(call)
  return runId === null ? call.phoneNumberDisplay || said.erased : said.run(runId)
}

type HeadProps = {
  call: Call
  runId: number | null
  /** Whether the profile of the call is still there to call with. */
  known: boolean
  /** Begins a note; null where there is one, or one is being written. */
  onNote: (() => void) | null
  repeat: (callId: string) => void
  onClose: () => void
}

const Head = ({ call, runId, known, onNote, repeat, onClose }: HeadProps) => (
  <header className={css['head']}>
    <div className={css['title']}>
      <h2>{titleOf(call)}</h2>
      <StateTag state={call.outcome} />
      {call.practice && <Tag tone="idle">{words.shell.practice}</Tag>}
      <Button look="quiet" size="icon" aria-label={said.close} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
    <p>
      {runId !== null && (
        <>
          <Ltr>{call.phoneNumberDisplay || said.erased}</Ltr>
          {' · '}
        </>
      )}
      {`${call.agentName ?? call.agentUuid} · ${call.profileName}`}
    </p>
    <div className={css['acts']}>
      {runId !== null && (
        <CopyButton look="plain" text={String(runId)} name={said.run(runId)} label={said.copyRun} shortcut="C" />
      )}
      {mayRepeat(call) && known && (
        <Button size="small" aria-keyshortcuts="R" title={words.call.today.repeat} onClick={() => repeat(call.callId)}>
          <RotateCcw aria-hidden />
          {said.repeat}
          <Kbd keys="R" look="bare" />
        </Button>
      )}
      {onNote && (
        <Button size="small" aria-keyshortcuts="N" onClick={onNote}>
          <StickyNote aria-hidden />
          {words.runs.note.add}
          <Kbd keys="N" look="bare" />
        </Button>
      )}
    </div>
  </header>
)

const Timeline = ({ events }: { events: CallDetail['events'] }) => (
  <section>
    <h3>{said.happened}</h3>
    <ol className={css['events']}>
      {events.map(({ at, outcome }) => (
        <li key={`${at} ${outcome.state}`}>
          <time dateTime={at} title={words.time.full(at)}>
            {words.time.exact(at)}
          </time>
          <span>{words.callState.event(outcome)}</span>
        </li>
      ))}
    </ol>
  </section>
)

type DetailProps = { detail: CallDetail; notes: NotesStore; profiles: readonly Profile[] }

const Detail = ({ detail, notes, profiles }: DetailProps) => (
  <>
    <NoteSection callId={detail.call.callId} note={detail.note} notes={notes} />
    <Timeline events={detail.events} />
    <section className={css['became']}>
      <h3>{said.became}</h3>
      <p className={css['strong']}>{words.callState.inWords(detail.call.outcome).title}</p>
      <OutcomeText said={words.callState.inWords(detail.call.outcome)} />
    </section>
    <CallResolution call={detail.call} />
    {runIdOf(detail.call) !== null && profiles.some(({ id }) => id === detail.call.profileId) && (
      <TalkSection profileId={detail.call.profileId} workflowRunId={runIdOf(detail.call) ?? 0} />
    )}
    <RunFromService
      callId={detail.call.callId}
      profileId={detail.call.profileId}
      preparedAt={detail.call.preparedAt}
      runId={runIdOf(detail.call)}
      accepted={detail.call.outcome.state === 'accepted'}
      known={profiles.some(({ id }) => id === detail.call.profileId)}
    />
    <SentFacts detail={detail} />
    <SaveEvidence callId={detail.call.callId} />
  </>
)

/** One call whole: what happened when, what came back in words, what the service says now, what was sent. */
export const RunDrawer = ({ opened, notes, profiles, onClose }: Props) => {
  const fact = useStore(opened.detail.store)
  const call = fact.known?.value.call
  const { repeat, hasProfile } = useCallActs()
  const writing = useStore(notes.store, (drafts) => drafts[opened.callId] !== undefined)
  return (
    <aside
      ref={catchFocus}
      tabIndex={-1}
      data-details
      className={css['drawer']}
      aria-label={call ? said.label(titleOf(call)) : said.loading}
    >
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {!fact.known && fact.step !== 'failed' && <p className={css['wait']}>{said.loading}</p>}
      {fact.known && call && (
        <>
          <Head
            call={call}
            runId={runIdOf(call)}
            known={hasProfile(call.profileId)}
            onNote={writing || fact.known.value.note ? null : () => notes.begin(opened.callId, '')}
            repeat={repeat}
            onClose={onClose}
          />
          <Detail detail={fact.known.value} notes={notes} profiles={profiles} />
        </>
      )}
    </aside>
  )
}

import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../contract/call.ts'
import type { ProfileRuns, RecentRun } from '../../../contract/call-list.ts'
import type { NumberDetails } from '../../../contract/person.ts'
import { outcomeOfListedRun, runIdsOf } from '../../../domain/call-state.ts'
import { messages } from '../../../messages/index.ts'
import { keysOf } from '../../lib/commands.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../lib/hotkeys.ts'
import { usePage } from '../../lib/page.ts'
import { createQuery, finishedOf, type Query } from '../../lib/query.ts'
import { type ShownNumber, useCallActions } from '../../lib/workspace-context.ts'
import { Button, Kbd } from '../../ui/button.tsx'
import { DoNotCallDialog, RemoveDoNotCallDialog } from '../../ui/do-not-call-dialog.tsx'
import { FailureNotice, Notice, QueryAge } from '../../ui/notice.tsx'
import { StateTag, Tag } from '../../ui/tag.tsx'
import { Ltr } from '../../ui/text.tsx'
import css from './people.module.css'

const personText = messages.person

/** Returns what this computer knows about a number. It is reloaded after each change. */
const useNumberDetails = ({ phoneNumber, practice }: ShownNumber): Query<NumberDetails> => {
  const { api, now } = usePage()
  const person = useMemo(
    () => createQuery(() => api.readPerson({ phoneNumber, practice }), now),
    [api, now, phoneNumber, practice],
  )
  useEffect(() => {
    void person.load()
    const stops = [api.onPeopleChanged(() => void person.refresh()), api.onCallsChanged(() => void person.refresh())]
    return () => stops.forEach((stop) => stop())
  }, [api, person])
  return person
}

/**
 * Shows everything about one number: its calls, the services' runs, notes, the next reminder, and any do-not-call
 * entry. Back and Escape return to the screen below.
 */
export const PersonScreen = ({ number, onBack }: { number: ShownNumber; onBack: () => void }) => {
  const person = useNumberDetails(number)
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !isInDialog(event) && !isTyping(event)) onBack()
  })
  const query = finishedOf(useStore(person.store))
  const { phoneNumberDisplay } = number
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <Button variant="quiet" size="small" aria-keyshortcuts="Escape" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {personText.back}
          <Kbd keys={keysOf('close')} variant="bare" />
        </Button>
        <h1>
          <Ltr>{phoneNumberDisplay}</Ltr>
        </h1>
        {number.practice && <Tag tone="idle">{messages.shell.practice}</Tag>}
      </header>
      {query.step === 'failed' && <FailureNotice failure={query.failure} title={personText.failed} />}
      {!query.data && query.step !== 'failed' && <p>{personText.loading}</p>}
      {query.data && (
        <>
          <NextSteps number={number} person={query.data.value} />
          <OwnCalls person={query.data.value} practice={number.practice} />
        </>
      )}
      <ServiceRuns number={number} calls={query.data?.value.calls ?? []} />
    </div>
  )
}

/** Shows whether and when to call the person again. */
const NextSteps = ({
  number,
  person: { doNotCall, reminders, calls },
}: {
  number: ShownNumber
  person: NumberDetails
}) => {
  const { fillAgain, hasProfile } = useCallActions()
  const [dialog, setDialog] = useState<'add' | 'remove' | null>(null)
  const [reminder] = reminders
  const newest = calls[0]
  return (
    <section className={css['card']} aria-label={personText.next}>
      {doNotCall && (
        <Notice tone="check" title={messages.doNotCall.title}>
          {messages.doNotCall.since(doNotCall)}
        </Notice>
      )}
      {reminder && <p>{messages.inbox.reminderTitle(reminder.dueAt)}</p>}
      <div className={css['actions']}>
        {newest && hasProfile(newest.profileId) && (
          <Button onClick={() => fillAgain(newest.callId)}>{messages.inbox.fillForm}</Button>
        )}
        {doNotCall ? (
          // An entry of a file can't be removed alone.
          doNotCall.importId === undefined && <Button onClick={() => setDialog('remove')}>{personText.mayCall}</Button>
        ) : (
          <Button onClick={() => setDialog('add')}>{messages.afterCall.doNotCall}</Button>
        )}
      </div>
      {dialog === 'add' && <DoNotCallDialog number={number} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && doNotCall && <RemoveDoNotCallDialog entry={doNotCall} onClose={() => setDialog(null)} />}
    </section>
  )
}

const OwnCalls = ({ person: { calls, more, notes }, practice }: { person: NumberDetails; practice: boolean }) => (
  <section className={css['card']} aria-label={personText.calls}>
    <h2>{personText.calls}</h2>
    <p>{calls.length === 0 ? personText.noCalls(practice) : personText.onlyCalls(practice)}</p>
    <ul className={css['rows']}>
      {calls.map((call) => (
        <CallRow key={call.callId} call={call} note={notes[call.callId] ?? null} />
      ))}
    </ul>
    {more && <p>{personText.more}</p>}
  </section>
)

const CallRow = ({ call, note }: { call: Call; note: string | null }) => {
  const { show } = useCallActions()
  const runs = runIdsOf(call)
  const found = messages.runDespiteDecision(call.outcome)
  return (
    <li data-color={call.profileColor}>
      <time dateTime={call.preparedAt}>{messages.time.minute(call.preparedAt)}</time>
      <StateTag call={call} />
      <span className={css['what']}>
        <bdi>{call.agentName ?? messages.call.agentById(call.agentUuid)}</bdi>
        {' · '}
        <bdi>{call.profileName}</bdi>
        {runs.length > 0 && ` · ${messages.call.outcome.runs(call)}`}
        {found !== null && <small>{found}</small>}
        {note !== null && (
          <small>
            {personText.note} <bdi>{note}</bdi>
          </small>
        )}
      </span>
      <Button size="small" aria-label={personText.openCall(call.preparedAt)} onClick={() => show(call.callId)}>
        {messages.inbox.openInRuns}
      </Button>
    </li>
  )
}

/** Shows the services' recent runs to the number for every profile, including runs that were started elsewhere. */
const ServiceRuns = ({ number: { phoneNumber, practice }, calls }: { number: ShownNumber; calls: readonly Call[] }) => {
  const { api, now } = usePage()
  const runs = useMemo(
    // The age that is shown is the age of the service's response, so no cached response is used.
    () => createQuery(() => api.recentRuns({ phoneNumber, practice, fresh: true }), now),
    [api, now, phoneNumber, practice],
  )
  const query = useStore(runs.store)
  useEffect(() => void runs.load(), [runs])
  return (
    <section className={css['card']} aria-label={personText.runs}>
      <h2>{personText.runs}</h2>
      <QueryAge
        query={query}
        label={messages.common.refresh}
        text={personText.updated}
        onRefresh={() => void runs.load()}
      />
      {query.step === 'failed' && <FailureNotice failure={query.failure} title={personText.runsFailed} />}
      {query.data?.value.profiles.length === 0 && <p>{personText.noRuns}</p>}
      {query.data?.value.profiles.map((profile) => (
        <ProfileRunList key={profile.profileId} profile={profile} calls={calls} />
      ))}
    </section>
  )
}

const ProfileRunList = ({ profile, calls }: { profile: ProfileRuns; calls: readonly Call[] }) => {
  const { askRun } = useCallActions()
  return (
    <div data-color={profile.profileColor}>
      <h3>
        <i className={css['color']} aria-hidden />
        <bdi>{profile.profileName}</bdi>
      </h3>
      {profile.failure && <p>{messages.failure.asReason(messages.failure.describe(profile.failure))}</p>}
      {!profile.failure && profile.runs.length === 0 && <p>{personText.noRuns}</p>}
      <ul className={css['rows']}>
        {profile.runs.map((run) => (
          <li key={run.workflowRunId}>
            <time dateTime={run.createdAt}>{messages.time.minute(run.createdAt)}</time>
            <span>{messages.call.outcome.run(run.workflowRunId)}</span>
            <span className={css['what']}>
              <RunState run={run} call={calls.find(({ callId }) => callId === run.callId)} />
              {run.durationSeconds !== null && ` · ${messages.time.duration(run.durationSeconds)}`}
              {run.callId === null && <small>{personText.elsewhere}</small>}
            </span>
            <Button size="small" onClick={() => askRun(profile.profileId, run.workflowRunId)}>
              {personText.lookUp(run.workflowRunId)}
            </Button>
          </li>
        ))}
      </ul>
      {profile.more && <p>{personText.olderRuns}</p>}
    </div>
  )
}

const RunState = ({ run, call }: { run: RecentRun; call: Call | undefined }) => {
  const { createdAt, disposition, state } = run
  // The call may have changed since the runs were loaded.
  const outcome = outcomeOfListedRun({ ...run, outcome: call?.outcome ?? run.outcome })
  if (outcome !== null) return <StateTag call={{ outcome, preparedAt: createdAt }} />
  // The service also reports `failed` for runs after whose error a phone may ring.
  return state === 'ended' && disposition !== null ? messages.live.endReason(disposition) : personText.runStates[state]
}

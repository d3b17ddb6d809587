import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../contract/call.ts'
import type { ReconciliationJob, Run } from '../../../contract/run.ts'
import { followedRunIdOf, lacksCarrierReport, runIdOf, runIdsOf } from '../../../domain/call-state.ts'
import { Button, CopyButton, Kbd } from '../button.tsx'
import { FieldMessage } from '../field.tsx'
import { messages } from '../../../messages/index.ts'
import { FailureNotice } from '../notice.tsx'
import { useNow, usePage } from '../../lib/page.ts'
import css from './call-resolution.module.css'
import type { CheckState, ResolutionStore } from './resolution-store.ts'
import details from '../detail-list.module.css'
import { createQuery, type Query } from '../../lib/query.ts'
import { RunDetails } from '../run-details.tsx'
import { ariaKeysOf, keysOf } from '../../lib/commands.ts'

const reconciliationText = messages.reconciliation

/** Returns an explanation of the check; null if the status line says everything that is needed. */
export const explanationOf = (
  call: Call,
  { lists, foundRunId }: ReconciliationJob,
  { canCheck, now }: { canCheck: boolean; now: number },
): string | null => {
  const { outcome, referenceName } = call
  if (outcome.state === 'sending' || outcome.state === 'queued')
    return foundRunId === null ? reconciliationText.late : reconciliationText.found(foundRunId)
  if (!canCheck) return reconciliationText.noProfile
  if (outcome.state === 'candidate') return reconciliationText.decide
  if (lacksCarrierReport(call, now)) return reconciliationText.noCarrierReport
  if (followedRunIdOf(outcome) !== null) return reconciliationText.waitsForCarrier
  if (lists === 'refused' || lists === 'ofAgent') return reconciliationText[lists]
  return referenceName === null ? reconciliationText.withoutReference : null
}

/**
 * Returns a sentence about what Rundesk is doing or will do next. The status line is derived only from the job, so that
 * it never contradicts itself.
 */
const stepOf = ({ outcome }: Call, { step, nextAttemptAt }: ReconciliationJob, now: number): string => {
  if (step === 'polling') return reconciliationText.checking
  if (nextAttemptAt !== null) return reconciliationText.nextCheck(Date.parse(nextAttemptAt) - now)
  return outcome.state === 'sending' || outcome.state === 'queued'
    ? reconciliationText.waiting
    : reconciliationText.stopped
}

/** Returns the text about the last check; null during a check or if there has been none since the app was launched. */
const lastOf = ({ step, lastAttemptAt }: ReconciliationJob, now: number): string | null =>
  lastAttemptAt === null || step === 'polling'
    ? null
    : reconciliationText.lastCheck(messages.time.agoOrAt(Date.parse(lastAttemptAt), now))

const checkResult = (check: CheckState): string | null => {
  if (check.step === 'unchanged') return reconciliationText.noChange
  if (check.step !== 'failed') return null
  return `${reconciliationText.notChecked}. ${messages.failure.asReason(messages.failure.describe(check.failure))}`
}

/** Announces the result of a check, and a run that was found before the response arrived. */
const useAnnouncements = (check: CheckState, found: number | null): void => {
  const { announce } = usePage()
  const sentence = checkResult(check)
  useEffect(() => {
    if (found !== null) announce(reconciliationText.found(found))
  }, [found, announce])
  useEffect(() => {
    if (sentence !== null) announce(sentence)
  }, [sentence, announce])
}

type ActionsProps = Pick<ReconciliationPanelProps, 'resolution' | 'canCheck' | 'hasShortcuts' | 'hasCheckKey'> & {
  mayResolve: boolean
}

const Actions = ({ resolution, canCheck, mayResolve, hasShortcuts, hasCheckKey }: ActionsProps): ReactNode => {
  const { check } = useStore(resolution.store)
  const busy = check.step === 'checking'
  return (
    <div className={css['actions']}>
      {canCheck && (
        <Button
          size="small"
          off={busy}
          aria-keyshortcuts={hasShortcuts && hasCheckKey ? ariaKeysOf('checkNow') : undefined}
          onClick={() => void resolution.checkNow()}
        >
          {busy ? reconciliationText.checkingNow : reconciliationText.checkNow}
          {hasShortcuts && hasCheckKey && <Kbd keys={keysOf('checkNow')} variant="bare" />}
        </Button>
      )}
      {mayResolve && (
        <Button
          size="small"
          aria-keyshortcuts={hasShortcuts ? ariaKeysOf('resolveManually') : undefined}
          onClick={resolution.openForm}
        >
          {reconciliationText.resolve}
          {hasShortcuts && <Kbd keys={keysOf('resolveManually')} variant="bare" />}
        </Button>
      )}
    </div>
  )
}

type ReconciliationPanelProps = {
  call: Call
  job: ReconciliationJob
  resolution: ResolutionStore
  /** False if the call's profile was removed, so that the service can't be asked. */
  canCheck: boolean
  /** Whether the call's shortcuts work. */
  hasShortcuts: boolean
  hasCheckKey: boolean
}

/** Shows the reconciliation of a call: what is checked and when, and the actions. */
export const ReconciliationPanel = ({ call, job, resolution, canCheck, ...keys }: ReconciliationPanelProps) => {
  const { check } = useStore(resolution.store)
  const { outcome } = call
  const known = runIdsOf(call)
  const found = known.length === 0 && job.foundRunId !== null ? [job.foundRunId] : known
  const isAwaitingResponse = outcome.state === 'sending' || outcome.state === 'queued'
  const explanation = explanationOf(call, job, { canCheck, now: useNow(10_000) })
  useAnnouncements(check, isAwaitingResponse ? job.foundRunId : null)
  return (
    <>
      <h3>{reconciliationText.title}</h3>
      {explanation !== null && <p>{explanation}</p>}
      {found.length > 0 && (
        <FoundRuns
          profileId={canCheck ? call.profileId : null}
          callId={call.callId}
          ids={found}
          label={outcome.state === 'candidate' ? reconciliationText.candidates(found) : reconciliationText.foundList}
        />
      )}
      {(!canCheck || explanation === reconciliationText.refused || explanation === reconciliationText.ofAgent) &&
        !isAwaitingResponse && <DashboardDetails call={call} job={job} hasProfile={canCheck} />}
      {canCheck && <StatusLine call={call} job={job} />}
      {canCheck && job.lastFailure && check.step !== 'failed' && (
        <FieldMessage tone="check">
          {reconciliationText.failed(messages.failure.asReason(messages.failure.describe(job.lastFailure)))}
        </FieldMessage>
      )}
      {check.step === 'failed' && <FailureNotice failure={check.failure} title={reconciliationText.notChecked} />}
      {check.step === 'unchanged' && <p className={css['unchanged']}>{reconciliationText.noChange}</p>}
      {!isAwaitingResponse && <p className={css['hint']}>{reconciliationText.doNotCall}</p>}
      <Actions resolution={resolution} mayResolve={!isAwaitingResponse} canCheck={canCheck} {...keys} />
    </>
  )
}

const Detail = ({ name, value, copy = false }: { name: string; value: string; copy?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd className={copy ? css['copied'] : undefined}>
      <span>{value}</span>
      {copy && <CopyButton text={value} name={name} />}
    </dd>
  </div>
)

/** Returns the text about when the outcome can be "not found"; null if it already can be or never will be. */
export const notFoundDelay = (call: Call, job: ReconciliationJob, now: number): string | null => {
  const { quietUntil, step, lists } = job
  // If the service has created a run, the call is never "not found".
  const waits = call.outcome.state === 'unknown' && runIdOf(call) === null && lists !== 'ofAgent'
  if (!waits || step === 'stopped' || quietUntil === null || Date.parse(quietUntil) <= now) return null
  return reconciliationText.notBefore(Date.parse(quietUntil) - now)
}

/** Shows what Rundesk is doing or will do next, and how long ago it last checked. Updated every second. */
const StatusLine = ({ call, job }: { call: Call; job: ReconciliationJob }) => {
  const now = useNow(1_000)
  const delay = notFoundDelay(call, job, now)
  return (
    <>
      <p>{[stepOf(call, job, now), lastOf(job, now)].filter(Boolean).join(' ')}</p>
      {delay && (
        <dl className={details['list']}>
          <Detail name={reconciliationText.earliest} value={delay} />
        </dl>
      )}
    </>
  )
}

type DashboardDetailsProps = { call: Call; job: ReconciliationJob; hasProfile: boolean }

/**
 * Shows what to search for in the service's dashboard if the key cannot read the run lists or the profile was removed.
 * A removed profile no longer shows which dashboard that is.
 */
const DashboardDetails = ({ call, job, hasProfile }: DashboardDetailsProps) => {
  const { from, to } = job.window
  return (
    <dl className={`${details['list']} ${css['search']}`}>
      {!hasProfile && <Detail name={reconciliationText.service} value={call.origin} copy />}
      <Detail name={reconciliationText.number} value={call.phoneNumber} copy />
      <Detail name={reconciliationText.agent} value={call.agentName ?? call.agentUuid} copy />
      <Detail name={reconciliationText.window} value={reconciliationText.windowOf(from, to)} />
    </dl>
  )
}

const RunAnswer = ({ run }: { run: Query<Run> }) => {
  const query = useStore(run.store)
  return (
    <div className={css['answer']} aria-live="polite">
      {query.step === 'loading' && <p>{messages.common.contacting}</p>}
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
      {query.data && <RunDetails run={query.data.value} />}
    </div>
  )
}

const FoundRun = ({ profileId, callId, id }: Omit<FoundRunsProps, 'ids' | 'label'> & { id: number }) => {
  const { api, now } = usePage()
  const [run, setRun] = useState<Query<Run> | null>(null)
  const loadRun = (ofProfile: string) => {
    const query = run ?? createQuery(() => api.getRun({ profileId: ofProfile, workflowRunId: id, callId }), now)
    setRun(query)
    void query.load()
  }
  return (
    <li>
      <span className={css['run']}>
        <strong>{messages.call.outcome.run(id)}</strong>
        <CopyButton text={String(id)} name={messages.call.outcome.run(id)} />
        {profileId !== null && (
          <Button size="small" aria-label={reconciliationText.lookUpRun(id)} onClick={() => loadRun(profileId)}>
            {reconciliationText.lookUp}
          </Button>
        )}
      </span>
      {run && <RunAnswer run={run} />}
    </li>
  )
}

type FoundRunsProps = { profileId: string | null; callId: string; ids: readonly number[]; label: string }

/**
 * Shows the runs that may belong to the call. The user can copy each run's ID and load its details, unless the call's
 * profile was removed (null).
 */
export const FoundRuns = ({ profileId, callId, ids, label }: FoundRunsProps) => (
  <ul className={css['runs']} aria-label={label}>
    {ids.map((id) => (
      <FoundRun key={id} profileId={profileId} callId={callId} id={id} />
    ))}
  </ul>
)

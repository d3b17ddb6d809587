import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import { type Call, callIdSchema } from '../../../contract/call.ts'
import { hasIssue, type Outcome, succeed } from '../../../contract/failure.ts'
import { defaultReferenceName, type Profile } from '../../../contract/profile.ts'
import { placedOf, runIdOf, shownOutcome } from '../../../domain/call-state.ts'
import { runIdIn } from '../../../domain/ids.ts'
import type { Run } from '../../../contract/run.ts'
import { createQuery, type Query, settle, valueOf } from '../../lib/query.ts'
import { type PageDeps, useNow } from '../../lib/page.ts'
import { useRef, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { isInDialog, isTyping, useWindowKeys } from '../../lib/hotkeys.ts'
import { messages } from '../../../messages/index.ts'
import css from './run-lookup.module.css'
import { Ltr } from '../../ui/text.tsx'
import { StateTag, Tag } from '../../ui/tag.tsx'
import { useCallActions } from '../../lib/workspace-context.ts'
import { SaveEvidence } from '../../ui/evidence.tsx'
import { FailureNotice, QueryAge } from '../../ui/notice.tsx'
import { RunDetails } from '../../ui/run-details.tsx'

const runText = messages.support.run

type FoundRun = {
  run: Run
  /** The profile's calls in the history that have this run ID although the service's run belongs to another call. */
  otherCallIds: readonly string[]
}
type ServiceLookup = { profile: Profile; run: Query<FoundRun> }

/** The queries about one run: of this computer's history and of every profile's service. */
type RunResults = {
  runId: number
  /** The calls in the history, from every profile, that have this run ID or whose ID is in the context of its run. */
  here: Query<Call[]>
  services: readonly ServiceLookup[]
}

type RunLookupState = {
  typed: string
  /** What the submitted text is if it isn't a run ID; otherwise null. */
  bad: keyof typeof runText.bad | null
  answers: RunResults | null
}

export type RunLookup = {
  readonly store: StoreApi<RunLookupState>
  readonly type: (text: string) => void
  /** Looks up the typed run ID in the history and with every profile's service. */
  readonly lookUp: (profiles: readonly Profile[]) => void
  /** Looks up a run ID that was chosen on another screen. */
  readonly lookUpRun: (profiles: readonly Profile[], workflowRunId: number) => void
  readonly close: () => void
}

/**
 * Returns the store for looking up a run by its ID. It outlives the screen, so that the palette can also start a
 * lookup.
 */
export const createRunLookup = ({ api, now }: Pick<PageDeps, 'api' | 'now'>): RunLookup => {
  const store = createStore<RunLookupState>(() => ({ typed: '', bad: null, answers: null }))

  const lookUp = (profiles: readonly Profile[]) => {
    // Elsewhere, text with leading zeros may be a phone number. This field is only for run IDs.
    const typed = store.getState().typed.normalize('NFKC').trim()
    const workflowRunId = runIdIn(typed.replace(/^0+/, ''))
    if (workflowRunId === null) return store.setState({ bad: otherIdIn(typed), answers: null })
    const services = profiles.map((profile) => ({
      profile,
      run: createQuery(() => readRun(api, { profileId: profile.id, workflowRunId }), now),
    }))
    const here = createQuery(async () => {
      const listed = await api.listCallsOfRun({ workflowRunId })
      const referenced = listed.ok ? await callsReferencedBy(services, api) : listed
      if (!listed.ok || !referenced.ok) return referenced
      const listedIds = new Set(listed.value.map(({ callId }) => callId))
      return succeed([...listed.value, ...referenced.value.filter(({ callId }) => !listedIds.has(callId))])
    }, now)
    store.setState({ bad: null, answers: { runId: workflowRunId, here, services } })
    void here.load()
    for (const { run } of services) {
      run.store.subscribe((state) => {
        // Only the run's context names an unresolved call, which has no run ID. Main may also have recorded the run with
        // a call that a person resolved.
        if (state.step === 'ready') void here.refresh()
      })
      void run.load()
    }
  }

  /** Loads this computer's results again if one of their calls changed, or another call now has the run ID. */
  const update = async (callIds: readonly string[]): Promise<void> => {
    const { answers } = store.getState()
    if (answers === null) return
    const { runId, here } = answers
    const isShown = (callId: string): boolean =>
      (valueOf(here.store.getState()) ?? []).some((call) => call.callId === callId)
    const listed = callIds.some(isShown) ? null : await settle(api.listCallsOfRun({ workflowRunId: runId }))
    // A failure is shown with the results.
    const isOutdated = !listed?.ok || listed.value.some(({ callId }) => !isShown(callId))
    if (isOutdated) void here.refresh()
  }

  return {
    store,
    close: api.onCallsChanged(({ callIds }) => void update(callIds)),
    type: (typed) => store.setState({ typed, bad: null }),
    lookUp,
    lookUpRun: (profiles, workflowRunId) => {
      store.setState({ typed: String(workflowRunId) })
      lookUp(profiles)
    },
  }
}

/** Returns what text that isn't a run ID may be. */
const otherIdIn = (text: string): keyof typeof runText.bad => {
  if (callIdSchema.safeParse(text.toUpperCase()).success) return 'callId'
  return /^\+?[\d\s()./-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 7 ? 'number' : 'notRunId'
}

/** Returns the service's run, which is checked against each of the profile’s calls that has its ID. */
const readRun = async (
  api: Pick<Api, 'getRun' | 'listCallsOfRun'>,
  ofRun: { profileId: string; workflowRunId: number },
): Promise<Outcome<FoundRun>> => {
  const listed = await api.listCallsOfRun({ workflowRunId: ofRun.workflowRunId })
  // If the history can't be read, its own section says so.
  const calls = listed.ok ? listed.value : []
  const otherCallIds: string[] = []
  let run: Outcome<Run> | null = null
  for (const call of calls) {
    if (call.profileId !== ofRun.profileId || runIdOf(call) !== ofRun.workflowRunId) continue
    const { callId } = call
    const ofCall = await api.getRun({ ...ofRun, callId })
    if (ofCall.ok) run = ofCall
    else if (hasIssue(ofCall.failure, 'runOfAnotherCall')) otherCallIds.push(callId)
    else return ofCall
  }
  run ??= await api.getRun(ofRun)
  return run.ok ? succeed({ run: run.value, otherCallIds }) : run
}

/** Returns the call IDs in the contexts of the runs that were read, with the names that calls send them under. */
const referencesIn = (services: readonly ServiceLookup[]): { name: string; callId: string }[] => {
  const names = new Set([defaultReferenceName, ...services.flatMap(({ profile }) => profile.referenceName ?? [])])
  return services.flatMap(({ run }) => {
    const context = valueOf(run.store.getState())?.run.initialContext ?? {}
    return [...names].flatMap((name) => {
      const callId = Object.hasOwn(context, name) ? callIdSchema.safeParse(context[name]) : null
      return callId?.success ? [{ name, callId: callId.data }] : []
    })
  })
}

/** Returns this computer's calls that the runs have as their reference. */
const callsReferencedBy = async (
  services: readonly ServiceLookup[],
  api: Pick<Api, 'getCall'>,
): Promise<Outcome<Call[]>> => {
  const calls = new Map<string, Call>()
  for (const { name, callId } of referencesIn(services)) {
    const found = await api.getCall({ callId })
    if (found.ok && found.value.call.referenceName === name) calls.set(callId, found.value.call)
    // Another computer may have placed the call.
    if (!found.ok && found.failure.kind !== 'notFound') return found
  }
  return succeed([...calls.values()])
}

/** Returns the profiles, starting with the given one. */
export const profileFirst = (profiles: readonly Profile[], profileId: string): Profile[] =>
  profiles.toSorted((one, other) => Number(other.id === profileId) - Number(one.id === profileId))

/** Returns the ref of the field that is focused when a digit is typed anywhere on the screen. */
const useDigitsAnywhere = () => {
  const input = useRef<HTMLInputElement>(null)
  useWindowKeys((event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isPlain || !/^\d$/.test(event.key) || isTyping(event) || isInDialog(event)) return
    // The digit will replace the field's text.
    input.current?.focus()
    input.current?.select()
  })
  return input
}

type Props = { lookup: RunLookup; profile: Profile; profiles: readonly Profile[] }

/** Renders the form that looks up a run on this computer and with every profile's service. */
export const RunLookupForm = ({ lookup, profile, profiles }: Props) => {
  const { typed, bad, answers } = useStore(lookup.store)
  const input = useDigitsAnywhere()
  const { searchRuns } = useCallActions()
  const submit = () => lookup.lookUp(profileFirst(profiles, profile.id))
  return (
    <>
      <form className={css['form']} onSubmit={(event) => (event.preventDefault(), submit())}>
        <Field label={runText.label} error={bad && runText.bad[bad]}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              mono
              inputMode="numeric"
              placeholder={runText.placeholder}
              value={typed}
              onChange={(event) => lookup.type(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit">{runText.lookUp}</Button>
        {bad !== null && bad !== 'notRunId' && (
          <Button onClick={() => searchRuns(typed.trim())}>{runText.search}</Button>
        )}
      </form>
      {answers && <RunSources key={answers.runId} answers={answers} />}
    </>
  )
}

/** Says that the run in the service belongs to another call than this one, if it certainly does. */
const OtherRun = ({ call: { callId }, run }: { call: Call; run: Query<FoundRun> }) => {
  const found = useStore(run.store, valueOf)
  if (!found?.otherCallIds.includes(callId)) return null
  const words = String(found.run.workflowRunId)
  return <p>{messages.issue.text({ path: [], code: 'runOfAnotherCall', words })}</p>
}

/** Says who resolved a call manually, when and why, and what is known about its runs. */
export const ManualDecision = ({ outcome }: Pick<Call, 'outcome'>) => {
  const decided = messages.decidedBy(outcome)
  if (decided === null) return null
  const known = messages.knownRuns(outcome)
  return (
    <>
      <p>{decided}</p>
      {known !== '' && <p>{known}</p>}
    </>
  )
}

const OwnCall = ({ call, services }: { call: Call; services: readonly ServiceLookup[] }) => {
  const now = useNow(5_000)
  const { show } = useCallActions()
  return (
    <li className={css['call']} data-color={call.profileColor}>
      <div className={css['details']}>
        <StateTag call={call} />
        {call.practice && <Tag tone="idle">{messages.shell.practice}</Tag>}
        <span>{messages.callState.placed(placedOf(shownOutcome(call, now)))}</span>
        <Ltr>{call.phoneNumberDisplay || messages.common.numberErased}</Ltr>
        <bdi>{call.profileName}</bdi>
        <bdi>{call.agentName ?? call.agentUuid}</bdi>
        <span className={css['quiet']}>
          {runText.lastChange(messages.time.agoOrAt(Date.parse(call.changedAt), now))}
        </span>
      </div>
      {call.outcome.state === 'candidate' && <p>{runText.unconfirmed}</p>}
      <ManualDecision outcome={call.outcome} />
      {services.map(({ profile, run }) => (
        <OtherRun key={profile.id} call={call} run={run} />
      ))}
      <div className={css['actions']}>
        <Button size="small" onClick={() => show(call.callId)}>
          {runText.show}
        </Button>
        <SaveEvidence callId={call.callId} />
      </div>
    </li>
  )
}

const Here = ({ here, services }: Pick<RunResults, 'here' | 'services'>) => {
  const query = useStore(here.store)
  const calls = query.data?.value ?? []
  return (
    <section className={css['source']} aria-label={runText.here}>
      <h3>{runText.here}</h3>
      <QueryAge
        query={query}
        label={runText.refresh}
        text={runText.updated}
        onRefresh={() => void here.load()}
        loadingText={runText.loading}
      />
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
      {query.step === 'ready' && calls.length === 0 && <p>{runText.notHere}</p>}
      {calls.length > 0 && (
        <ul className={css['calls']}>
          {calls.map((call) => (
            <OwnCall key={call.callId} call={call} services={services} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Service = ({ lookup: { profile, run } }: { lookup: ServiceLookup }) => {
  const query = useStore(run.store)
  const failed = query.step === 'failed' ? query : null
  const isUnknown = failed?.failure.kind === 'notFound'
  // "No such run" is also a result, so show its age.
  const age = isUnknown && !failed.data ? ({ step: 'ready', data: { value: null, at: failed.at } } as const) : query
  return (
    <section className={css['source']} aria-label={runText.of(profile.name)} data-color={profile.color}>
      <h3>
        <span className={css['dot']} aria-hidden />
        <bdi>{runText.of(profile.name)}</bdi>
        {profile.kind === 'practice' && <Tag tone="idle">{messages.shell.practice}</Tag>}
      </h3>
      <QueryAge
        query={age}
        label={messages.common.refresh}
        text={messages.runs.drawer.updatedAt}
        onRefresh={() => void run.load()}
      />
      {failed && (isUnknown ? <p>{runText.notThere}</p> : <FailureNotice failure={failed.failure} />)}
      {query.data && <RunDetails run={query.data.value.run} />}
    </section>
  )
}

/** Shows the results about a run and their age: first this computer's, then those of every profile's service. */
const RunSources = ({ answers }: { answers: RunResults }) => (
  <>
    <output className={css['summary']}>{useSummary(answers)}</output>
    <div className={css['sources']}>
      <Here here={answers.here} services={answers.services} />
      {answers.services.map((service) => (
        <Service key={service.profile.id} lookup={service} />
      ))}
    </div>
  </>
)

/** Returns a sentence that says where the run was found, or that results are still missing. */
export const summaryOf = ({ runId, here, services }: RunResults): string => {
  const states = [here, ...services.map(({ run }) => run)].map(({ store }) => store.getState())
  const calls = here.store.getState().data?.value ?? []
  const names = services.filter(({ run }) => run.store.getState().data !== null).map(({ profile }) => profile.name)
  const isSure = calls.some(({ outcome }) => outcome.state !== 'candidate')
  const own = calls.length === 0 ? [] : [isSure ? runText.sourceHere : runText.sourceHereAsCandidate]
  const known = [...own, ...names]
  if (known.length > 0) return runText.foundIn(runId, known)
  if (states.some(({ step }) => step === 'loading' || step === 'idle')) return runText.looking(runId)
  const isCertain = states.every(
    (query) => query.step === 'ready' || (query.step === 'failed' && query.failure.kind === 'notFound'),
  )
  return isCertain ? runText.notFound(runId) : runText.notFullyChecked(runId)
}

/** Returns the text of the summary, which changes with each result. */
const useSummary = (answers: RunResults): string =>
  useSyncExternalStore(
    (changed) => {
      const ends = [answers.here.store, ...answers.services.map(({ run }) => run.store)].map((store) =>
        store.subscribe(changed),
      )
      return () => ends.forEach((end) => end())
    },
    () => summaryOf(answers),
  )

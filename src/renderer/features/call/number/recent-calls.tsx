import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { ProfileRuns, RecentRun } from '../../../../contract/call-list.ts'
import type { Call } from '../../../../contract/call.ts'
import { defaultSettings } from '../../../../contract/settings.ts'
import { foundRunOf } from '../../../../domain/answered-calls.ts'
import {
  isUnresolved,
  mayHaveRung,
  ownRunIdsOf,
  preventsCall,
  repeatSinceOf,
  runIdOf,
  runIdsOf,
  shownOutcome,
  wasNotPlaced,
} from '../../../../domain/call-state.ts'
import { messages } from '../../../../messages/index.ts'
import { useCallActions } from '../../../lib/workspace-context.ts'
import { type PageDeps, useAgeClock, usePage } from '../../../lib/page.ts'
import { createQuery, isOld, settle, valueOf } from '../../../lib/query.ts'
import { FieldMessage } from '../../../ui/field.tsx'
import { type CallFormState, type ListedRun, readNumber } from '../form/call-form-state.ts'
import fieldCss from '../form/fields.module.css'

const numberMessages = messages.call.number
const recentMessages = messages.phoneNumber.recent

/** How long a number must remain unchanged before the services are queried for runs to it, in milliseconds. */
export const runsDelay = 700

/**
 * Keeps the form's `recent` up to date, so that the form can warn before main refuses the call. `refreshOld` reads the
 * services' runs again if they are old.
 */
export const createRecentCalls = (
  { api, now }: PageDeps,
  form: StoreApi<CallFormState>,
  practice: boolean,
): { readonly refreshOld: () => void; readonly close: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the runs to the number were last requested; null if they weren't yet. */
  let requestedAt: number | null = null
  const update = (dial: string, change: Partial<CallFormState['recent']>) => {
    const { recent } = form.getState()
    if (recent.dial === dial) form.setState({ recent: { ...recent, ...change } })
  }
  const loadCalls = async (phoneNumber: string) => {
    const answer = await settle(api.recentCalls({ phoneNumber, practice }))
    if (answer.ok) update(phoneNumber, { calls: answer.value.calls })
  }
  const loadRuns = async (phoneNumber: string, options: { fresh?: true } = {}) => {
    requestedAt = now()
    const answer = await settle(api.recentRuns({ phoneNumber, practice, ...options }))
    if (!answer.ok) return update(phoneNumber, { unread: [] })
    const { profiles } = answer.value
    const unread = profiles.filter(({ failure }) => failure !== null)
    const read = profiles.flatMap(runsOf)
    const earlier = form
      .getState()
      .recent.runs.filter((one) => unread.some(({ profileId }) => profileId === one.profileId))
      // Another profile of the organization may list the same run now.
      .filter(({ run }) => !read.some((one) => isSameRun(one.run, run)))
    return update(phoneNumber, {
      runs: [...read, ...earlier],
      unread: unread.length === 0 ? null : unread.map(({ profileName }) => profileName),
    })
  }
  const unsubscribe = form.subscribe(() => {
    const dial = readNumber(form.getState())?.dial ?? null
    if (dial === form.getState().recent.dial) return
    clearTimeout(timer)
    requestedAt = null
    form.setState({ recent: { dial, calls: [], runs: [], unread: null } })
    if (dial === null) return
    void loadCalls(dial)
    timer = setTimeout(() => void loadRuns(dial), runsDelay)
  })
  const unsubscribeCalls = api.onCallsChanged(() => {
    const { dial } = form.getState().recent
    if (dial !== null) void loadCalls(dial)
  })
  // The profile that couldn't be read may have a new key, or may have been removed.
  const unsubscribeProfiles = api.onProfilesChanged(() => {
    const { dial, unread } = form.getState().recent
    if (dial !== null && unread !== null) void loadRuns(dial, { fresh: true })
  })
  return {
    refreshOld: () => {
      const { dial } = form.getState().recent
      if (dial !== null && requestedAt !== null && isOld(requestedAt, now())) void loadRuns(dial)
    },
    close: () => {
      unsubscribe()
      unsubscribeCalls()
      unsubscribeProfiles()
      clearTimeout(timer)
    },
  }
}

const runsOf = ({ profileId, profileName, runs }: ProfileRuns): ListedRun[] =>
  runs.map((run) => ({ profileId, profileName: run.callProfileName ?? profileName, run }))

/** True for the same run. Runs of different services may have the same ID. */
const isSameRun = (one: RecentRun, other: RecentRun): boolean =>
  one.workflowRunId === other.workflowRunId && one.createdAt === other.createdAt

/** Returns the unresolved call that locks the number, or null. Practice calls and real calls do not lock each other. */
export const lockingCall = (calls: readonly Call[], practice: boolean): Call | null =>
  calls.find((call) => call.practice === practice && isUnresolved(call.outcome)) ?? null

/** An earlier call to the number. `at` is in milliseconds since 1970. */
export type RecentEntry = { kind: 'call'; call: Call; at: number } | { kind: 'run'; listed: ListedRun; at: number }

/** Maximum number of calls listed below the number field. The Runs screen lists all of them. */
const maxEntries = 3

/**
 * Returns the latest calls to the number, without duplicates. A call that locks the number comes first, then the
 * others, newest first.
 */
export const recentEntries = (
  { calls, runs }: Pick<CallFormState['recent'], 'calls' | 'runs'>,
  practice: boolean,
): RecentEntry[] => {
  const own = calls.filter((call) => call.practice === practice)
  const elsewhere = runs.filter(({ run }) => !own.some(({ callId }) => callId === run.callId))
  const entries = [
    ...own.map((call): RecentEntry => ({ kind: 'call', call, at: Date.parse(call.preparedAt) })),
    ...elsewhere.map((listed): RecentEntry => ({ kind: 'run', listed, at: Date.parse(listed.run.createdAt) })),
  ].toSorted((one, other) => other.at - one.at)
  const locking = lockingCall(own, practice)
  const isLocking = (entry: RecentEntry): boolean => entry.kind === 'call' && entry.call === locking
  return [...entries.filter(isLocking), ...entries.filter((entry) => !isLocking(entry))].slice(0, maxEntries)
}

/** True if the recipient's phone may have rung. */
export const mayHaveRungBefore = (entry: RecentEntry): boolean =>
  entry.kind === 'call' ? mayHaveRung(entry.call.outcome) : mayRunHaveRung(entry.listed.run)

const mayRunHaveRung = ({ outcome, state }: RecentRun): boolean =>
  outcome === null ? state !== 'failed' : mayHaveRung(outcome)

/** Returns the minutes during which another call to the same number needs a confirmation. */
export const useRepeatMinutes = (): number => {
  const { api, now } = usePage()
  const settings = useMemo(() => createQuery(() => api.readSettings({}), now), [api, now])
  useEffect(() => void settings.load(), [settings])
  return (useStore(settings.store, valueOf) ?? defaultSettings).repeatMinutes
}

/**
 * True if the earlier call is locked, may still be in progress, or may have rung within `repeatMinutes` before `now`
 * (milliseconds since 1970).
 */
export const causesWarning = (entry: RecentEntry, repeatMinutes: number, now: number): boolean => {
  const repeatSince = repeatSinceOf(repeatMinutes * 60_000, now)
  const preparedAt = new Date(entry.at).toISOString()
  const { outcome } = entry.kind === 'call' ? entry.call : entry.listed.run
  return outcome === null
    ? mayHaveRungBefore(entry) && preparedAt >= repeatSince
    : preventsCall({ outcome, preparedAt }, { repeatSince, at: new Date(now).toISOString() })
}

const RecentNowContext = createContext<number | null>(null)

/** Returns the time for the ages of earlier calls (milliseconds since 1970). */
export const useRecentNow = (): number => {
  const now = useContext(RecentNowContext)
  if (now === null) throw new Error('A component was rendered outside the Call screen.')
  return now
}

type RecentClockProps = { form: StoreApi<CallFormState>; practice: boolean; children: ReactNode }

/** Provides one time for all ages of earlier calls, because several parts of the screen show the same age. */
export const RecentClock = ({ form, practice, children }: RecentClockProps) => {
  const { recent, status } = useStore(form)
  const repeated = status.step === 'repeat' ? status.failure.call : null
  const times = recentEntries(recent, practice).map(({ at }) => at)
  // The call button counts the seconds of a call.
  const now = useAgeClock(repeated ? [...times, Date.parse(repeated.at)] : times, status.step === 'following')
  return <RecentNowContext value={now}>{children}</RecentNowContext>
}

/** Shows what is known about the number before it is called: the latest calls to it, and whether it is locked. */
export const RecentCallsList = ({ form, practice }: { form: StoreApi<CallFormState>; practice: boolean }) => {
  const recent = useStore(form, (state) => state.recent)
  const now = useRecentNow()
  const repeatMinutes = useRepeatMinutes()
  const entries = recentEntries(recent, practice)
  const unread = recent.unread && recentMessages.unread(recent.unread)
  useAnnounceEntries(entries, unread, now)
  return (
    <>
      <ul aria-label={recentMessages.title} className={fieldCss['recentCalls']}>
        {entries.map((entry, index) => {
          const age = messages.time.agoOrAt(entry.at, now)
          const warn = causesWarning(entry, repeatMinutes, now)
          return (
            <li key={keyOfEntry(entry)} className={fieldCss['recentCall']}>
              {entry.kind === 'call' ? (
                <CallLine call={entry.call} age={age} now={now} first={index === 0} warn={warn} />
              ) : (
                <RunLine listed={entry.listed} age={age} warn={warn} />
              )}
            </li>
          )
        })}
      </ul>
      {unread && <FieldMessage tone="check">{unread}</FieldMessage>}
    </>
  )
}

type CallLineProps = { call: Call; age: string; now: number; first: boolean; warn: boolean }

const CallLine = ({ call, age, now, first, warn }: CallLineProps) => {
  const { show } = useCallActions()
  return (
    <>
      <FieldMessage tone={warn ? 'check' : 'hint'}>{callSentence(call, age, now)}</FieldMessage>
      <button
        type="button"
        className={fieldCss['mode']}
        aria-label={first ? undefined : recentMessages.showOf(age)}
        onClick={() => show(call.callId)}
      >
        {messages.common.showCall}
      </button>
    </>
  )
}

const RunLine = ({ listed, age, warn }: { listed: ListedRun; age: string; warn: boolean }) => {
  const { askRun } = useCallActions()
  const { run, profileId, profileName } = listed
  return (
    <>
      <FieldMessage tone={warn ? 'check' : 'hint'}>{recentMessages.run(run, age, profileName)}</FieldMessage>
      <button
        type="button"
        className={fieldCss['mode']}
        aria-label={recentMessages.lookUpRun(run.workflowRunId)}
        onClick={() => askRun(profileId, run.workflowRunId)}
      >
        {recentMessages.lookUp}
      </button>
    </>
  )
}

const keyOfEntry = (entry: RecentEntry): string =>
  entry.kind === 'call' ? entry.call.callId : `${entry.listed.profileId} ${entry.listed.run.workflowRunId}`

const callSentence = (call: Call, age: string, now: number): string => {
  const { tag } = messages.callState.describe(shownOutcome(call, now))
  if (isUnresolved(call.outcome)) {
    const runId = runIdOf(call)
    if (runId === null) return numberMessages.locked(age, call.profileName, tag)
    return numberMessages.lockedWithRun(age, call.profileName, runId, call.outcome.state === 'sending' ? null : tag)
  }
  const runs = runIdsOf(call)
  if (runs.length > 0 && wasNotPlaced(call.outcome) && mayHaveRung(call.outcome))
    return numberMessages.resolvedDespiteRun(
      age,
      call.profileName,
      messages.call.outcome.runs(call),
      ownRunIdsOf(call),
      foundRunOf(call.outcome) === 'answered',
    )
  const outcome = runs.length === 0 ? tag : `${tag}, ${messages.call.outcome.runs(call)}`
  const sentence = wasNotPlaced(call.outcome) ? numberMessages.attempted : numberMessages.called
  return sentence(age, call.profileName, outcome)
}

/** Returns the text about an earlier call, as the list shows it at `now` (milliseconds since 1970). */
export const entrySentence = (entry: RecentEntry, now: number): string => {
  const age = messages.time.agoOrAt(entry.at, now)
  return entry.kind === 'call'
    ? callSentence(entry.call, age, now)
    : recentMessages.run(entry.listed.run, age, entry.listed.profileName)
}

/** Announces new entries and that runs couldn't be read, but not changes to the entries' age. */
const useAnnounceEntries = (entries: readonly RecentEntry[], unread: string | null, now: number): void => {
  const { announce } = usePage()
  const withoutAge = [...entries.map((entry) => entrySentence(entry, entry.at)), unread].join('\n')
  const sentence = [...entries.map((entry) => entrySentence(entry, now)), unread ?? ''].join(' ').trim()
  // The entries that exist when the component mounts have already been announced.
  const announced = useRef(withoutAge)
  useEffect(() => {
    if (withoutAge !== announced.current && sentence !== '') announce(sentence)
    announced.current = withoutAge
  }, [withoutAge, sentence, announce])
}

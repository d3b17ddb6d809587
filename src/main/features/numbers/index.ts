import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import { readPhoneNumber, suggestNumbers } from '../../lib/read-phone-number.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { RecentCallTo } from '../../storage/call-reader.ts'
import type { Storage } from '../../storage/storage.ts'
import type { CallTrigger } from '../calls/trigger-call.ts'
import type { Connections } from '../profiles/connections.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { RecordRuns } from '../reconciliation/record-runs.ts'
import type { SettingsStore } from '../settings/index.ts'
import type { Call } from '../../../contract/call.ts'
import type { ProfileRuns, RecentCalls, RecentRun, RecentRuns } from '../../../contract/call-list.ts'
import type { Profile } from '../../../contract/profile.ts'
import { runIdOf, runIdsOf } from '../../../domain/call-state.ts'
import { createServiceOf, isSameOrganization } from '../../lib/service-origin.ts'
import { isSameNumber, numberKey, numberTail } from '../../../domain/phone-number.ts'
import type { ServiceClient } from '../../service/client.ts'
import { runMayRingDespite } from '../../service/proofs.ts'
import { carriesReference, isOfAnotherCall } from '../../service/run-identity.ts'
import type { RunListItem } from '../../service/wire/runs.ts'
import { createCalleeHour, createZoneFinder } from './callee-hour.ts'
import { type CachedRuns, createRunCache, type ListedRuns } from './run-cache.ts'

type NumbersDeps = Pick<Runtime, 'clock' | 'locale'> & {
  storage: Pick<Storage, 'run'>
  settings: Pick<SettingsStore, 'known'>
  profiles: Pick<ProfileStore, 'list'>
  connections: Pick<Connections, 'client'>
  recordRuns: RecordRuns
  calls: Pick<CallTrigger, 'rememberCalls'>
}

type NumberOperations = Pick<
  Operations,
  'readPhoneNumber' | 'suggestPhoneNumbers' | 'calleeHour' | 'recentCalls' | 'recentRuns'
>

type Numbers = {
  operations: NumberOperations
  /**
   * Returns the countries that a number without a country code may belong to: the home country from the settings, then
   * the countries of the caller ID and of this computer. The latter two are guesses, so they may only be suggested.
   */
  countriesFor: (callerId: string | null) => string[]
}

/** Reads phone numbers, finds the callee's local time, and lists recent calls to a number. */
export const createNumbers = ({ clock, locale, storage, settings, connections, ...deps }: NumbersDeps): Numbers => {
  const countriesFor = (callerId: string | null): string[] => {
    const { homeCountry } = settings.known()
    // Reading the system's locale takes about 60 ms, so it is not read at startup.
    const ownLocale = locale ?? new Intl.DateTimeFormat().resolvedOptions().locale
    const countries = [homeCountry, countryOfNumber(callerId), countryOfLocale(ownLocale)]
    return [...new Set(countries.filter((country) => country !== null))]
  }
  const loadZones = async (): Promise<string> => (await import('../../lib/zone-table.ts')).zoneTable
  const quietHours = () => settings.known().quietHours
  const recent = createRecentCalls(storage)
  const { rememberCalls } = deps.calls
  const runs = createRecentRuns({ ...deps, ...recent, rememberCalls, clientOf: connections.client, clock })
  return {
    operations: {
      readPhoneNumber: async ({ text, asTyped }) =>
        readPhoneNumber(text, asTyped, settings.known().homeCountry, countriesFor(null)),
      suggestPhoneNumbers: async ({ text, callerId }) =>
        succeed({ readings: suggestNumbers(text, countriesFor(callerId)) }),
      calleeHour: createCalleeHour({ findZones: createZoneFinder(loadZones), clock, quietHours }),
      recentCalls: recent.recentCalls,
      recentRuns: runs.recentRuns,
    },
    countriesFor,
  }
}

const countryOfLocale = (locale: string): string | null => {
  const { region } = new Intl.Locale(locale)
  return region !== undefined && isSupportedCountry(region) ? region : null
}

const countryOfNumber = (text: string | null): string | null =>
  text === null ? null : (parsePhoneNumberFromString(text)?.country ?? null)

type ToNumber = { phoneNumber: string; practice: boolean }

const maxRecentCalls = 50

/** Reads this computer's calls to a number. `callsTo` returns enough of them to match them with runs. */
export const createRecentCalls = (storage: Pick<Storage, 'run'>) => ({
  async recentCalls(to: ToNumber): Promise<Outcome<RecentCalls>> {
    const found = await storage.run('callsToNumber', { ...to, limit: maxRecentCalls + 1 })
    if (!found.ok) return found
    return succeed({ calls: found.value.slice(0, maxRecentCalls), more: found.value.length > maxRecentCalls })
  },
  callsTo: (to: ToNumber): Promise<Outcome<Call[]>> => storage.run('callsToNumber', { ...to, limit: 500 }),
  callsOfRun: (workflowRunId: number): Promise<Outcome<Call[]>> => storage.run('callsOfRun', { workflowRunId }),
})

export type RecentRunsDeps = {
  profiles: Pick<ProfileStore, 'list'>
  clientOf: (profileId: string) => Promise<Outcome<Pick<ServiceClient, 'runsOfOrganization'>>>
  callsTo: (to: ToNumber) => Promise<Outcome<Call[]>>
  callsOfRun: (workflowRunId: number) => Promise<Outcome<Call[]>>
  recordRuns: RecordRuns
  /** Invoked with the calls to a number that the history no longer has with it. */
  rememberCalls: (calls: readonly RecentCallTo[]) => void
  clock: () => number
}

/** How far back runs are requested, in milliseconds: a week. */
const recentMilliseconds = 7 * 86_400_000
/** How many runs are requested: the service's maximum for one page. */
const maxRuns = 100

type ProfileAnswer = { profile: Profile; answer: CachedRuns }

/**
 * Requests the runs to a number in the last seven days from the service of every profile: one request each, without
 * retries, cached for a minute unless `fresh` is true. A profile whose service cannot be read is marked, but is not a
 * failure, because the runs are only a hint; it is omitted if another profile has read the runs of its organization.
 */
export const createRecentRuns = (deps: RecentRunsDeps) => {
  const { profiles, clientOf, callsTo, callsOfRun, recordRuns, rememberCalls, clock } = deps
  const cache = createRunCache(clock)

  const requestRuns = async ({ id }: Profile, phoneNumber: string): Promise<Outcome<ListedRuns>> => {
    const client = await clientOf(id)
    if (!client.ok) return client
    const from = iso(clock() - recentMilliseconds)
    // Another app may have sent the number without its country code, so the request searches for the end of the number.
    const calledNumber = numberTail(phoneNumber)
    const page = await client.value.runsOfOrganization({ calledNumber, from, limit: maxRuns, once: true })
    if (!page.ok) return page
    const { runs, totalCount } = page.value
    const isToNumber = ({ calledNumber: to }: RunListItem): boolean => to !== null && isSameNumber(to, phoneNumber)
    return succeed({ runs: runs.filter(isToNumber), more: totalCount > maxRuns })
  }

  /** Adds the calls of the other runs: a call whose number was erased is found only by its run. */
  const withCallsOfRuns = async (calls: Call[], answers: readonly ProfileAnswer[]): Promise<Outcome<Call[]>> => {
    const runIds = answers.flatMap(({ answer }) => answer.runs.map(({ workflowRunId }) => workflowRunId))
    const others = [...new Set(runIds)].filter((runId) => !calls.some((call) => runIdOf(call) === runId))
    const found = await Promise.all(others.map(callsOfRun))
    return found.find((one) => !one.ok) ?? succeed([...calls, ...found.flatMap((one) => (one.ok ? one.value : []))])
  }

  return {
    async recentRuns({
      fresh = false,
      ...to
    }: ToNumber & { fresh?: boolean | undefined }): Promise<Outcome<RecentRuns>> {
      const listed = await profiles.list()
      if (!listed.ok) return listed
      // Practice calls ring no phone, so for a practice number, only the selected practice profile is queried;
      // otherwise, every service is.
      const { selectedId } = listed.value
      const isQueried = ({ id, kind }: Profile): boolean =>
        to.practice ? kind === 'practice' && id === selectedId : kind === 'service'
      // The selected profile comes first, so that looking up a run of its organization doesn't select another profile.
      const queried = listed.value.profiles
        .filter(isQueried)
        .toSorted((one, other) => Number(other.id === selectedId) - Number(one.id === selectedId))
      const answers = await Promise.all(
        queried.map(async (profile) => {
          const key = `${profile.id} ${numberKey(to.phoneNumber)}`
          return { profile, answer: await cache.get(key, fresh, () => requestRuns(profile, to.phoneNumber)) }
        }),
      )
      for (const { profile, answer } of answers) await recordRuns(profile.id, answer.runs)
      const calls = await callsTo(to)
      if (!calls.ok) return calls
      const since = iso(clock() - recentMilliseconds)
      const serviceOf = createServiceOf(listed.value.profiles)
      const different = withoutDuplicates(withoutReadElsewhere(answers, serviceOf), serviceOf)
      const known = await withCallsOfRuns(calls.value, different)
      if (!known.ok) return known
      const described = different.map((one) => describeProfile(one, known.value, serviceOf))
      const erased = erasedCallsIn(described, known.value)
      rememberCalls(erased.map(({ callId, preparedAt }) => ({ callId, preparedAt, ...to })))
      return succeed({ since, profiles: described })
    },
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

type ServiceOf = (origin: string) => string

/** Returns the service of a profile. Each practice profile is its own service. */
const serviceOfProfile = (profile: Profile, serviceOf: ServiceOf): string =>
  profile.kind === 'service' ? serviceOf(profile.origin) : profile.id

/**
 * Removes profiles whose runs couldn't be read if another profile has read those of the organization: nothing is missing.
 */
const withoutReadElsewhere = (answers: readonly ProfileAnswer[], serviceOf: ServiceOf): ProfileAnswer[] => {
  const read = answers.filter(({ answer }) => answer.failure === null)
  const isReadBy = (profile: Profile, other: Profile): boolean =>
    profile.kind === 'service' &&
    other.kind === 'service' &&
    serviceOf(profile.origin) === serviceOf(other.origin) &&
    isSameOrganization(profile.organization, other.organization)
  return answers.filter(
    ({ profile, answer }) => answer.failure === null || !read.some((other) => isReadBy(profile, other.profile)),
  )
}

/**
 * Removes runs that an earlier profile of the same organization already lists, and profiles that have no other runs: an
 * empty list would say that their service has none.
 */
const withoutDuplicates = (answers: readonly ProfileAnswer[], serviceOf: ServiceOf): ProfileAnswer[] => {
  const seen = new Set<string>()
  const isNew = (profile: Profile, { workflowRunId }: RunListItem): boolean => {
    const key = `${serviceOfProfile(profile, serviceOf)} ${workflowRunId}`
    return !seen.has(key) && Boolean(seen.add(key))
  }
  return answers.flatMap(({ profile, answer }) => {
    const runs = answer.runs.filter((run) => isNew(profile, run))
    return runs.length === 0 && answer.runs.length > 0 ? [] : [{ profile, answer: { ...answer, runs } }]
  })
}

const describeProfile = (
  { profile, answer }: ProfileAnswer,
  calls: readonly Call[],
  serviceOf: ServiceOf,
): ProfileRuns => {
  const callOf = (run: RunListItem): Call | undefined => {
    const mayHaveRun = calls.filter(
      (call) =>
        runIdsOf(call).includes(run.workflowRunId) &&
        !isOfAnotherCall(run, call) &&
        (call.profileId === profile.id || serviceOf(call.origin) === serviceOfProfile(profile, serviceOf)),
    )
    const hasRun = (call: Call): boolean => runIdOf(call) === run.workflowRunId
    // A call ID identifies the call at any origin; a run ID is unique only within one service.
    return calls.find((call) => carriesReference(run, call)) ?? mayHaveRun.find(hasRun) ?? mayHaveRun[0]
  }
  return {
    profileId: profile.id,
    profileName: profile.name,
    profileColor: profile.color,
    practice: profile.kind === 'practice',
    failure: answer.failure,
    more: answer.more,
    runs: answer.runs.map((run) => describeRun(run, callOf(run))),
  }
}

/** Returns the calls of these runs whose number was erased, so that the guard against a second call can't find them. */
const erasedCallsIn = (profiles: readonly ProfileRuns[], calls: readonly Call[]): Call[] => {
  const callIds = new Set(profiles.flatMap(({ runs }) => runs.map(({ callId }) => callId)))
  return calls.filter(({ callId, phoneNumber }) => phoneNumber === '' && callIds.has(callId))
}

/** Describes a listed run and this computer's call that started it, if it did. */
const describeRun = (run: RunListItem, call: Call | undefined): RecentRun => {
  const { workflowRunId, workflowRunName, createdAt, disposition, error, durationSeconds, callerNumber } = run
  return {
    workflowRunId,
    workflowRunName,
    createdAt,
    state: stateOf(run),
    disposition,
    error,
    // The service's list has 0 for a run without a reported duration.
    durationSeconds: durationSeconds === 0 ? null : durationSeconds,
    callerNumber,
    callId: call?.callId ?? null,
    callProfileName: call?.profileName ?? null,
    outcome: call?.outcome ?? null,
    from: call === undefined ? 'elsewhere' : 'thisComputer',
  }
}

const stateOf = ({ error, carrierCallId, disposition, isCompleted }: RunListItem): RecentRun['state'] => {
  // With a carrier's call ID, the error occurred later, during the conversation.
  const hasReport = (carrierCallId ?? '') !== ''
  if (error !== null && !hasReport) return runMayRingDespite(error) ? 'unknown' : 'failed'
  if (disposition !== null || isCompleted === true) return 'ended'
  return hasReport ? 'placed' : 'noReport'
}

import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import { readPhoneNumber, suggestNumbers, lineTypeOf } from '../../lib/read-phone-number.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Connections } from '../profiles/connections.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { RecordRuns } from '../reconciliation/record-runs.ts'
import type { SettingsStore } from '../settings/index.ts'
import type { Call } from '../../../contract/call.ts'
import type { ProfileRuns, RecentCalls, RecentRun, RecentRuns } from '../../../contract/call-list.ts'
import type { Profile } from '../../../contract/profile.ts'
import { runIdOf, runIdsOf } from '../../../domain/call-state.ts'
import { createServiceOf } from '../../lib/service-origin.ts'
import { isSameNumber, numberKey, numberTail } from '../../../domain/phone-number.ts'
import type { ServiceClient } from '../../service/client.ts'
import { runMayRingDespite } from '../../service/proofs.ts'
import { carriesReference, isOfAnotherCall } from '../../service/run-identity.ts'
import type { RunListItem } from '../../service/wire/runs.ts'
import { type CachedRuns, createRunCache, type ListedRuns } from './run-cache.ts'
import type { CalleeHour, HourDoubt, LocalTime, QuietState } from '../../../contract/phone-number.ts'
import type { QuietHours } from '../../../contract/settings.ts'
import {
  findZonesByPrefix,
  hasArea,
  parseZoneTable,
  type ZonesOfPrefix,
  type ZoneTable,
} from '../../lib/number-zones.ts'

type NumbersDeps = Pick<Runtime, 'clock' | 'locale'> & {
  storage: Pick<Storage, 'run'>
  settings: Pick<SettingsStore, 'known'>
  profiles: Pick<ProfileStore, 'list'>
  connections: Pick<Connections, 'client'>
  recordRuns: RecordRuns
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
  const calls = createRecentCalls(storage)
  const runs = createRecentRuns({ ...deps, ...calls, clientOf: connections.client, clock })
  return {
    operations: {
      readPhoneNumber: async ({ text, asTyped }) =>
        readPhoneNumber(text, asTyped, settings.known().homeCountry, countriesFor(null)),
      suggestPhoneNumbers: async ({ text, callerId }) =>
        succeed({ readings: suggestNumbers(text, countriesFor(callerId)) }),
      calleeHour: createCalleeHour({ findZones: createZoneFinder(loadZones), clock, quietHours }),
      recentCalls: calls.recentCalls,
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
 * failure, because the runs are only a hint.
 */
export const createRecentRuns = (deps: RecentRunsDeps) => {
  const { profiles, clientOf, callsTo, callsOfRun, recordRuns, clock } = deps
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
      const different = withoutDuplicates(answers, serviceOf)
      const known = await withCallsOfRuns(calls.value, different)
      if (!known.ok) return known
      return succeed({ since, profiles: different.map((one) => describeProfile(one, known.value, serviceOf)) })
    },
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

type ServiceOf = (origin: string) => string

/** Returns the service of a profile. Each practice profile is its own service. */
const serviceOfProfile = (profile: Profile, serviceOf: ServiceOf): string =>
  profile.kind === 'service' ? serviceOf(profile.origin) : profile.id

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

type CalleeLocation = Pick<CalleeHour, 'zones' | 'source'> & { number: PhoneNumber | null }

const unknownLocation: CalleeLocation = { zones: [], source: 'nothing', number: null }

const locate = async (phoneNumber: string, findZones: ZoneFinder): Promise<CalleeLocation> => {
  const number = parsePhoneNumberFromString(phoneNumber, { extract: false })
  if (number === undefined) return unknownLocation
  const found = await findZones(hasArea(number) ? number.number : `+${number.countryCallingCode}`)
  if (found === null) return unknownLocation
  const isWhole = found.prefix === number.countryCallingCode
  return { zones: found.zones, source: isWhole ? 'country' : 'prefix', number }
}

/** Only a landline is certain to be in the area of its prefix. */
const doubtOf = ({ number, source }: CalleeLocation, times: number): HourDoubt => {
  if (times === 0) return 'unknown'
  if (source === 'person') return 'none'
  if (times > 1) return 'several'
  return number !== null && lineTypeOf(number) === 'fixedLine' ? 'none' : 'mobile'
}

type CalleeHourDeps = { findZones: ZoneFinder; clock: () => number; quietHours: () => QuietHours }

/**
 * Returns the likely local time at a number and whether it is within quiet hours. A `zone` that the user has chosen
 * replaces the prefix's zone. The time at a number without a country is unknown.
 */
export const createCalleeHour =
  ({ findZones, clock, quietHours }: CalleeHourDeps) =>
  async ({ phoneNumber, zone }: { phoneNumber: string; zone: string | null }): Promise<Outcome<CalleeHour>> => {
    if (zone !== null && !isKnownZone(zone)) return invalid(['zone'], 'invalid')
    const location: CalleeLocation =
      zone === null ? await locate(phoneNumber, findZones) : { zones: [zone], source: 'person', number: null }
    const at = clock()
    const times = localTimes(at, location.zones)
    return succeed({
      zones: location.zones,
      localTimes: times,
      doubt: doubtOf(location, times.length),
      source: location.source,
      quiet: quietStateAt(at, times, quietHours()),
    })
  }

const minutesPerDay = 1440

/** Returns the minutes since midnight for `HH:MM`. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const isWithin = (time: string, { from, to }: QuietHours): boolean => {
  const [now, start, end] = [time, from, to].map(minutesOf)
  if (now === undefined || start === undefined || end === undefined) return false
  return start < end ? now >= start && now < end : now >= start || now < end
}

/** Returns when the quiet hours end next in a zone, even across a change of daylight saving time. */
const endIn = (at: number, { zone, time }: LocalTime, { to }: QuietHours): number => {
  const start = Math.floor(at / 60_000) * 60_000
  const guess = start + ((minutesOf(to) - minutesOf(time) + minutesPerDay) % minutesPerDay) * 60_000
  const missed =
    (minutesOf(to) - minutesOf(localTime(guess, zone).time) + minutesPerDay + minutesPerDay / 2) % minutesPerDay
  return guess + (missed - minutesPerDay / 2) * 60_000
}

const quietState = (times: readonly LocalTime[], quiet: readonly LocalTime[]): QuietState['state'] => {
  if (times.length === 0) return 'unknown'
  if (quiet.length === 0) return 'no'
  return quiet.length === times.length ? 'yes' : 'maybe'
}

/**
 * Returns whether `at` (milliseconds since 1970) is within the callee's quiet hours, given all possible local times.
 * This is only a hint and must not prevent a call.
 */
const quietStateAt = (at: number, times: readonly LocalTime[], quietHours: QuietHours): QuietState => {
  const { on, from, to } = quietHours
  if (!on) return { state: 'off', from: null, to: null, endsAt: null }
  const quiet = times.filter(({ time }) => isWithin(time, quietHours))
  const ends = quiet.map((time) => endIn(at, time, quietHours))
  const endsAt = ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
  return { state: quietState(times, quiet), from, to, endsAt }
}

const minute = 60_000

const clockParts = (at: number, zone: string): Map<string, string> => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** Returns the local time in a zone at `at` (milliseconds since 1970). Throws a RangeError for an unknown zone. */
const localTime = (at: number, zone: string): LocalTime => {
  const parts = clockParts(at, zone)
  const part = (name: string): string => parts.get(name) ?? ''
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}`
  const shown = Date.parse(`${date}T${time}:00Z`)
  return { zone, time, date, offsetMinutes: Math.round((shown - Math.floor(at / minute) * minute) / minute) }
}

/** Returns the distinct local times of several zones, earliest first. */
export const localTimes = (at: number, zones: readonly string[]): LocalTime[] => {
  const byOffset = new Map(zones.map((zone) => localTime(at, zone)).map((time) => [time.offsetMinutes, time]))
  return [...byOffset.values()].toSorted((a, b) => a.offsetMinutes - b.offsetMinutes)
}

type ZoneFinder = (dial: string) => Promise<ZonesOfPrefix | null>

/** SECURITY: zone names come from a table or from the page, so they are checked before use. */
export const isKnownZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat
  } catch {
    // Intl throws a RangeError for a zone that this runtime does not know.
    return false
  }
}

/**
 * Finds the zones of an E.164 number by its longest known prefix; null for an unknown prefix. The table is loaded by
 * the first invocation.
 */
export const createZoneFinder = (loadTable: () => Promise<string>): ZoneFinder => {
  let table: Promise<ZoneTable> | null = null
  return async (dial) => {
    if (!/^\+\d+$/.test(dial)) return null
    table ??= loadTable().then(parseZoneTable)
    return findZonesByPrefix(await table, dial.slice(1), isKnownZone)
  }
}

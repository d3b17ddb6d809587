import type { FindingCode, FindingFix, List, ListTarget } from '../../contract/list.ts'
import type { ListPolicy } from '../../contract/policy.ts'
import {
  neverOpen,
  noOverlap,
  severalNumbers,
  sinceBackup,
  withExtension,
  withLetter,
} from '../../domain/lists/checked-row.ts'
import type { Hours } from '../../domain/lists/calling-hours.ts'
import type { ListRule } from '../../domain/lists/list-policy.ts'
import { common, dueTime, time } from './common.ts'
import { stateTags } from './state-tags.ts'

export const rows = (n: number): string => (n === 1 ? '1 row' : `${common.count(n)} rows`)
export const calls = (n: number): string => (n === 1 ? '1 call' : `${common.count(n)} calls`)

/** The states after which a list with more attempts calls a row again. */
const retriedTags = `${stateTags.busy}, ${stateTags.noAnswer} or ${stateTags.carrierRefused}`

/**
 * What a check found about the rows of a group, after their number: "212 rows have no country code". An unresolved call
 * may have been resolved since.
 */
const findings: Record<FindingCode, (name: string, n: number) => string> = {
  noCountryCode: (_name, n) => (n === 1 ? 'has no country code' : 'have no country code'),
  damagedNumber: (_name, n) =>
    n === 1 ? 'has a number damaged by a spreadsheet' : 'have numbers damaged by a spreadsheet',
  missingValue: (name, n) => (n === 1 ? `has no ${name}` : `have no ${name}`),
  duplicate: (_name, n) => (n === 1 ? 'repeats a number in this list' : 'repeat a number in this list'),
  calledRecently: (name, n) => {
    if (name === sinceBackup) return 'may have been called already'
    // Recently or, by an earlier list from the same file, at any time.
    return n === 1 ? 'was called before' : 'were called before'
  },
  unresolvedCall: (_name, n) =>
    n === 1 ? 'had an unresolved call to its number' : 'had unresolved calls to their numbers',
  noTimeZone: (name, n) => {
    if (name === neverOpen)
      return n === 1 ? 'has no calling hours at its local time' : 'have no calling hours at their local time'
    if (name !== noOverlap) return n === 1 ? 'has no known local time' : 'have no known local time'
    return n === 1
      ? 'has time zones without calling hours in common'
      : 'have time zones without calling hours in common'
  },
  noConsent: (_name, n) => (n === 1 ? 'has no consent' : 'have no consent'),
  contextTooLarge: (_name, n) => (n === 1 ? 'has too much text for one call' : 'have too much text for one call'),
  containsKey: (_name, n) => (n === 1 ? 'contains an API key' : 'contain an API key'),
  invalidNumber: (name, n) => {
    if (name === withExtension) return n === 1 ? 'has a number with an extension' : 'have numbers with extensions'
    if (name === withLetter)
      return n === 1
        ? 'has a letter beside the digits of its number'
        : 'have letters beside the digits of their numbers'
    if (name === severalNumbers)
      return n === 1 ? 'has more than one number in its number cell' : 'have more than one number in their number cells'
    return n === 1 ? 'has no valid number' : 'have no valid number'
  },
  emergencyNumber: (_name, n) => (n === 1 ? 'has an emergency number' : 'have emergency numbers'),
  shortNumber: (_name, n) => (n === 1 ? 'has a short number' : 'have short numbers'),
  doNotCall: (_name, n) => (n === 1 ? 'is on the do-not-call list' : 'are on the do-not-call list'),
}

/** The warning before `n` rows are called although the service reported that an earlier call to them was answered. */
const answeredCalls = (n: number): string[] => {
  if (n === 0) return []
  const calledBefore =
    n === 1
      ? '1 of these rows had a call that was resolved as not placed, but its run shows that the call was answered.'
      : `${common.count(n)} of these rows had calls that were resolved as not placed, but whose runs show that the calls were answered.`
  return [calledBefore, n === 1 ? 'The person may be called twice.' : 'These people may be called twice.']
}

/** Why a row has no opening, in the table of rows. */
export const closedReason = (name: string): string => {
  if (name === neverOpen) return 'no calling hours'
  return name === noOverlap ? 'no calling hours in common' : 'no local time'
}

/** Returns the city of an IANA time zone: "New York" of America/New_York. */
const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** `value`: the country or the time zone; null if the user has to choose it. */
const fixes: Record<FindingFix, (value: string | null) => string> = {
  useCountry: (country) => (country === null ? 'Choose a country…' : `Use ${common.country(country)}`),
  callAnyway: () => 'Call anyway',
  leaveOut: () => 'Leave out',
  chooseZone: (zone) => (zone === null ? 'Choose a time zone…' : `Use ${cityOf(zone)} time`),
  repair: () => 'Repair',
}

const targets: Record<Exclude<ListTarget['to'], 'context'>, string> = {
  number: 'number',
  timeZone: 'time zone',
  postalCode: 'postal code',
  state: 'state or province',
  consent: 'consent',
  note: 'note',
  none: 'not used',
}

const listTypes: Record<List['options']['type'], string> = {
  marketing: 'Marketing calls',
  service: 'Service calls',
  debt: 'Debt collection',
  other: 'Other calls',
}

/** How the cells of a file are separated. */
const separators: Readonly<Record<string, string>> = {
  ',': 'comma-separated',
  ';': 'semicolon-separated',
  '\t': 'tab-separated',
}

/** The draft of a list: columns, findings, rows, options. */
export const check = {
  about: ({ source, createdAt }: Pick<List, 'source' | 'createdAt'>, total: number, now: number): string =>
    [
      rows(total),
      source.sheet === null ? null : `sheet “${source.sheet}”`,
      source.encoding,
      source.separator === null ? null : (separators[source.separator] ?? `separator “${source.separator}”`),
      `opened ${time.hourOrDate(createdAt, now)}`,
    ]
      .filter(Boolean)
      .join(' · '),
  calledBefore: 'These rows were opened before',
  sameFile: ({ name, createdAt, called, calledElsewhere }: NonNullable<List['sameFileAs']>): string => {
    const elsewhere = `, and ${common.count(calledElsewhere)} ${calledElsewhere === 1 ? 'row' : 'rows'} of other lists from this file`
    return `It’s “${name}” from ${time.minute(createdAt)}. ${common.count(called)} of its rows ${called === 1 ? 'has' : 'have'} been called${calledElsewhere === 0 ? '' : elsewhere}.`
  },
  openEarlier: (isOver: boolean): string => (isOver ? 'Show that list' : 'Continue that list'),
  close: 'Close',
  reading: (n: number) => `Reading the file: ${rows(n)} so far…`,
  checking: 'Checking the rows…',
  /** The reason of a held row without a number and findings; a checked row has one or the other. */
  notChecked: 'not checked yet',
  checked: (ready: number, held: number, refused: number) =>
    `Checked: ${common.count(ready)} ready, ${common.count(held)} held, ${common.count(refused)} refused.`,
  columns: 'Columns',
  column: (header: string, at: number) => header || `Column ${common.count(at + 1)}`,
  columnTarget: (header: string) => `Where ${header} goes`,
  target: (target: ListTarget) => (target.to === 'context' ? target.name : targets[target.to]),
  agentFirst: 'Choose an agent',
  agentLoading: 'Loading the agent…',
  agentFirstText: 'Rundesk checks the rows against the agent’s variables.',
  noAgents: 'This profile has no agents yet.',
  findings: 'Findings',
  /** `ready`: how many of the `all` rows are ready; erased rows are left out without a finding. */
  noFindings: (ready: number, all: number): string => {
    if (ready === all) return 'Nothing to fix. Every row is ready.'
    if (ready === 0) return 'Nothing to fix. No row is ready.'
    return `Nothing to fix. ${common.count(ready)} of ${rows(all)} ${ready === 1 ? 'is' : 'are'} ready.`
  },
  rowsOf: (n: number) => rows(n),
  finding: (code: FindingCode, name: string, n: number) => findings[code](name, n),
  show: (code: FindingCode, name: string, n: number) => `Show: ${rows(n)} ${findings[code](name, n)}`,
  held: (n: number) => `${common.count(n)} held`,
  fixedReady: (n: number) => `${common.count(n)} decided`,
  refused: (n: number) => `${common.count(n)} refused`,
  refusedAnyway: (n: number) => `${common.count(n)} refused for another reason`,
  never: 'Won’t be called',
  fix: (code: FindingCode, fix: FindingFix, value: string | null) =>
    code === 'missingValue' && fix === 'callAnyway' ? 'Call without it' : fixes[fix](value),
  moreFixes: 'Other fixes',
  fixed: (text: string) => `${text}: done.`,
  decidedUnchecked: 'Saved. The rows aren’t checked yet.',
  /** `held`: how many rows of the group are held now; null if they couldn't be counted. */
  unfixed: (held: number | null): string => {
    if (held === null) return 'Undone.'
    if (held === 0) return 'Undone. No row of this group is held.'
    return held === 1 ? 'Undone. 1 row of this group is held.' : `Undone. ${rows(held)} of this group are held.`
  },
  anywayTitle: (n: number) => (n === 0 ? 'Call these rows anyway?' : `Call ${rows(n)} anyway?`),
  /**
   * `releasable`: how many of the `n` rows become ready with the decision. `answered`: to how many of these a call was
   * answered, although a person resolved it as not placed.
   */
  anywayText: (code: FindingCode, name: string, n: number, releasable: number, answered = 0) => {
    const some = releasable === 1 ? '1 of them becomes ready.' : `${common.count(releasable)} of them become ready.`
    const ready = releasable === n ? [] : [releasable === 0 ? 'No row becomes ready yet.' : some]
    const text = [`${rows(n)} ${findings[code](name, n)}.`, ...ready, ...answeredCalls(answered)].join(' ')
    const shown = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    return code === 'unresolvedCall'
      ? `${shown} If a call is still unresolved when Rundesk reaches its row, the row is held again.`
      : shown
  },
  anywayAudit: 'This decision is saved in the audit log with your name, the time and the list.',
  countryTitle: 'Country for numbers without a country code',
  country: 'Country',
  zoneTitle: 'Time zone for rows without a known local time',
  zone: 'Time zone',
  apply: 'Apply',
  undo: 'Undo this decision',
  totals: {
    all: 'All rows',
    ready: 'Ready',
    unchecked: 'Not checked',
    held: 'Held',
    notChecked: 'Held, not checked',
    refused: 'Refused',
    left: 'Left out',
  },
  totalsLabel: 'Rows by state',
  equation: (all: number, parts: readonly string[]) => `${rows(all)}: ${parts.join(', ')}`,
  say: 'What the agent will say first',
  row: (n: number) => `Row ${common.count(n)}`,
  previewTabs: { selected: 'This row', longest: 'Longest', shortest: 'Shortest', emptiest: 'Emptiest' },
  previewLabel: 'Row to preview',
  erased: 'The data of this row was erased, so it’s never called.',
  noPreview: 'Select a row to see what the agent will say.',
  rules: 'Rules',
  failed: 'Couldn’t save this change. The list is unchanged.',
  decisionFailed: 'Couldn’t save this decision.',
  /** `checked`: whether the rows were checked with the list’s plan before. */
  recheckFailed: (checked: boolean): string =>
    checked
      ? 'Couldn’t check the rows again. They are shown as they were checked before.'
      : 'Couldn’t check the rows. Open the list again to repeat the check.',
  startFailed: 'The list didn’t start. No call was placed.',
}

const days: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The options of a list, each a row with its value and a note. */
export const options = {
  hours: 'Calling hours',
  hoursValue: ({ hours: { from, to } }: List['options']) => `${from}–${to} local time`,
  hoursNote: ({ days: chosen }: List['options'], holidays: readonly string[] | undefined): string => {
    const daysText =
      chosen.length === 7
        ? 'Every day'
        : common.list(chosen.toSorted((one, other) => one - other).map((day) => days[day - 1] ?? ''))
    if (holidays === undefined) return `${daysText} except US federal holidays`
    return holidays.length === 0 ? daysText : `${daysText} except holidays`
  },
  practiceHours: 'Not applied in practice',
  waiting: (n: number, until: string | null, now: number) =>
    until === null ? `${rows(n)} outside calling hours` : `${rows(n)} from ${time.hourOrDate(until, now)} your time`,
  hoursHint: ({ from, to }: Hours) =>
    `Between ${from} and ${to} in the recipient’s local time. Calling stops two minutes early.`,
  from: 'From',
  to: 'To',
  days: 'Days',
  day: (day: number) => days[day - 1] ?? '',
  holidays: (date: string, ofPolicy: readonly string[] | undefined) => {
    if (ofPolicy === undefined)
      return `In the US, Rundesk places no calls on federal holidays or on the days when they’re observed. Holidays as of ${time.day(date)}.`
    return ofPolicy.length === 0
      ? 'Your administrator’s policy allows calls on holidays.'
      : 'Rundesk places no calls on the holidays in your administrator’s policy.'
  },
  notLegal: (date: string) =>
    `Time zones as of ${time.day(date)}. Rundesk follows these rules, but they aren’t legal advice.`,
  doNotCall: 'Do not call',
  doNotCallNote: (n: number) => (n === 0 ? 'No rows refused' : `${rows(n)} refused`),
  consent: 'Consent',
  type: (type: List['options']['type']) => listTypes[type],
  /** The effect of a type; marketing lists always need consent, others if the policy requires it. */
  typeNote: (type: List['options']['type'], requiredByPolicy: ListPolicy['consentRequired']): string =>
    type === 'marketing' || requiredByPolicy?.includes(type) === true
      ? 'Rows without a yes in the consent column are held'
      : 'No consent column needed',
  typeLabel: 'Type of calls',
  pace: 'Pace',
  paceValue: (n: number) => (n === 1 ? '1 call at a time' : `Up to ${calls(n)} at once`),
  paceNote: (free: number) => `Starts with 1 · leaves ${common.count(free)} ${free === 1 ? 'slot' : 'slots'} free`,
  atOnce: 'Calls at once',
  freeSlots: 'Slots left free for others',
  maxCalls: 'Pause after this many calls',
  maxCallsHint: 'Leave blank for no limit.',
  recent: 'Hold recently called numbers (days)',
  recentHint:
    'With 0, numbers called within the minutes from Settings > Calling are held. Numbers with a call that is unresolved or may be in progress are always held.',
  again: 'Call again',
  againValue: (n: number) => (n === 0 ? 'Never' : n === 1 ? 'Once more' : `Up to ${common.count(n)} more times`),
  againNote: (n: number, minutes: number) =>
    n === 0 ? 'Press A to call a row again' : `After ${retriedTags}, every ${common.count(minutes)} min`,
  attempts: `More attempts after ${retriedTags}`,
  attemptsHint: 'Never after an unknown outcome.',
  gap: 'Minutes between attempts',
  perDay: 'Maximum calls per number in 24 hours',
  perWeek: 'Maximum calls per number in 7 days',
  callsFrom: 'Calls from',
  provider: 'The provider chooses',
  defaultConfiguration: 'Default configuration',
  agent: 'Agent',
  noAgent: 'Choose an agent',
  version: (version: number | null) => (version === null ? '' : `, version ${common.count(version)}`),
  agentNote: 'Pauses if a new version is published',
  range: (least: number, most: number) => `Enter a number from ${common.count(least)} to ${common.count(most)}.`,
  hoursError: ({ from, to }: Hours) => `Choose hours between ${from} and ${to}.`,
  daysError: 'Choose at least one day.',
  save: 'Save',
}

/** What this computer's policy doesn't allow. */
const policyRules: Record<ListRule, string> = {
  noLists: 'Your organization’s policy doesn’t allow call lists.',
  type: 'Your organization’s policy doesn’t allow this type of calls.',
  maxAtOnce: 'Your organization’s policy allows fewer calls at once.',
  maxCalls: 'Your organization’s policy requires a pause after fewer calls.',
}

export type CallTimes = { startsAt: string | null; later: number }

/** The calls that a button starts: when the first one is due if none is due now; otherwise how many are due later. */
export const callsOfButton = (n: number, times: CallTimes | null, now: number): string => {
  if (times === null) return calls(n)
  const { startsAt, later } = times
  if (startsAt !== null)
    return n === 1 ? `1 call ${dueTime(startsAt, now)}` : `${calls(n)}, the first ${dueTime(startsAt, now)}`
  return later > 0 && later < n ? `${calls(n)}, ${common.count(later)} of them later` : calls(n)
}

/** The button that starts a list, and why it can't. */
export const start = {
  /** `times`: null until they are loaded. */
  start: (n: number, times: CallTimes | null = null, now = 0) => `Start: ${callsOfButton(n, times, now)}`,
  starting: 'Starting…',
  /** Who calls, from which number, and with which profile or at what times. */
  line: (agent: string, from: string | null, more: string | null) =>
    [agent, from === null ? null : `from ${from}`, more].filter(Boolean).join(' · '),
  /** `hasRetries`: the list calls rows again that no one answered, which the time doesn't include. */
  finish: (
    { endsAt, pausesAfter }: { endsAt: string | null; pausesAfter: number | null },
    now: number,
    hasRetries = false,
  ) => {
    if (pausesAfter !== null) return `Pauses after ${calls(pausesAfter)}`
    return endsAt === null
      ? 'Done in more than 2 weeks'
      : `Done at about ${time.hourOrDate(endsAt, now)}${hasRetries ? ', plus retries' : ''}`
  },
  serviceDown: 'The last check of the service failed',
  callLength: (seconds: number) =>
    seconds < 90
      ? `if each call takes ${common.count(seconds)} s`
      : `if each call takes ${common.count(Math.round(seconds / 60))} min`,
  off: 'Can’t start',
  notAllowed: (rule: ListRule): string => policyRules[rule],
  /** Where to change the options of a draft to what the policy allows; empty if that isn't possible or is obvious. */
  allowedOptions: (rule: ListRule, { maxAtOnce, maxCalls }: ListPolicy): string => {
    if (rule === 'maxAtOnce' && maxAtOnce !== undefined)
      return `Under “${options.pace}”, choose at most ${common.count(maxAtOnce)} at once.`
    return rule === 'maxCalls' && maxCalls !== undefined
      ? `Under “${options.pace}”, set “${options.maxCalls}” to at most ${common.count(maxCalls)}.`
      : ''
  },
  noAgent: 'Choose an agent.',
  noNumber: 'Choose the column with the phone numbers.',
  saving: 'A change to the list is being saved.',
  unchecked: 'The rows aren’t checked yet.',
  reading: 'The file is being read.',
  /** `held`: the number of held rows; the other rows are refused or left out. */
  noneReady: (held: number): string =>
    held > 0
      ? 'No row is ready to be called. Decide on the held rows.'
      : 'No row is ready to be called, and none is held.',
  otherRan: 'Another list of this profile was running.',
  otherRuns: (name: string) => `“${name}” is running. Only one list per profile can run at a time.`,
}

type ForecastText = Parameters<typeof start.finish>[0] & {
  atOnce: number
  /** The time before which no call starts, after the service refused a call because of too many. */
  resumesAt: string | null
  /** How many calls without a result keep the list from starting others. */
  blocking: number
}

/**
 * The pace of a running list, and when it will be done: "up to 3 calls at once · done at about 17:56". While the service
 * is down, calls take longer than expected, so no end is shown.
 */
export const paceText = (
  atOnce: number,
  forecast: ForecastText | null,
  now: number,
  isServiceDown = false,
  hasRetries = false,
): string =>
  [
    options.paceValue(forecast?.atOnce ?? atOnce),
    forecast?.resumesAt && Date.parse(forecast.resumesAt) > now
      ? `Next call at ${time.clock(forecast.resumesAt)} or later: the service reported too many requests`
      : '',
    forecast === null || forecast.blocking === 0 ? '' : `Waiting for ${calls(forecast.blocking)} without a result`,
    isServiceDown ? start.serviceDown : forecast === null ? '' : start.finish(forecast, now, hasRetries),
  ]
    .filter(Boolean)
    .map((text) => text.charAt(0).toLowerCase() + text.slice(1))
    .join(' · ')

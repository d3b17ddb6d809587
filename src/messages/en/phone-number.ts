import type { CalleeHour, LineType, PhoneNumberReading, QuietState } from '../../contract/phone-number.ts'
import type { RecentRun } from '../../contract/call-list.ts'
import { common, time } from './common.ts'
import { displayStateOf, outcomeOfListedRun } from '../../domain/call-state.ts'
import { endOf } from './call-end.ts'
import { stateTags } from './state-tags.ts'
import type { ColumnTarget, Pasted, PastedColumn, PastedNumber, PastedRow } from '../../contract/pasted.ts'

const kindLabels: Record<PhoneNumberReading['kind'], string> = {
  telephone: 'Phone number',
  sip: 'SIP address',
  short: 'Extension or short code',
  other: 'Text dialed exactly as typed',
}

const validityTexts: Record<PhoneNumberReading['validity'], string> = {
  valid: 'In a valid number range, but it may not be assigned.',
  possible: 'This doesn’t look like a valid number. Check the digits.',
  unvalidated: 'Can’t be validated.',
}

const lineTypeLabels: Record<LineType, string> = {
  fixedLine: 'landline',
  mobile: 'mobile',
  fixedLineOrMobile: 'landline or mobile',
  tollFree: 'toll-free',
  premiumRate: 'premium rate',
  sharedCost: 'shared cost',
  voip: 'VoIP',
  personal: 'personal number',
  pager: 'pager',
  companyWide: 'company number',
  voicemail: 'voicemail',
}

const doubtTexts: Record<CalleeHour['doubt'], string> = {
  none: 'Based on the area code; the person may have moved.',
  several: 'The area code covers several time zones.',
  mobile: 'Based on where the number was issued; the phone could be anywhere.',
  unknown: 'Location unknown.',
}

const localTime = ({ localTimes }: CalleeHour): string => {
  const [first, ...rest] = localTimes
  const last = rest.at(-1)
  if (!first) return 'local time unknown'
  if (!last) return `${first.time} there`
  return `${first.time} to ${last.time}${last.date === first.date ? '' : ' (next day)'} there`
}

/** A mobile phone may be outside its country, so its local time gets a condition. */
const localTimeOf = (hour: CalleeHour, line: LineType | null): string => {
  const there = localTime(hour)
  return line === 'mobile' && hour.doubt === 'mobile' ? `${there} (unless they’re traveling)` : there
}

/** Turns `America/Argentina/Buenos_Aires` into `Buenos Aires (Argentina, America)`. */
const zoneName = (zone: string): string => {
  const parts = zone.replaceAll('_', ' ').split('/').toReversed()
  const [place = zone, ...around] = parts
  return around.length === 0 ? place : `${place} (${around.join(', ')})`
}

const describeQuietHours = ({ state, from, to, endsAt }: QuietState): string => {
  const ends = endsAt === null ? '' : ` They end at ${time.hour(endsAt)} your time.`
  switch (state) {
    case 'off':
      return 'Quiet-hours warnings are off (see Settings).'
    case 'no':
      return 'Outside quiet hours.'
    case 'yes':
      return `Quiet hours there: ${from}–${to}.${ends} You can still call.`
    case 'maybe':
      return `It may be quiet hours there (${from}–${to}), depending on where the phone is.${ends}`
    case 'unknown':
      return 'The local time is unknown, so it may be quiet hours.'
  }
}

/** The outcome of a run in the service's list. */
const outcomeOf = (run: RecentRun): string => {
  const outcome = outcomeOfListedRun(run)
  if (outcome !== null) return stateTags[displayStateOf(outcome)]
  switch (run.state) {
    case 'noReport':
      return 'no report from the carrier'
    case 'unknown':
      return run.error ? `may have been dialed: ${run.error}` : 'may have been dialed'
    case 'placed':
      return 'placed'
    case 'ended':
      return endOf(run)
    case 'failed':
      return run.error ? `failed to start: ${run.error}` : 'failed to start'
  }
}

const sourceTexts: Record<RecentRun['from'], string> = {
  thisComputer: 'from this computer',
  elsewhere: 'not in this computer’s history',
}

/** A number before it is called: its type, whether it is valid, the local time there, recent calls to it. */
export const phoneNumber = {
  kind: (kind: PhoneNumberReading['kind']) => kindLabels[kind],
  validity: (validity: PhoneNumberReading['validity']) => validityTexts[validity],
  line: (type: LineType) => lineTypeLabels[type],
  assumed: ({ assumed, country }: PhoneNumberReading): string | null => {
    if (assumed === null) return null
    const whose = country === null ? 'no country' : common.country(country)
    return assumed === 'plus' ? `Assumed leading +: ${whose}.` : `Assumed country: ${whose}.`
  },
  assumedInShort: (assumed: 'country' | 'plus'): string =>
    assumed === 'plus' ? 'assumed leading +' : 'assumed country',
  extension: (extension: string) => `Extension ${extension} won’t be dialed.`,
  offers: 'Which number did you mean?',
  asTyped: 'Dialed exactly as typed.',
  guess: 'estimate',
  costly: 'Calls to this number are charged at premium rates.',
  localTime: localTime,
  localTimeOf: localTimeOf,
  localTimeTitle: 'Local time',
  doubt: (doubt: CalleeHour['doubt']) => doubtTexts[doubt],
  setByUser: 'Set by you.',
  zone: {
    name: zoneName,
    label: 'Wrong time zone?',
    placeholder: 'A city, such as Chicago',
    open: 'Show time zones',
    none: 'No matching time zone',
    undo: 'Undo',
  },
  hint: 'Estimate only.',
  quiet: describeQuietHours,
  recent: {
    title: 'Recent calls',
    run: (run: RecentRun, age: string, profile: string) =>
      `Called ${age} (${sourceTexts[run.from]}), ${profile}: ${outcomeOf(run)}, run ${run.workflowRunId}`,
    showOf: (age: string) => `${common.showCall} (${age})`,
    /** The profiles whose runs couldn't be read; none if that is unknown. */
    unread: (profiles: readonly string[]) =>
      `Couldn’t read recent runs${profiles.length === 0 ? '' : ` (${common.list(profiles)})`}. Calls from elsewhere may be missing here.`,
    lookUp: 'Look up',
    lookUpRun: (id: number) => `Look up run ${id}`,
  },
}

const mappingReasonTexts: Record<NonNullable<PastedColumn['by']>, string> = {
  remembered: 'saved mapping',
  header: 'matched by header',
  spelling: 'matched by header (different spelling)',
  similar: 'similar header: please check',
  content: 'only column of this type: please check',
  headerItself: 'named after its header (the agent’s fields are unknown)',
}

const droppedTexts: Record<NonNullable<PastedColumn['dropped']>, string> = {
  noName: 'this agent has no such field',
  unclear: 'ambiguous',
  taken: 'another column already uses that name',
  reserved: 'name reserved by the service',
  empty: 'empty',
  remembered: 'saved mapping',
  unknownNames: 'no header, and the agent’s fields are unknown',
}

const numberProblemTexts: Record<Exclude<PastedNumber['problem'], 'none'>, string> = {
  empty: 'The row has no number.',
  unreadable: 'The number column doesn’t contain a phone number.',
  nationalNumber: 'The number has no country code. Choose the number you meant.',
  several: 'The cell contains several numbers. Choose one.',
  extension: 'Extensions can’t be dialed. Choose the number without its extension.',
  rounded:
    'The spreadsheet rounded the number (4.4E+11), so some digits were lost. Format the column as text, then copy it again.',
}

const targetOf = (where: ColumnTarget): string => {
  switch (where.to) {
    case 'number':
      return 'Number'
    case 'agent':
      return 'Agent'
    case 'context':
      return where.name
    case 'nowhere':
      return 'Don’t use'
  }
}

const announcements: Record<Pasted['kind'], string> = {
  nothing: 'No number in the pasted text.',
  number: 'Number pasted.',
  offers: 'Several possible numbers. Choose one.',
  row: 'Row pasted. Check how its columns were mapped.',
}

/** A row pasted from a spreadsheet: where each column went, and why. */
export const paste = {
  title: 'Pasted row',
  column: ({ header }: PastedColumn, at: number) => header || `Column ${common.count(at + 1)}`,
  target: ({ target }: PastedColumn) => targetOf(target),
  targetOf,
  move: (column: string) => `Field for ${column}`,
  why: ({ by, dropped: because }: PastedColumn): string => {
    if (by !== null) return mappingReasonTexts[by]
    return because === null ? '' : `not used: ${droppedTexts[because]}`
  },
  problem: (problem: PastedNumber['problem']): string | null =>
    problem === 'none' ? null : numberProblemTexts[problem],
  unfilled: (names: readonly string[]) => `Not filled in yet: ${names.join(', ')}.`,
  otherRows: ({ rows, further }: PastedRow): string => {
    const same = further.filter(({ sameAs }) => sameAs !== null).length
    const left = `${common.count(rows)} rows pasted. Only the first is used.`
    return same === 0
      ? left
      : `${left} ${same === 1 ? '1 row repeats' : `${common.count(same)} rows repeat`} an earlier number.`
  },
  agentFirst: 'Choose an agent to change the mapping. The mapping is saved for that agent.',
  saveFailed: 'Couldn’t save this mapping. Try again.',
  undo: 'Undo',
  undone: 'Paste undone.',
  dismiss: 'Dismiss',
  nothing: 'No number in the pasted text.',
  /** The announcement for screen readers after a paste. */
  announcement: (kind: Pasted['kind']): string => announcements[kind],
}

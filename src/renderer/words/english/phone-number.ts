import type { CalleeHour, QuietVerdict } from '../../../contract/callee-hour.ts'
import type { LineType, PhoneNumberReading } from '../../../contract/phone-number.ts'
import type { RecentRun } from '../../../contract/recent.ts'
import { common } from './common.ts'
import { endOf } from './live.ts'
import { time } from './time.ts'

const kinds: Record<PhoneNumberReading['kind'], string> = {
  telephone: 'Telephone number',
  sip: 'SIP endpoint',
  short: 'Extension or service number',
  other: 'Text that is dialled exactly as typed',
}

const standings: Record<PhoneNumberReading['standing'], string> = {
  valid: 'In use: the numbering plan knows such numbers. Whether somebody has this one, only calling tells.',
  possible: 'No country has given out numbers like this. Check the digits.',
  unjudged: 'No numbering plan speaks of it: nobody can tell beforehand whether it exists.',
}

const lines: Record<LineType, string> = {
  fixedLine: 'landline',
  mobile: 'mobile',
  fixedLineOrMobile: 'landline or mobile',
  tollFree: 'free of charge',
  premiumRate: 'premium rate: costly',
  sharedCost: 'shared cost',
  voip: 'internet number',
  personal: 'personal number',
  pager: 'pager',
  companyWide: 'company number',
  voicemail: 'voicemail',
}

const doubts: Record<CalleeHour['doubt'], string> = {
  none: 'By the number’s area. It may have been taken along in a move.',
  several: 'The number’s area has several time zones.',
  mobile: 'By where the number was given out. The phone may be anywhere.',
  unknown: 'Nothing tells where this number rings.',
}

const hourThere = ({ localTimes }: CalleeHour): string => {
  const [first, ...rest] = localTimes
  const last = rest.at(-1)
  if (!first) return 'hour there unknown'
  return last ? `${first.time} to ${last.time} there` : `${first.time} there`
}

/** A mobile is where its owner is, so the hour of its country is told with an if. */
const hourOf = (hour: CalleeHour, line: LineType | null): string => {
  const there = hourThere(hour)
  return line === 'mobile' && hour.doubt === 'mobile' ? `${there}, if the phone is` : there
}

/** `America/Argentina/Buenos_Aires` as people say it: the place, and what it belongs to. */
const zoneName = (zone: string): string => {
  const parts = zone.replaceAll('_', ' ').split('/').toReversed()
  const [place = zone, ...around] = parts
  return around.length === 0 ? place : `${place} (${around.join(', ')})`
}

const quietInWords = ({ verdict, from, to, endsAt }: QuietVerdict): string => {
  const ends = endsAt === null ? '' : ` They are over at ${time.clock(endsAt)} here.`
  switch (verdict) {
    case 'off':
      return 'Nobody wants to be told of quiet hours: see Settings.'
    case 'no':
      return 'It is no quiet hour there.'
    case 'yes':
      return `It is quiet hours there, ${from} to ${to}.${ends} You can call all the same.`
    case 'perhaps':
      return `It may be quiet hours there, ${from} to ${to}, depending on where the phone is.${ends}`
    case 'unknown':
      return 'Nothing tells what time it is there, so it may be quiet hours.'
  }
}

/** What became of a run that the service lists, with its own words for the end. */
const becameOf = (run: RecentRun): string => {
  switch (run.state) {
    case 'dialling':
      return 'being dialled, or left so'
    case 'placed':
      return 'placed'
    case 'ended':
      return endOf(run)
    case 'failed':
      return run.error ? `failed to start: ${run.error}` : 'failed to start'
  }
}

const from: Record<RecentRun['from'], string> = { thisDesk: 'from this desk', elsewhere: 'from elsewhere' }

/** Words about a number before it is called: what it is, how sure that is, what time it is there, who called it lately. */
export const phoneNumber = {
  kind: (kind: PhoneNumberReading['kind']) => kinds[kind],
  standing: (standing: PhoneNumberReading['standing']) => standings[standing],
  line: (type: LineType) => lines[type],
  assumed: ({ assumed, country }: PhoneNumberReading): string | null => {
    if (assumed === null) return null
    const whose = country === null ? 'no country' : common.country(country)
    return assumed === 'plus'
      ? `Read with a + before it: ${whose}.`
      : `Read as a number of ${whose}: it says no country.`
  },
  assumedInShort: (assumed: 'country' | 'plus') => (assumed === 'plus' ? 'with a + before it' : 'it says no country'),
  extension: (extension: string) => `Extension ${extension} is not dialled.`,
  offers: 'Which number is meant?',
  asTyped: 'Dialled exactly as typed.',
  guess: 'a guess',
  costly: 'Calls to this number are charged at a premium rate.',
  hour: hourThere,
  hourOf,
  hourTitle: 'The hour there',
  doubt: (doubt: CalleeHour['doubt']) => doubts[doubt],
  saidByPerson: 'As you have said.',
  zone: {
    name: zoneName,
    label: 'You know better?',
    placeholder: 'A city, such as Chicago',
    open: 'Show time zones',
    none: 'No time zone of this name.',
    takeBack: 'Take it back',
  },
  hint: 'A hint, never a promise.',
  quiet: quietInWords,
  recent: {
    title: 'Called lately',
    run: (run: RecentRun, age: string, profile: string) =>
      `Called ${age} ${from[run.from]}, ${profile}: ${becameOf(run)}, run ${run.workflowRunId}`,
    show: 'Show',
    showOf: (age: string) => `Show the call of ${age}`,
    ask: 'Look it up',
    askOf: (id: number) => `Look it up: run ${id}`,
  },
}

import { isFutureTime } from '../../domain/future-time.ts'

const numbers = new Intl.NumberFormat('en')
const lists = new Intl.ListFormat('en', { type: 'conjunction' })
const regions = new Intl.DisplayNames('en', { type: 'region' })

/** Other common names of countries, by country code. */
const otherCountryNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  CD: ['DRC', 'Democratic Republic of the Congo'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  KP: ['DPRK'],
  KR: ['Republic of Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland'],
  RU: ['Russian Federation'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  US: ['USA', 'America', 'United States of America'],
  VA: ['Holy See'],
}

/** Strings shared by several screens. */
export const common = {
  close: 'Close',
  cancel: 'Cancel',
  /** In a dialog: a notification, a shortcut of the system or a failed resume would open a screen and close the dialog. */
  opensAfterDialog: 'Another screen opens once this dialog is closed.',
  copied: (what: string) => `Copied ${what}`,
  copyLabel: (what: string) => `Copy ${what}`,
  notCopied: 'Couldn’t copy. Select the text and copy it manually.',
  refresh: 'Refresh',
  showCall: 'Show call',
  retry: 'Retry',
  contacting: 'Contacting the service…',
  stillWaiting: (longestMs: number) =>
    `Still waiting. On a slow network, a request can take up to ${longestMs / 1_000} seconds.`,
  lastTry: (lastTry: string) => `Last tried ${lastTry}`,
  withLastTry: (age: string, lastTry: string) => `${age}; last tried ${lastTry}`,
  none: '–',
  /** Acknowledges that part of the history may be missing. */
  acknowledgeLoss: 'Stop asking before each call',
  numberErased: 'number erased',
  blank: '\u00a0',
  count: (n: number) => numbers.format(n),
  list: (names: readonly string[]) => lists.format(names),
  country: (code: string) => regions.of(code) ?? code,
  otherCountryNames,
  noCountry: 'No matching country',
  chooseCountry: 'Choose a country from the list.',
  chosen: (name: string) => `Chosen: ${name}`,
  enterChooses: (name: string) => `Press Enter to choose ${name}.`,
  /** Ends the words of a person, which may already end with a punctuation mark. */
  sentence: (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`),
  serviceMessage: (words: string) => `Message from the service: “${words}”`,
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const toTheMillisecond: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
}
const exactFormat = new Intl.DateTimeFormat('en', toTheMillisecond)
const exactWithDate = new Intl.DateTimeFormat('en', {
  ...toTheMillisecond,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const toTheMinute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' })

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)
const units: [limit: number, size: number, name: string][] = [
  [60_000, 1_000, 's'],
  [3_600_000, 60_000, 'min'],
  [86_400_000, 3_600_000, 'h'],
]

const span = (ms: number): string => {
  const unit = units.find(([limit]) => ms < limit)
  return unit ? `${Math.floor(ms / unit[1])} ${unit[2]}` : `${Math.floor(ms / 86_400_000)} d`
}

const parsed = (text: string): number | null => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

const formatted = (text: string, format: Intl.DateTimeFormat): string => {
  const at = parsed(text)
  return at === null ? text : format.format(at)
}

const short = (text: string, now: number): string => {
  const at = parsed(text)
  if (at === null) return text
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (days <= 0) return clock.format(at)
  if (days === 1) return 'Yesterday'
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayAndYear).format(at)
}

/** The same, with hour and minute for other days of this year: "Yesterday, 23:58". */
const shortWithTime = (text: string, now: number): string => {
  const at = parsed(text)
  const isThisYear = at !== null && new Date(at).getFullYear() === new Date(now).getFullYear()
  return isThisYear && at < startOfDay(now) ? `${short(text, now)}, ${hour.format(at)}` : short(text, now)
}

const isSameDay = (text: string, now: number): boolean => startOfDay(Date.parse(text)) === startOfDay(now)

const hourOrDate = (text: string, now: number): string => formatted(text, isSameDay(text, now) ? hour : toTheMinute)

const atOrOn = (text: string, now: number): string => `${isSameDay(text, now) ? 'at' : 'on'} ${hourOrDate(text, now)}`

const ago = (ms: number): string => (ms < 2_000 ? 'just now' : `${span(ms)} ago`)

/** Times as strings. Instants are ISO 8601; any other string is returned unchanged. */
export const time = {
  clock: (text: string) => formatted(text, clock),
  /** Hour and minute. */
  hour: (text: string) => formatted(text, hour),
  /** Hour and minute, with the date if it isn't today: "17:00" or "Nov 28, 2026, 17:00". */
  hourOrDate,
  /** The same in a sentence: "at 17:00" or "on Nov 28, 2026, 17:00". */
  atOrOn,
  /** To the millisecond, with the date if it isn't the day of `previous` (milliseconds since 1970). */
  exact: (text: string, previous: number) => formatted(text, isSameDay(text, previous) ? exactFormat : exactWithDate),
  /** To the second, with the date if it isn't the day of `previous` (milliseconds since 1970). */
  clockOrDate: (text: string, previous: number) =>
    isSameDay(text, previous) ? formatted(text, clock) : `${formatted(text, dayAndYear)}, ${formatted(text, clock)}`,
  date: (text: string) => formatted(text, dayAndYear),
  /**
   * The day that ends with an instant, its last millisecond. If no day of the present time zone ends then, the date and
   * the time after it.
   */
  lastDay: (text: string) => {
    const at = parsed(text)
    if (at === null) return text
    return startOfDay(at + 1) === at + 1 ? dayAndYear.format(at) : toTheMinute.format(at + 1)
  },
  /** A calendar day such as `2026-11-21`, independent of the time zone. */
  day: (text: string) => formatted(`${text}T00:00:00`, dayAndYear),
  /** To the minute, for table rows; `full` includes seconds. */
  minute: (text: string) => formatted(text, toTheMinute),
  full: (text: string) => formatted(text, fullFormat),
  short,
  shortWithTime,
  seconds: (ms: number) => `${Math.floor(ms / 1000)} s`,
  milliseconds: (ms: number) => `${Math.round(ms)} ms`,
  /** A length of time in seconds with one decimal place. */
  tenths: (ms: number) => `${(ms / 1000).toFixed(1)} seconds`,
  ago,
  /** The age of a time (milliseconds since 1970), or the time itself if it was written while the clock was ahead. */
  agoOrAt: (at: number, now: number) =>
    isFutureTime(at, now) ? atOrOn(new Date(at).toISOString(), now) : ago(Math.max(0, now - at)),
  duration: (seconds: number) => {
    const whole = Math.round(seconds)
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
  },
}

/**
 * When a row is due, rounded up to the minute, because it isn't called earlier: "at 17:00 your time" or, on another day,
 * "on Nov 28, 2026, 17:00 your time".
 */
export const dueTime = (at: string, now: number): string => {
  const due = Math.ceil(Date.parse(at) / 60_000) * 60_000
  return `${atOrOn(Number.isFinite(due) ? new Date(due).toISOString() : at, now)} your time`
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const exact = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const toTheMinute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const full = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' })

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

const inWords = (text: string, format: Intl.DateTimeFormat): string => {
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

/** Times in words. Instants are ISO 8601 texts; one that cannot be read is shown as it came. */
export const time = {
  clock: (text: string) => inWords(text, clock),
  exact: (text: string) => inWords(text, exact),
  date: (text: string) => inWords(text, dayAndYear),
  /** A day of the calendar, such as `2026-11-21`, which is the same day wherever it is read. */
  day: (text: string) => inWords(`${text}T00:00:00`, dayAndYear),
  /** As short as a row of a table wants it; `full` says it to the second. */
  minute: (text: string) => inWords(text, toTheMinute),
  full: (text: string) => inWords(text, full),
  short,
  seconds: (ms: number) => `${Math.floor(ms / 1000)} s`,
  milliseconds: (ms: number) => `${Math.round(ms)} ms`,
  ago: (ms: number) => (ms < 2_000 ? 'just now' : `${span(ms)} ago`),
  duration: (seconds: number) => {
    const whole = Math.round(seconds)
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
  },
}

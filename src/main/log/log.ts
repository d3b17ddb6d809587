import type { Scrub } from './scrub.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** One event with plain facts; facts are scrubbed as the text they become. */
export type Log = (level: LogLevel, event: string, facts?: Record<string, string | number | boolean | null>) => void

export type LogParts = { clock: () => number; scrub: Scrub; write: (line: string) => void }

/** Makes a log of JSON lines: time, level, event, facts. */
export const createLog =
  ({ clock, scrub, write }: LogParts): Log =>
  (level, event, facts = {}) => {
    const clean = Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value])
    write(JSON.stringify({ at: new Date(clock()).toISOString(), level, event, ...Object.fromEntries(clean) }))
  }

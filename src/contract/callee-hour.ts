import { z } from 'zod'

/**
 * Why the hour may be another than it is told: `none` (a fixed line, one hour), `several` (the number's range spans more
 * than one hour), `mobile` (the number may be anywhere its owner is), `unknown` (nothing tells where it rings).
 */
export const hourDoubts = ['none', 'several', 'mobile', 'unknown'] as const
/** What the zones were told by. */
export const hourSources = ['prefix', 'country', 'person', 'nothing'] as const
/**
 * Whether it is quiet hours at the callee; `off` when nobody wants to know, `perhaps` when it depends on where the phone
 * is, `unknown` when nothing tells the hour.
 */
export const quietVerdicts = ['off', 'no', 'yes', 'perhaps', 'unknown'] as const

export const localTimeSchema = z.object({
  /** An IANA zone; of several zones with the same time now, one of them. */
  zone: z.string(),
  /** `HH:MM`, 24 hours. */
  time: z.string(),
  /** `YYYY-MM-DD` there. */
  date: z.string(),
  /** How far it is ahead of UTC, in minutes; negative to the west. */
  offsetMinutes: z.int(),
})
export type LocalTime = z.infer<typeof localTimeSchema>

export const quietVerdictSchema = z.object({
  verdict: z.enum(quietVerdicts),
  /** The quiet hours as they are set, `HH:MM` at the callee; null when they are off. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** When they are over in every zone where they are on now; null unless the verdict is `yes` or `perhaps`. */
  endsAt: z.iso.datetime().nullable(),
})
export type QuietVerdict = z.infer<typeof quietVerdictSchema>

export const calleeHourSchema = z.object({
  /** Every zone the number may be in. */
  zones: z.array(z.string()),
  /** What the clocks there show, each different time once, earliest first. */
  localTimes: z.array(localTimeSchema),
  doubt: z.enum(hourDoubts),
  source: z.enum(hourSources),
  quiet: quietVerdictSchema,
})

/** What time it is where a number probably rings. It is a hint: numbers are ported, and phones travel. */
export type CalleeHour = z.infer<typeof calleeHourSchema>
export type HourDoubt = CalleeHour['doubt']

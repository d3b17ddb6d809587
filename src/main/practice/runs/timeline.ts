import type { Timings } from '../practice.ts'
import type { CallEnding, Organization, Run, World } from '../organization/world.ts'
import { dateWithMilliseconds } from '../answers.ts'
import type { Printable } from '../json.ts'
import { isShortCallNumber } from '../sample-list.ts'

type Callback = { readonly status: string; readonly at: number; readonly durationSeconds: number }

/** When each event of a run happens, in milliseconds since 1970; null means never. */
export type RunTimeline = {
  readonly callbacks: readonly Callback[]
  readonly connectedAt: number | null
  /** When the carrier reports the end. */
  readonly completedAt: number | null
  /** When the agent has saved its result. */
  readonly savedAt: number | null
  readonly artifactsAt: number | null
  readonly disposition: string | null
  readonly talkSeconds: number
}

const nothingHappens: RunTimeline = {
  callbacks: [],
  connectedAt: null,
  completedAt: null,
  savedAt: null,
  artifactsAt: null,
  disposition: null,
  talkSeconds: 0,
}

/** Timings of a call in the practice list: the callee answers immediately and talks for a second and a half. */
const shortCall = { ringMs: 200, answerMs: 500, talkMs: 1_500, saveMs: 200, artifactsMs: 300 }

const timingsOf = ({ calledNumber }: Run, timings: Timings): Timings => {
  if (calledNumber === null || !isShortCallNumber(calledNumber)) return timings
  const { ringMs, answerMs, talkMs, saveMs, artifactsMs } = timings
  return {
    ...timings,
    ringMs: Math.min(ringMs, shortCall.ringMs),
    answerMs: Math.min(answerMs, shortCall.answerMs),
    talkMs: Math.min(talkMs, shortCall.talkMs),
    saveMs: Math.min(saveMs, shortCall.saveMs),
    artifactsMs: Math.min(artifactsMs, shortCall.artifactsMs),
  }
}

/** Computes all events of a run in advance. The run's state at any time follows from them. */
export function timelineOf(run: Run, given: Timings): RunTimeline {
  const timings = timingsOf(run, given)
  if (run.start.kind === 'failed') {
    return { ...nothingHappens, completedAt: run.dialedAt, savedAt: run.dialedAt, disposition: 'error' }
  }
  if (run.start.kind === 'orphaned' || run.losesCallbacks) return nothingHappens
  const progress = [callback('initiated', run.dialedAt), callback('ringing', run.dialedAt + timings.ringMs)]
  const timeline = isAnswered(run.ending) ? answered(run, timings) : unanswered(run, timings)
  // According to the service's source, but not measured: this carrier reports no progress and no unanswered calls.
  if (run.provider === 'ari') return { ...(timeline.connectedAt === null ? nothingHappens : timeline), callbacks: [] }
  return {
    ...timeline,
    callbacks: [...progress, ...timeline.callbacks].filter(({ at }) => at <= (timeline.completedAt ?? Infinity)),
  }
}

const answeredEndings: readonly CallEnding[] = ['completed', 'voicemail', 'no-result', 'no-transcript', 'do-not-call']

/** What the agent reports instead of the end of a usual conversation. */
const answeredDispositions: Partial<Record<CallEnding, string>> = {
  voicemail: 'voicemail_detected',
  'do-not-call': 'do_not_call',
}

function isAnswered(ending: CallEnding): boolean {
  return answeredEndings.includes(ending)
}

function answered(run: Run, timings: Timings): RunTimeline {
  const connectedAt = run.dialedAt + timings.answerMs
  const talkMs = run.ending === 'voicemail' ? timings.talkMs / 2 : timings.talkMs
  const completedAt = connectedAt + talkMs
  const talkSeconds = Math.round(talkMs / 1000)
  const savedAt = run.ending === 'no-result' ? null : completedAt + timings.saveMs
  return {
    callbacks: [
      callback(run.provider === 'vonage' ? 'answered' : 'in-progress', connectedAt),
      { status: 'completed', at: completedAt, durationSeconds: talkSeconds },
    ],
    connectedAt,
    completedAt,
    savedAt,
    artifactsAt: savedAt === null ? null : savedAt + timings.artifactsMs,
    disposition: answeredDispositions[run.ending] ?? 'user_hangup',
    talkSeconds,
  }
}

function unanswered(run: Run, timings: Timings): RunTimeline {
  if (run.ending === 'never-ends') return nothingHappens
  const waits = { busy: timings.answerMs, 'no-answer': timings.answerMs * 3, failed: timings.ringMs }
  const wait = run.ending === 'busy' || run.ending === 'no-answer' ? waits[run.ending] : waits.failed
  const completedAt = run.dialedAt + wait
  return {
    ...nothingHappens,
    callbacks: [callback(run.ending, completedAt)],
    completedAt,
    savedAt: completedAt,
    disposition: run.ending,
  }
}

function callback(status: string, at: number): Callback {
  return { status, at, durationSeconds: 0 }
}

/** Returns whether a time has come; null means never. */
export function hasPassed(moment: number | null, now: number): boolean {
  return moment !== null && moment <= now
}

const slotLastsMs = 20 * 60_000

/** Returns whether the organization has reached its limit of concurrent calls. A slot expires after 20 minutes. */
export function isFull(world: World, organization: Organization, timings: Timings, now: number): boolean {
  const live = world.runs.filter((run) => run.organizationId === organization.id && holdsSlot(run, timings, now))
  return live.length >= organization.concurrentCallLimit
}

function holdsSlot(run: Run, timings: Timings, now: number): boolean {
  // Measured: a failed start frees its slot immediately.
  if (run.start.kind === 'orphaned') return false
  if (now >= run.createdAt + slotLastsMs) return false
  return !hasPassed(timelineOf(run, timings).completedAt, now)
}

/** A line of the conversation. `at` is in milliseconds since 1970. */
export type SpokenLine = { readonly speaker: 'user' | 'assistant'; readonly text: string; readonly at: number }

type Line = readonly [speaker: SpokenLine['speaker'], text: string]

const greeting: Line = ['assistant', 'Hello, this is a practice call. Is this a good moment?']

const usualLines: readonly Line[] = [
  greeting,
  ['user', 'Yes, go ahead.'],
  ['assistant', 'Thank you. This call rings no real phone, so I will let you go.'],
  ['user', 'Goodbye.'],
]

/** What is said in calls that end in a special way. The service reports a machine's greeting as the user's words. */
const otherLines: Partial<Record<CallEnding, readonly Line[]>> = {
  voicemail: [['user', 'You have reached a voicemail. Please leave a message after the tone.']],
  'do-not-call': [
    greeting,
    ['user', 'No. Please do not call me again.'],
    ['assistant', 'I will pass that on. Goodbye.'],
  ],
}

/** Returns what is said in a call that was answered at this time. */
export function spokenLines({ ending }: Pick<Run, 'ending'>, connectedAt: number): SpokenLine[] {
  const lines = otherLines[ending] ?? usualLines
  return lines.map(([speaker, text], index) => ({ speaker, text, at: connectedAt + 1000 + index * 3000 }))
}

/** Returns the same conversation in the format in which the service stores it. */
export function conversationOf(run: Pick<Run, 'ending'>, connectedAt: number): Printable {
  return spokenLines(run, connectedAt).map(({ speaker, text, at }, index) => ({
    type: speaker === 'assistant' ? 'rtf-bot-text' : 'rtf-user-transcription',
    timestamp: dateWithMilliseconds(at),
    turn: Math.floor(index / 2),
    node_id: 'start',
    node_name: 'Start',
    payload: speaker === 'assistant' ? { text } : { text, final: true },
  }))
}

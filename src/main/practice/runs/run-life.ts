import type { Pace } from '../pace.ts'
import type { LifeName, Run } from '../world/world.ts'

export type Callback = { readonly status: string; readonly at: number; readonly durationSeconds: number }

/** Everything that will happen to a run, with the moment of each thing; null means never. */
export type RunLife = {
  readonly callbacks: readonly Callback[]
  readonly connectedAt: number | null
  /** The carrier says it is over. */
  readonly completedAt: number | null
  /** The agent's side has saved its result. */
  readonly savedAt: number | null
  readonly artifactsAt: number | null
  readonly disposition: string | null
  readonly talkSeconds: number
}

const nothingHappens: RunLife = {
  callbacks: [],
  connectedAt: null,
  completedAt: null,
  savedAt: null,
  artifactsAt: null,
  disposition: null,
  talkSeconds: 0,
}

/** The life of a run, told ahead: what is true at a moment is read off it. */
export function lifeOf(run: Run, pace: Pace): RunLife {
  if (run.start.kind === 'failed') {
    return { ...nothingHappens, completedAt: run.dialledAt, savedAt: run.dialledAt, disposition: 'error' }
  }
  if (run.start.kind === 'orphaned' || run.isDeaf) return nothingHappens
  const begins = [callback('initiated', run.dialledAt), callback('ringing', run.dialledAt + pace.ringMs)]
  const life = isAnswered(run.life) ? answered(run, pace) : unanswered(run, pace)
  // Read, not run: this kind of carrier reports nothing while the call lasts, nor when nobody answers.
  if (run.provider === 'ari') return { ...(life.connectedAt === null ? nothingHappens : life), callbacks: [] }
  return { ...life, callbacks: [...begins, ...life.callbacks].filter(({ at }) => at <= (life.completedAt ?? Infinity)) }
}

function isAnswered(life: LifeName): boolean {
  return life === 'completed' || life === 'voicemail' || life === 'no-result'
}

function answered(run: Run, pace: Pace): RunLife {
  const connectedAt = run.dialledAt + pace.answerMs
  const talkMs = run.life === 'voicemail' ? pace.talkMs / 2 : pace.talkMs
  const completedAt = connectedAt + talkMs
  const talkSeconds = Math.round(talkMs / 1000)
  const savedAt = run.life === 'no-result' ? null : completedAt + pace.saveMs
  return {
    callbacks: [
      callback(run.provider === 'vonage' ? 'answered' : 'in-progress', connectedAt),
      { status: 'completed', at: completedAt, durationSeconds: talkSeconds },
    ],
    connectedAt,
    completedAt,
    savedAt,
    artifactsAt: savedAt === null ? null : savedAt + pace.artifactsMs,
    disposition: run.life === 'voicemail' ? 'voicemail_detected' : 'user_hangup',
    talkSeconds,
  }
}

function unanswered(run: Run, pace: Pace): RunLife {
  if (run.life === 'never-ends') return nothingHappens
  const waits = { busy: pace.answerMs, 'no-answer': pace.answerMs * 3, failed: pace.ringMs }
  const wait = run.life === 'busy' || run.life === 'no-answer' ? waits[run.life] : waits.failed
  const completedAt = run.dialledAt + wait
  return {
    ...nothingHappens,
    callbacks: [callback(run.life, completedAt)],
    completedAt,
    savedAt: completedAt,
    disposition: run.life,
  }
}

function callback(status: string, at: number): Callback {
  return { status, at, durationSeconds: 0 }
}

import { setTimeout as wait } from 'node:timers/promises'
import { acceptedMeaning } from '../faults/answers.ts'
import type { Draw } from '../fuzz/draw.ts'
import { answerLength, type CountingService, type Cut } from './counting-service.ts'
import type { PlaceCall } from './place-call.ts'

/** A call into a connection that is cut somewhere. */
export type Trial = { cut: Cut; bodySize: number }

/** What became of it: how many copies arrived, what was told, and what is wrong about that (null when nothing is). */
export type TrialResult = { copies: number; meaning: string; wrong: string | null }

/** A TLS handshake, the request and the answer together are some four thousand bytes on the wire, and often more. */
const wireBytes = 7_500
const headBytes = 400

const sizeOf = (draw: Draw): number =>
  draw.weighted([
    [6, () => draw.below(200)],
    [2, () => draw.below(20_000)],
    [1, () => draw.below(300_000)],
  ])

const cutOf = (draw: Draw, bodySize: number): Cut => {
  const how = draw.pick<Cut['how']>(['close', 'reset', 'halfClose'])
  return draw.weighted<Cut>([
    [4, () => ({ in: 'request', after: 1 + draw.below(draw.chance(0.5) ? headBytes : headBytes + bodySize), how })],
    [4, () => ({ in: 'answer', after: draw.below(answerLength + 1), how: how === 'reset' ? 'close' : how })],
    [3, () => ({ in: 'wire', after: draw.below(wireBytes), how })],
  ])
}

export const drawTrial = (draw: Draw): Trial => {
  const bodySize = sizeOf(draw)
  return { cut: cutOf(draw, bodySize), bodySize }
}

/** What may be told of a call that is cut there; under TLS the place in the request is not known beforehand. */
const meaningsOf = ({ cut }: Trial): RegExp => {
  if (cut.in === 'request') return /^unknown cut$/
  if (cut.in === 'answer') return cut.after === answerLength ? new RegExp(`^${acceptedMeaning}$`) : /^unknown cut$/
  return new RegExp(`^(notSent other|unknown cut|${acceptedMeaning})$`)
}

const judge = (trial: Trial, copies: number, meaning: string, marks: number): string | null => {
  // Where TLS is cut on its way, the service may rightly have seen nothing; everywhere else it is one copy and no other.
  if (copies > 1 || (copies === 0 && trial.cut.in !== 'wire')) return `${copies} copies`
  const notSent = meaning.startsWith('notSent')
  if (notSent && copies > 0) return 'denied although it arrived'
  if (notSent === marks > 0) return 'told otherwise than marked'
  if (copies === 0 && meaning.startsWith('accepted')) return 'accepted although nothing arrived'
  return meaningsOf(trial).test(meaning) ? null : `told as ${meaning}`
}

/** Runs one trial on a service that nobody else uses meanwhile, and waits a little for copies that come late. */
export const runTrial = async (service: CountingService, trial: Trial, place: PlaceCall): Promise<TrialResult> => {
  service.prepare(trial.cut)
  const origin = trial.cut.in === 'wire' ? service.secureOrigin : service.origin
  const { meaning, marks } = await place(origin, trial.bodySize)
  await wait(30)
  const copies = service.copies()
  return { copies, meaning, wrong: judge(trial, copies, meaning, marks) }
}

import { valueOf } from '../support/desk-process.ts'
import { type CallPoint, type LookUpPoint } from './call-points.ts'
import type { CrashHouse } from './crash-house.ts'
import { factsOf, problemsOf } from './judge-crash.ts'

/** One crash on the way of one call: what was wrong right after it, and what its record may come to later. */
export type CallTrial = { callId: string; problems: string[]; later: readonly string[]; promised: boolean }

/** Where in an act a crash comes, from 0 to 1, and how many bytes a request of this house has. */
export type Measures = { share: number; requestBytes: number }

/** Places one call with a desk that ends at the point, and looks at what is left. */
export const crashOnce = async (house: CrashHouse, point: CallPoint, measures: Measures): Promise<CallTrial> => {
  const draft = house.nextDraft()
  const { callId } = draft
  const desk = await house.open(point.plant?.({ callId, ...measures }))
  await desk.ready
  if (point.service) house.endAt(point.service, desk)
  const answer = await desk.ask('triggerCall', draft)
  const came = await house.gone(desk)
  const promised = answer?.ok === true
  const facts = factsOf(house, callId)
  const problems = problemsOf(facts, { states: point.disk, requests: point.requests, promised })
  if (!came) problems.push('the crash never came')
  if (facts.requests > 0 && point.run !== (facts.run !== null)) problems.push(`run ${facts.run}`)
  return { callId, problems, later: point.later, promised }
}

/** Loses the answer to a call, and ends the next desk while it looks up what became of it. */
export const crashInLookUp = async (
  house: CrashHouse,
  lost: CallPoint,
  point: LookUpPoint,
  measures: Measures,
): Promise<CallTrial> => {
  const trial = await crashOnce(house, lost, measures)
  const { callId, promised } = trial
  const desk = await house.open(point.plant?.({ callId, ...measures }))
  if (point.atList) house.endAt('list', desk)
  const came = await house.gone(desk)
  const problems = problemsOf(factsOf(house, callId), { states: point.disk, requests: [1], promised })
  if (!came) problems.push('the crash never came')
  return { ...trial, problems: [...trial.problems, ...problems] }
}

/** After all restarts: what a call has come to, and whether it was ever sent again. */
export const judgeLater = (house: CrashHouse, { callId, later, promised }: CallTrial): string[] =>
  problemsOf(factsOf(house, callId), { states: later, requests: [0, 1], promised }).map((problem) => `later ${problem}`)

/** Places an ordinary call, and gives how many bytes its request has. */
export const measureRequest = async (house: CrashHouse): Promise<number> => {
  const desk = await house.open()
  await desk.ready
  const { callId } = await valueOf(desk.ask('triggerCall', house.nextDraft()))
  await desk.end()
  const bytes = house.service.posts.find((post) => post.callId === callId)?.bytes
  if (bytes === undefined) throw new Error('The ordinary call did not arrive.')
  return bytes
}

import type { WarmDesks } from '../support/warm-desks.ts'
import { type CallPoint, callPoints, commitPoints, lookUpPoints } from './call-points.ts'
import { type CallTrial, crashInLookUp, crashOnce, judgeLater } from './call-trial.ts'
import { type CrashHouse, openCrashHouse } from './crash-house.ts'
import { crashInUpkeep } from './upkeep-trial.ts'

export type RoundParts = {
  desks: WarmDesks
  random: () => number
  /** Which of a point's moments this round takes, where it has several. */
  round: number
  requestBytes: number
  /** Told after each crash. */
  onCrash: () => void
}

/** What was wrong at each point, by its name; an empty list is a point that held. */
export type RoundReport = { problems: Map<string, string[]>; struckInUpkeep: number }

const lost = 'run created, answer lost'

const turn = <T>(choices: readonly T[], round: number): T => {
  const choice = choices[round % choices.length]
  if (choice === undefined) throw new Error('Nothing to choose from.')
  return choice
}

/** Starts a last desk on the folder and lets it end in peace: whatever start-up does to what was left has been done then. */
export const settleHouse = async (house: CrashHouse): Promise<void> => {
  const desk = await house.open()
  await desk.ready
  await desk.end()
}

const crashCalls = async (house: CrashHouse, parts: RoundParts): Promise<Map<string, CallTrial>> => {
  const { random, requestBytes, round, onCrash } = parts
  const trials = new Map<string, CallTrial>()
  const measures = () => ({ share: random(), requestBytes })
  const named: [string, CallPoint][] = [...Object.entries(callPoints), ['during commit', turn(commitPoints, round)]]
  for (const [name, point] of named) {
    trials.set(name, await crashOnce(house, point, measures()))
    onCrash()
  }
  const lostPoint = callPoints[lost]
  if (lostPoint === undefined) throw new Error(`There is no point "${lost}".`)
  trials.set('during reconciliation', await crashInLookUp(house, lostPoint, turn(lookUpPoints, round), measures()))
  onCrash()
  return trials
}

/** Every crash point but the loss of power once, on one data folder whose desks follow one another. */
export const runRound = async (parts: RoundParts): Promise<RoundReport> => {
  const { desks, random, onCrash } = parts
  const house = await openCrashHouse(desks, random)
  try {
    const trials = await crashCalls(house, parts)
    const upkeep = await crashInUpkeep(desks, house, random)
    onCrash()
    await settleHouse(house)
    const problems = new Map<string, string[]>()
    for (const [name, trial] of trials) problems.set(name, [...trial.problems, ...judgeLater(house, trial)])
    const inUpkeep = upkeep.flatMap((trial) => trial.problems.map((problem) => `${trial.kind}: ${problem}`))
    problems.set('during migration, backup, checkpoint or purge', inUpkeep)
    return { problems, struckInUpkeep: upkeep.filter(({ struck }) => struck).length }
  } finally {
    await house.close()
  }
}

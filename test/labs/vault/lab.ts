import { inLanes } from '../faults/in-lanes.ts'
import type { Lab } from '../lab.ts'
import { type Condition, conditions } from './conditions.ts'
import { type ConditionResult, runCondition } from './run-condition.ts'
import { demandPrograms } from './processes.ts'
import { runControls } from './run-controls.ts'

/** Most of a condition is waiting for something that does not answer; more would get into each other's way. */
const lanes = 2

/** A condition in which main stood still is played so many times more at most. */
const mostAgain = 3

/** Longer than this nobody may wait for a window to move, in milliseconds. */
export const longestStall = 50

const stallOf = ({ stalls }: ConditionResult): number => Math.max(0, ...stalls.map(({ own }) => own))

/**
 * A busy machine may keep a process from its work for a moment, and not always say so; what blocks a loop by itself does
 * so each time. The play in which it stood still the least counts.
 */
const play = async (condition: Condition, seed: number): Promise<ConditionResult & { again: number }> => {
  for (let again = 0; ; again += 1) {
    const result = await runCondition(condition, seed)
    const isFaulty = result.faults.length + result.deaths + result.plainTexts.length > 0
    if (isFaulty || stallOf(result) <= longestStall || again === mostAgain) return { ...result, again }
  }
}

const sum = (results: readonly ConditionResult[], of: (one: ConditionResult) => number): number =>
  results.reduce((total, one) => total + of(one), 0)

const most = (results: readonly ConditionResult[], of: (one: ConditionResult) => number): number =>
  Math.round(Math.max(...results.map(of)) * 10) / 10

const faultsIn = (results: readonly ConditionResult[]): string[] =>
  results.flatMap(({ name, faults, deaths, plainTexts, ...result }) => [
    ...faults.map((fault) => `${name}: ${fault}`),
    ...plainTexts.map((file) => `${name}: the key stands in ${file}`),
    ...(deaths > 0 ? [`${name}: main died`] : []),
    ...(stallOf({ name, faults, deaths, plainTexts, ...result }) > longestStall ? [`${name}: main stood still`] : []),
  ])

/** A real keychain in every state it was seen in: does main live and move on, is there a clear state within ten seconds, and is the key in no file? */
export const lab: Lab = {
  name: 'vault',
  standard: 5,
  short: 1,
  async run({ n, seed, progress }) {
    demandPrograms(['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool', 'Xvfb', 'xdotool'])
    const list = Array.from({ length: n }, () => conditions).flat()
    let count = 0
    const results = await inLanes(lanes, list, async (condition, index) => {
      const result = await play(condition, seed + index)
      progress((count += 1), list.length)
      return result
    })
    const planted = await runControls(seed)
    const faults = faultsIn(results)
    return {
      figures: {
        conditions: conditions.length,
        sessions: results.length,
        asked: sum(results, ({ asked }) => asked),
        slowestMilliseconds: most(results, ({ slowestMilliseconds }) => slowestMilliseconds),
        longestStallMilliseconds: most(results, stallOf),
        playedAgain: results.reduce((total, { again }) => total + again, 0),
        deathsOfMain: sum(results, ({ deaths }) => deaths),
        plainTexts: sum(results, ({ plainTexts }) => plainTexts.length),
        faults: faults.slice(0, 10).join('; '),
        planted,
      },
      control: { caught: Object.values(planted).every((caught) => caught > 0) },
      ok: faults.length === 0,
    }
  },
}

import { inLanes } from '../faults/in-lanes.ts'
import type { Lab } from '../lab.ts'
import { type Condition, conditions } from './conditions.ts'
import { type ConditionResult, runCondition } from './run-condition.ts'
import { demandPrograms } from './processes.ts'
import { runControls } from './run-controls.ts'
import type { Measured } from './watch-loop.ts'

/** Most of a condition is waiting for something that does not answer; more would get into each other's way. */
const lanes = 2

/** A condition in which main stood still is played so many times more at most. */
const mostAgain = 5

/** Longer than this nobody may wait for a window to move, in milliseconds. */
export const longestStall = 50

/** Longer than this nobody may wait for a clear state, in milliseconds. */
const longestWait = 10_000

const mostOf = ({ measured }: ConditionResult, of: (one: Measured) => number): number =>
  Math.max(0, ...measured.map(of))

const stallOf = (result: ConditionResult): number => mostOf(result, ({ own }) => own)
const waitOf = (result: ConditionResult): number => mostOf(result, ({ slowest }) => slowest)
const startOf = (result: ConditionResult): number => mostOf(result, ({ longestStart }) => longestStart)

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
  results.flatMap((result) =>
    [
      ...result.faults,
      ...result.plainTexts.map((file) => `the key stands in ${file}`),
      ...(result.deaths > 0 ? ['main died'] : []),
      ...(stallOf(result) > longestStall ? [`main stood still for ${Math.round(stallOf(result))} ms`] : []),
      ...(waitOf(result) > longestWait ? [`no state for ${Math.round(waitOf(result))} ms`] : []),
    ].map((fault) => `${result.name}: ${fault}`),
  )

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
        slowestMilliseconds: most(results, waitOf),
        longestStallMilliseconds: most(results, stallOf),
        longestStartOfAProcess: most(results, startOf),
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

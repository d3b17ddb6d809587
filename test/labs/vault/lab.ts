import { mapConcurrently, type Lab } from '../lab.ts'
import { conditions } from './conditions.ts'
import { type ConditionResult, runCondition, runControls } from './run-condition.ts'
import { requirePrograms } from './processes.ts'
import { type Measurements, maxBlockMs } from './watch-loop.ts'

/** Conditions mostly wait, but running more at once would distort the event loop measurements. */
const concurrency = 2

/** Longest allowed time until the app reports a clear state, in milliseconds. */
const longestWait = 10_000

const mostOf = ({ measured }: ConditionResult, of: (one: Measurements) => number): number =>
  Math.max(0, ...measured.map(of))

const blockOf = (result: ConditionResult): number => mostOf(result, ({ own }) => own)
const waitOf = (result: ConditionResult): number => mostOf(result, ({ slowest }) => slowest)
const startOf = (result: ConditionResult): number => mostOf(result, ({ longestStart }) => longestStart)

const sum = (results: readonly ConditionResult[], of: (one: ConditionResult) => number): number =>
  results.reduce((total, one) => total + of(one), 0)

const most = (results: readonly ConditionResult[], of: (one: ConditionResult) => number): number =>
  Math.round(Math.max(...results.map(of)) * 10) / 10

const faultsIn = (results: readonly ConditionResult[]): string[] =>
  results.flatMap((result) =>
    [
      ...result.faults,
      ...result.plainTexts.map((file) => `the key is in ${file}`),
      ...(result.deaths > 0 ? ['main died'] : []),
      ...(blockOf(result) > maxBlockMs ? [`the event loop was blocked for ${Math.round(blockOf(result))} ms`] : []),
      ...(waitOf(result) > longestWait ? [`no state for ${Math.round(waitOf(result))} ms`] : []),
    ].map((fault) => `${result.name}: ${fault}`),
  )

/**
 * Runs the app with a real keychain in every condition: the main process must stay responsive, report a clear state
 * within ten seconds, and write the key to no file.
 */
export const lab: Lab = {
  name: 'vault',
  standard: 5,
  short: 1,
  async run({ n, seed, progress }) {
    requirePrograms(['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool', 'Xvfb', 'xdotool'])
    const list = Array.from({ length: n }, () => conditions).flat()
    let count = 0
    const results = await mapConcurrently(concurrency, list, async (condition, index) => {
      const result = await runCondition(condition, seed + index)
      progress((count += 1), list.length)
      return result
    })
    const injected = await runControls(seed)
    const faults = faultsIn(results)
    return {
      figures: {
        conditions: conditions.length,
        sessions: results.length,
        requests: sum(results, ({ requests }) => requests),
        slowestMilliseconds: most(results, waitOf),
        longestStallMilliseconds: most(results, blockOf),
        longestStartOfAProcess: most(results, startOf),
        deathsOfMain: sum(results, ({ deaths }) => deaths),
        plainTexts: sum(results, ({ plainTexts }) => plainTexts.length),
        faults: faults.slice(0, 10).join('; '),
        injected,
      },
      control: { caught: Object.values(injected).every((caught) => caught > 0) },
      ok: faults.length === 0,
    }
  },
}

import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { findsKeyInBareLog } from './bare-log.ts'
import { makeCanaries } from './canaries.ts'
import { type NodeFindings, runNodeTrial } from './node-trial.ts'
import { createSinks, type Leak, type SinkName, type Sinks } from './sinks.ts'

/** What belongs where it stands: the environment of a process has the proxy that it was given in it. */
const belongs = (sink: SinkName, _where: string, canary: string): boolean =>
  sink === 'environment' && canary === 'password in the environment'

const isPlanted = ({ canary }: Leak): boolean => canary === 'planted'

const addTo = (sum: Record<string, number>, more: Readonly<Record<string, number>>): void => {
  for (const [name, value] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + value
}

const describeLeaks = (leaks: readonly Leak[]): string =>
  [...new Set(leaks.map(({ sink, where, canary, form }) => `${sink}, ${where}: ${canary} as ${form}`))]
    .slice(0, 10)
    .join('; ')

/** Sinks that were searched and in which the planted text was not found: there, nothing would have been found. */
const blind = (searched: readonly string[], leaks: readonly Leak[]): string[] => {
  const seen = new Set<string>(leaks.filter(isPlanted).map(({ sink }) => sink))
  return searched.filter((sink) => !seen.has(sink))
}

const report = (found: NodeFindings, sinks: readonly Sinks[], bareLog: boolean): LabReport => {
  const leaks = sinks.flatMap((one) => one.leaks())
  const bytes: Record<string, number> = {}
  for (const one of sinks) addTo(bytes, one.bytes())
  const searched = Object.keys(bytes).filter((sink) => (bytes[sink] ?? 0) > 0)
  const unseen = blind(searched, leaks)
  const hits = leaks.filter((leak) => !isPlanted(leak))
  const isAlive = found.keysArrived > 0 && found.masked > 0 && found.proofs > 0
  return {
    figures: {
      ...found,
      sinks: searched.length,
      bytesSearched: Object.values(bytes).reduce((sum, count) => sum + count, 0),
      bytesBySink: bytes,
      hits: hits.length,
      where: describeLeaks(hits),
      planted: unseen.length === 0 ? 'found in every sink' : `not found in ${unseen.join(', ')}`,
    },
    control: { caught: unseen.length === 0 && bareLog },
    ok: hits.length === 0 && found.followed === 0 && found.numbersInLog === 0 && isAlive,
  }
}

/** Unique keys and passwords through every flow and every fault: not a piece of one stands in any place where things come out. */
export const lab: Lab = {
  name: 'canary',
  standard: 8,
  short: 1,
  async run({ n, seed, progress }) {
    const found: NodeFindings = { flows: 0, keysArrived: 0, followed: 0, proofs: 0, numbersInLog: 0, masked: 0 }
    const all: Sinks[] = []
    for (let trial = 0; trial < n; trial += 1) {
      const random = createSeededRandom(seed * 1_009 + trial)
      const canaries = makeCanaries(random, trial + seed)
      const sinks = createSinks(Object.values(canaries), belongs)
      all.push(sinks)
      addTo(found, await runNodeTrial(trial, canaries, random, sinks))
      progress(trial + 1, n)
    }
    return report(found, all, await findsKeyInBareLog(createSeededRandom(seed)))
  },
}

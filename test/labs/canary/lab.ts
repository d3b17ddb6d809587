import { operationNames } from '../../../src/contract/names.ts'
import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { findsKeyInBareLog, type NodeFindings, runNodeTrial } from './node-trial.ts'
import { makeCanaries } from './canaries.ts'
import { createSinks, type Leak, type SinkName } from './sinks.ts'
import { runWindowTrial, type WindowFindings } from './window/window-trial.ts'

/** Returns whether an occurrence is permitted: the environment contains the proxy that was set there. */
const isPermitted = (sink: SinkName, _where: string, canary: string): boolean =>
  sink === 'environment' && canary === 'password in the environment'

const isControl = ({ canary }: Leak): boolean => canary === 'control'

const addTo = (sum: Record<string, number>, more: Readonly<Record<string, number>>): void => {
  for (const [name, value] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + value
}

const describeLeaks = (leaks: readonly Leak[]): string =>
  [...new Set(leaks.map(({ sink, where, canary, form }) => `${sink}, ${where}: ${canary} as ${form}`))]
    .slice(0, 10)
    .join('; ')

/** Returns the sinks in which the control text was not found: searching them proves nothing. */
const unsearchable = (searched: readonly string[], leaks: readonly Leak[]): string[] => {
  const seen = new Set<string>(leaks.filter(isControl).map(({ sink }) => sink))
  return searched.filter((sink) => !seen.has(sink))
}

type CanaryResults = {
  node: NodeFindings
  window: WindowFindings[]
  leaks: readonly Leak[]
  bytes: Record<string, number>
}

const hasEvidence = ({ node, window }: CanaryResults): boolean =>
  node.keysArrived > 0 &&
  node.masked > 0 &&
  node.proofs > 0 &&
  node.bundles > 0 &&
  node.operations === operationNames.length &&
  window.every(({ keysArrived, masked, replaced, errors }) => keysArrived > 0 && masked > 0 && replaced && errors === 2)

const report = (found: CanaryResults, bareLog: boolean): LabReport => {
  const { node, window, leaks, bytes } = found
  const searched = Object.keys(bytes).filter((sink) => (bytes[sink] ?? 0) > 0)
  const unseen = unsearchable(searched, leaks)
  const hits = leaks.filter((leak) => !isControl(leak))
  return {
    figures: {
      ...node,
      flows: node.flows + window.reduce((sum, { flows }) => sum + flows, 0),
      windows: window.length,
      sinks: searched.length,
      bytesSearched: Object.values(bytes).reduce((sum, count) => sum + count, 0),
      bytesBySink: bytes,
      hits: hits.length,
      where: describeLeaks(hits),
      controlText: unseen.length === 0 ? 'found in every sink' : `not found in ${unseen.join(', ')}`,
    },
    control: { caught: unseen.length === 0 && bareLog },
    ok:
      hits.length === 0 &&
      node.followed === 0 &&
      node.numbersInLog === 0 &&
      node.numbersInBundles === 0 &&
      hasEvidence(found),
  }
}

const nothingYet = (): NodeFindings => ({
  flows: 0,
  operations: 0,
  keysArrived: 0,
  followed: 0,
  proofs: 0,
  numbersInLog: 0,
  bundles: 0,
  numbersInBundles: 0,
  masked: 0,
})

/** The number of trials in the real app for a given number of trials on Node. */
const windowsFor = (trials: number): number => Math.ceil(trials / 4)

/** Sends unique keys and passwords through every flow and fault, and searches all outputs for any part of them. */
export const lab: Lab = {
  name: 'canary',
  standard: 8,
  short: 1,
  async run({ n, seed, progress }) {
    const found: CanaryResults = { node: nothingYet(), window: [], leaks: [], bytes: {} }
    let done = 0
    const add = (leaks: readonly Leak[], bytes: Readonly<Record<string, number>>): void => {
      found.leaks = [...found.leaks, ...leaks]
      addTo(found.bytes, bytes)
      progress((done += 1), n + windowsFor(n))
    }
    const onNode = async (): Promise<void> => {
      for (let trial = 0; trial < n; trial += 1) {
        const random = createSeededRandom(seed * 1_009 + trial)
        const canaries = makeCanaries(random, trial + seed)
        const sinks = createSinks(Object.values(canaries), isPermitted)
        const node = await runNodeTrial(trial, canaries, random, sinks)
        addTo(found.node, { ...node, operations: 0 })
        found.node.operations = Math.max(found.node.operations, node.operations)
        add(sinks.leaks(), sinks.bytes())
      }
    }
    const inWindow = async (): Promise<void> => {
      for (let trial = 0; trial < windowsFor(n); trial += 1) {
        const window = await runWindowTrial(seed, trial)
        found.window.push(window)
        add(window.leaks, window.bytes)
      }
    }
    // Both trials mostly wait.
    await Promise.all([onNode(), inWindow()])
    return report(found, await findsKeyInBareLog(createSeededRandom(seed)))
  },
}

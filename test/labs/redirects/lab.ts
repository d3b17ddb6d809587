import { createConnector } from '../../../src/main/service/connector.ts'
import { testAuthority } from '../../main/network/test-certificates.ts'
import { mapConcurrently, type Lab, shuffled } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import {
  artifactTrials,
  artifactsFollowingRedirects,
  type FindArtifacts,
  realArtifacts,
  runArtifactTrial,
} from './artifacts.ts'
import { clientOperations, createFollowingTransport, type MakeOperations, createOperationsFor } from './operations.ts'
import { locationNames, statuses } from './servers.ts'
import { proxyTrials, runProxyTrial } from './through-proxy.ts'
import { runTrial, type Trial, type TrialResult } from './trial.ts'

/** Most of a trial is spent starting servers. */
const concurrency = 4

/**
 * Combines all statuses, locations and schemes. The operations take turns, so that over time each one gets every
 * redirect.
 */
const allTrials = (random: () => number): Trial[] =>
  shuffled(
    statuses.flatMap((status) =>
      locationNames.flatMap((location) => [true, false].map((isTls) => ({ status, location, isTls, operation: 0 }))),
    ),
    random,
  ).map((trial, index) => ({ ...trial, operation: index }))

const trialsFor = (n: number, random: () => number): Trial[] => {
  const rounds: Trial[] = []
  while (rounds.length < n) {
    const shift = rounds.length
    rounds.push(...allTrials(random).map((trial) => ({ ...trial, operation: trial.operation + shift })))
  }
  return rounds.slice(0, n)
}

const connect = () => createConnector({ connectMilliseconds: 2_000, certificates: [testAuthority] })

const runAll = (trials: readonly Trial[], makeOperations: MakeOperations, done: () => void): Promise<TrialResult[]> => {
  const connector = connect()
  return mapConcurrently(concurrency, trials, async (trial) => {
    const result = await runTrial(trial, makeOperations, connector)
    done()
    return result
  })
}

const isLeak = ({ otherConnections, keySeen, bodySeen }: TrialResult): boolean =>
  otherConnections > 0 || keySeen || bodySeen

const isWrong = (result: TrialResult): boolean =>
  isLeak(result) || result.secondRequests > 0 || !result.isReported || !result.serviceReached

/** Fetches recordings through half as many redirects; statuses and locations take turns. */
const runArtifacts = async (n: number, random: () => number, find: FindArtifacts): Promise<(string | null)[]> => {
  const connector = connect()
  const trials = shuffled(artifactTrials, random)
  const some = Array.from({ length: Math.ceil(n / 2) }, (_unused, at) => trials[at % trials.length])
  return mapConcurrently(
    concurrency,
    some.filter((trial) => trial !== undefined),
    (trial) => runArtifactTrial(trial, connector, find),
  )
}

const runControl = async (n: number, random: () => number) => {
  const results = await runAll(trialsFor(n, random), createOperationsFor(createFollowingTransport), () => undefined)
  return {
    otherServersReached: results.filter(({ otherConnections }) => otherConnections > 0).length,
    keySeen: results.filter(({ keySeen }) => keySeen).length,
    bodySeen: results.filter(({ bodySeen }) => bodySeen).length,
    secondRequests: results.filter(({ secondRequests }) => secondRequests > 0).length,
  }
}

/** Redirects every operation of the client in every way and checks that no key and no body reaches another server. */
export const lab: Lab = {
  name: 'redirects',
  standard: 100,
  short: 100,
  async run({ n, seed, progress }) {
    const random = createSeededRandom(seed)
    let count = 0
    const trials = trialsFor(n, random)
    const results = await runAll(trials, clientOperations, () => progress((count += 1), n))
    const throughProxy = await mapConcurrently(concurrency, proxyTrials, runProxyTrial)
    const recordings = await runArtifacts(n, random, realArtifacts)
    const injected = {
      ...(await runControl(60, random)),
      recordings: (await runArtifacts(60, random, artifactsFollowingRedirects)).filter((fault) => fault !== null)
        .length,
    }
    const wrong = results.filter(isWrong)
    const proxyFaults = throughProxy.filter((fault) => fault !== null)
    const recordingFaults = recordings.filter((fault) => fault !== null)
    return {
      figures: {
        trials: results.length,
        statuses: new Set(trials.map(({ status }) => status)).size,
        ways: new Set(trials.map(({ location }) => location)).size,
        operations: new Set(results.map(({ operation }) => operation)).size,
        leaks: results.filter(isLeak).length,
        secondRequests: results.reduce((sum, { secondRequests }) => sum + secondRequests, 0),
        notReportedAsRedirect: results.filter(({ isReported }) => !isReported).length,
        serviceNeverReached: results.filter(({ serviceReached }) => !serviceReached).length,
        throughProxy: throughProxy.length,
        wrongThroughProxy: proxyFaults.length,
        recordings: recordings.length,
        wrongRecordings: recordingFaults.length,
        wrong: [...wrong.map(({ description }) => description), ...proxyFaults, ...recordingFaults]
          .slice(0, 5)
          .join('; '),
        injected,
      },
      control: {
        caught: injected.keySeen > 0 && injected.bodySeen > 0 && injected.secondRequests > 0 && injected.recordings > 0,
      },
      ok: wrong.length + proxyFaults.length + recordingFaults.length === 0,
    }
  },
}

import { createConnector } from '../../../src/main/service/connector.ts'
import { testAuthority } from '../../main/network/test-certificates.ts'
import { inLanes, shuffled } from '../faults/in-lanes.ts'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { artifactTrials, carelessArtifacts, type FindArtifacts, realArtifacts, runArtifactTrial } from './artifacts.ts'
import { askersOver, type MakeAskers, realAskers } from './askers.ts'
import { createFollowingTransport } from './following-transport.ts'
import { locationNames, statuses } from './locations.ts'
import { proxyTrials, runProxyTrial } from './through-proxy.ts'
import { runTrial, type Trial, type TrialResult } from './trial.ts'

/** Most of a trial is spent opening servers. */
const lanes = 4

/** Every status to every place, over both kinds of connection; who asks goes round, so that everybody meets everything in time. */
const allTrials = (random: () => number): Trial[] =>
  shuffled(
    statuses.flatMap((status) =>
      locationNames.flatMap((location) => [true, false].map((isTls) => ({ status, location, isTls, asker: 0 }))),
    ),
    random,
  ).map((trial, index) => ({ ...trial, asker: index }))

const trialsFor = (n: number, random: () => number): Trial[] => {
  const rounds: Trial[] = []
  while (rounds.length < n) {
    const shift = rounds.length
    rounds.push(...allTrials(random).map((trial) => ({ ...trial, asker: trial.asker + shift })))
  }
  return rounds.slice(0, n)
}

const connect = () => createConnector({ connectMilliseconds: 2_000, certificates: [testAuthority] })

const runAll = (trials: readonly Trial[], makeAskers: MakeAskers, done: () => void): Promise<TrialResult[]> => {
  const connector = connect()
  return inLanes(lanes, trials, async (trial) => {
    const result = await runTrial(trial, makeAskers, connector)
    done()
    return result
  })
}

const isLeak = ({ strangersAsked, keySeen, bodySeen }: TrialResult): boolean =>
  strangersAsked > 0 || keySeen || bodySeen

const isWrong = (result: TrialResult): boolean =>
  isLeak(result) || result.secondRequests > 0 || !result.isTold || !result.serviceAsked

/** Recordings, over half as many redirects: each status and each way in its turn. */
const runArtifacts = async (n: number, random: () => number, find: FindArtifacts): Promise<(string | null)[]> => {
  const connector = connect()
  const trials = shuffled(artifactTrials, random)
  const some = Array.from({ length: Math.ceil(n / 2) }, (_unused, at) => trials[at % trials.length])
  return inLanes(
    lanes,
    some.filter((trial) => trial !== undefined),
    (trial) => runArtifactTrial(trial, connector, find),
  )
}

const runControl = async (n: number, random: () => number) => {
  const results = await runAll(trialsFor(n, random), askersOver(createFollowingTransport), () => undefined)
  return {
    strangersAsked: results.filter(({ strangersAsked }) => strangersAsked > 0).length,
    keySeen: results.filter(({ keySeen }) => keySeen).length,
    bodySeen: results.filter(({ bodySeen }) => bodySeen).length,
    secondRequests: results.filter(({ secondRequests }) => secondRequests > 0).length,
  }
}

/** Redirects of every kind, met by everything the client asks: does the key, or a body, ever reach anybody but the service? */
export const lab: Lab = {
  name: 'redirects',
  standard: 100,
  short: 100,
  async run({ n, seed, progress }) {
    const random = createSeededRandom(seed)
    let count = 0
    const trials = trialsFor(n, random)
    const results = await runAll(trials, realAskers, () => progress((count += 1), n))
    const throughProxy = await inLanes(lanes, proxyTrials, runProxyTrial)
    const recordings = await runArtifacts(n, random, realArtifacts)
    const planted = {
      ...(await runControl(60, random)),
      recordings: (await runArtifacts(60, random, carelessArtifacts)).filter((fault) => fault !== null).length,
    }
    const wrong = results.filter(isWrong)
    const proxyFaults = throughProxy.filter((fault) => fault !== null)
    const recordingFaults = recordings.filter((fault) => fault !== null)
    return {
      figures: {
        trials: results.length,
        statuses: new Set(trials.map(({ status }) => status)).size,
        ways: new Set(trials.map(({ location }) => location)).size,
        askers: new Set(results.map(({ asker }) => asker)).size,
        leaks: results.filter(isLeak).length,
        secondRequests: results.reduce((sum, { secondRequests }) => sum + secondRequests, 0),
        notToldAsRedirect: results.filter(({ isTold }) => !isTold).length,
        serviceNeverAsked: results.filter(({ serviceAsked }) => !serviceAsked).length,
        throughProxy: throughProxy.length,
        wrongThroughProxy: proxyFaults.length,
        recordings: recordings.length,
        wrongRecordings: recordingFaults.length,
        wrong: [...wrong.map(({ what }) => what), ...proxyFaults, ...recordingFaults].slice(0, 5).join('; '),
        planted,
      },
      control: {
        caught: planted.keySeen > 0 && planted.bodySeen > 0 && planted.secondRequests > 0 && planted.recordings > 0,
      },
      ok: wrong.length + proxyFaults.length + recordingFaults.length === 0,
    }
  },
}

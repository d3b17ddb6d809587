import { mapConcurrently, type Lab } from '../lab.ts'
import { createDraw, type Draw } from '../fuzz/generate-answer.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { answerLength, type CountingService, type Cut, startCountingService } from './counting-service.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { acceptedMeaning } from '../faults/answers.ts'
import { Agent, request } from 'node:http'
import { createSecureContext } from 'node:tls'
import { createConnector } from '../../../src/main/service/connector.ts'
import { defaultLimits } from '../../../src/main/service/exchange.ts'
import { createServiceClient } from '../../../src/main/service/client.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { testAuthority } from '../../main/network/test-certificates.ts'
import { type Meaning, meaningOf } from '../faults/fault.ts'

const concurrency = 12
const controlTrials = 40

const runAll = async (trials: readonly Trial[], place: PlaceCall, tick: () => void): Promise<TrialResult[]> => {
  const all = await Promise.all(Array.from({ length: concurrency }, startCountingService))
  const idle: CountingService[] = [...all]
  const results = await mapConcurrently(concurrency, trials, async (trial) => {
    const service = idle.pop()
    if (service === undefined) throw new Error('There are fewer services than concurrent trials.')
    const result = await runTrial(service, trial, place)
    idle.push(service)
    tick()
    return result
  })
  await Promise.all(all.map((service) => service.close()))
  return results
}

const count = (results: readonly TrialResult[], matches: (result: TrialResult) => boolean): number =>
  results.filter(matches).length

const describeFailures = (results: readonly TrialResult[]): string =>
  results
    .flatMap(({ wrong }, index) => (wrong === null ? [] : [`call ${index}: ${wrong}`]))
    .slice(0, 5)
    .join('; ')

/**
 * Cuts a call's connection at any byte of the request, the response or the TLS stream: the service never receives two
 * copies, and no received call is reported as not sent.
 */
export const lab: Lab = {
  name: 'onecopy',
  standard: 1_000,
  short: 60,
  async run({ n, seed, progress }) {
    const draw = createDraw(createSeededRandom(seed))
    const trials = Array.from({ length: n }, () => drawTrial(draw))
    let done = 0
    const results = await runAll(trials, placeWithApp, () => progress((done += 1), n))
    const inPlain = Array.from({ length: controlTrials }, () => drawTrial(draw)).filter(({ cut }) => cut.in !== 'wire')
    const naive = await runAll(inPlain, placeNaively, () => undefined)
    const doubled = count(naive, ({ copies }) => copies > 1)
    const wrong = count(results, (result) => result.wrong !== null)
    return {
      figures: {
        oneCopy: count(results, ({ copies }) => copies === 1),
        noCopyAndNotSent: count(results, ({ copies, meaning }) => copies === 0 && meaning.startsWith('notSent')),
        lostOnTheWire: count(results, ({ copies, meaning }) => copies === 0 && !meaning.startsWith('notSent')),
        moreCopies: count(results, ({ copies }) => copies > 1),
        accepted: count(results, ({ meaning }) => meaning.startsWith('accepted')),
        unknown: count(results, ({ meaning }) => meaning.startsWith('unknown')),
        wrong,
        examples: describeFailures(results),
        injected: `a request sent again when a kept connection is cut: ${doubled} of ${naive.length} arrived twice`,
      },
      control: { caught: doubled > 0 },
      ok: wrong === 0,
    }
  },
}

type Trial = { cut: Cut; bodySize: number }

/** How many copies arrived, the reported outcome, and what is wrong (null if nothing is). */
type TrialResult = { copies: number; meaning: string; wrong: string | null }

/** More than the bytes of a TLS handshake, a request and a response, which are often about 4,000. */
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

const drawTrial = (draw: Draw): Trial => {
  const bodySize = sizeOf(draw)
  return { cut: cutOf(draw, bodySize), bodySize }
}

/** Returns the outcomes allowed for a cut; with TLS, the position in the request is unknown. */
const meaningsOf = ({ cut }: Trial): RegExp => {
  if (cut.in === 'request') return /^unknown cut$/
  if (cut.in === 'answer') return cut.after === answerLength ? new RegExp(`^${acceptedMeaning}$`) : /^unknown cut$/
  return new RegExp(`^(notSent other|unknown cut|${acceptedMeaning})$`)
}

const problemOf = (trial: Trial, copies: number, meaning: string, marks: number): string | null => {
  // Only a cut of the TLS stream may leave the service without a copy.
  if (copies > 1 || (copies === 0 && trial.cut.in !== 'wire')) return `${copies} copies`
  const notSent = meaning.startsWith('notSent')
  if (notSent && copies > 0) return 'denied although it arrived'
  if (notSent === marks > 0) return 'outcome does not match onMayHaveLeft'
  if (copies === 0 && meaning.startsWith('accepted')) return 'accepted although nothing arrived'
  return meaningsOf(trial).test(meaning) ? null : `reported as ${meaning}`
}

/** Runs one trial on a separate service, and waits briefly for late copies. */
const runTrial = async (service: CountingService, trial: Trial, place: PlaceCall): Promise<TrialResult> => {
  service.prepare(trial.cut)
  const origin = trial.cut.in === 'wire' ? service.secureOrigin : service.origin
  const { meaning, marks } = await place(origin, trial.bodySize)
  await wait(30)
  const copies = service.copies()
  return { copies, meaning, wrong: problemOf(trial, copies, meaning, marks) }
}

/** Places one call with a body of the given size, after a request whose connection the service keeps open. */
type PlaceCall = (origin: string, bodySize: number) => Promise<{ meaning: Meaning; marks: number }>

const limits = { ...defaultLimits, dialMilliseconds: 60_000, connectMilliseconds: 30_000, readMilliseconds: 30_000 }
const secureContext = createSecureContext({ ca: testAuthority })

/** Places the call with the app's client. */
const placeWithApp: PlaceCall = async (origin, bodySize) => {
  let marks = 0
  const client = createServiceClient({
    origin,
    key: createSecret('dgr_onecopy-0123456789abcdefghijklmnopqrstuvwxyz'),
    clock: Date.now,
    limits,
    connect: createConnector({ connectMilliseconds: limits.connectMilliseconds, secureContext }),
  })
  await client.health()
  const result = await client.triggerCall(
    {
      agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
      phoneNumber: '+14155550123',
      initialContext: { text: 'x'.repeat(bodySize) },
      telephonyConfigurationId: null,
      fromPhoneNumberId: null,
    },
    { onMayHaveLeft: () => void (marks += 1) },
  )
  return { meaning: meaningOf(result), marks }
}

const send = (agent: Agent, origin: string, body: string | null): Promise<'answered' | 'failed' | 'cutOnReused'> =>
  new Promise((resolve) => {
    const sent = request(origin, { agent, method: body === null ? 'GET' : 'POST' }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve('answered')).on('error', () => resolve('failed'))
    })
    sent.on('error', () => resolve(sent.reusedSocket ? 'cutOnReused' : 'failed'))
    sent.end(body ?? undefined)
  })

/** Injected bug: resends a request that was cut on a reused connection, as HTTP guides recommend and browsers do. */
const placeNaively: PlaceCall = async (origin, bodySize) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = JSON.stringify({ text: 'x'.repeat(bodySize) })
  await send(agent, origin, null)
  const end = await send(agent, origin, body)
  if (end === 'cutOnReused') await send(agent, origin, body)
  agent.destroy()
  return { meaning: 'unknown cut', marks: 1 }
}

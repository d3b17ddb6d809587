import { type Arrivals, startArrivals } from './arrivals.ts'
import { sendBare } from './bare-request.ts'
import { createDiskProbe, type DiskProbe } from './disk-probe.ts'
import { benchAgent, type BenchDesk, benchKey, openBenchDesk } from './bench-desk.ts'

export type BenchOptions = { n: number; progress: (done: number, of: number) => void }

/** Milliseconds: half of the samples are below p50, 99 of 100 below p99. */
export type Spread = { p50: number; p99: number }

export type Comparison = {
  desk: Spread
  bare: Spread
  /** The desk's figure minus the bare one's. */
  over: Spread
  /** What one bare write of a log's size with its sync takes on the same disk at the same time, for comparison. */
  sync: Spread
  goal: Spread
  met: boolean
}

const path = `/api/v1/public/agent/workflow/${benchAgent}`

const spreadOf = (samples: readonly number[]): Spread => {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

const rounded = ({ p50, p99 }: Spread): Spread => ({
  p50: Math.round(p50 * 1000) / 1000,
  p99: Math.round(p99 * 1000) / 1000,
})

const between = (start: bigint, end: bigint): number => Number(end - start) / 1e6

/** From the operation to the first byte at the server, with everything the desk does in between. */
const timeDesk = async ({ desk, nextDraft }: BenchDesk, arrivals: Arrivals): Promise<number> => {
  const { draft, marker } = nextDraft()
  const start = process.hrtime.bigint()
  const answer = await desk.operations.triggerCall(draft)
  if (!answer.ok) throw new Error(`The call was refused: ${JSON.stringify(answer.failure)}`)
  const arrived = await arrivals.of(marker)
  await desk.settled()
  return between(start, arrived)
}

const timeBare = async ({ nextDraft }: BenchDesk, arrivals: Arrivals): Promise<number> => {
  const { draft, marker } = nextDraft()
  const { phoneNumber, initialContext, telephonyConfigurationId, fromPhoneNumberId } = draft
  const body = JSON.stringify({
    phone_number: phoneNumber,
    initial_context: { ...initialContext, rundesk_call_id: '01JD3Z0000000000000000000A' },
    telephony_configuration_id: telephonyConfigurationId,
    from_phone_number_id: fromPhoneNumberId,
  })
  const start = process.hrtime.bigint()
  await sendBare(arrivals.origin, path, benchKey, body)
  return between(start, await arrivals.of(marker))
}

/** Both ways by turns, so that whatever else the machine does befalls them alike; the first tenth only warms up. */
const sample = async ({ n, progress }: BenchOptions, house: BenchDesk, arrivals: Arrivals, disk: DiskProbe) => {
  const samples = { desk: [] as number[], bare: [] as number[], sync: [] as number[] }
  const warmUp = Math.ceil(n / 10)
  for (let turn = -warmUp; turn < n; turn += 1) {
    const desk = await timeDesk(house, arrivals)
    const bare = await timeBare(house, arrivals)
    const sync = disk.sync()
    if (turn < 0) continue
    samples.desk.push(desk)
    samples.bare.push(bare)
    samples.sync.push(sync)
    progress(turn + 1, n)
  }
  return samples
}

const compare = async (options: BenchOptions, syncMilliseconds: number, goal: Spread): Promise<Comparison> => {
  const arrivals = await startArrivals()
  try {
    const house = await openBenchDesk(arrivals.origin, syncMilliseconds)
    const disk = createDiskProbe()
    const samples = await sample(options, house, arrivals, disk)
    await house.close()
    disk.close()
    const desk = spreadOf(samples.desk)
    const bare = spreadOf(samples.bare)
    const over = { p50: desk.p50 - bare.p50, p99: desk.p99 - bare.p99 }
    const met = over.p50 <= goal.p50 && over.p99 <= goal.p99
    const sync = rounded(spreadOf(samples.sync))
    return { desk: rounded(desk), bare: rounded(bare), over: rounded(over), sync, goal, met }
  } finally {
    arrivals.close()
  }
}

/** What the record of a call costs: on this disk as it is, and on one whose sync takes 10 ms longer. */
export const bench = {
  name: 'call',
  standard: 1000,
  async run(options: BenchOptions) {
    const asItIs = await compare(options, 0, { p50: 1, p99: 5 })
    const slowSync = await compare(options, 10, { p50: 11, p99: 16 })
    return { figures: { asItIs, slowSync }, ok: asItIs.met && slowSync.met }
  },
}

import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type AppPool, type AppProcess, createAppPool } from '../support/app-process.ts'
import type { Outcome } from '../../../src/contract/failure.ts'
import { createLabSetup, type Draft, type LabSetup, makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import type { LabAppOptions } from '../support/lab-app.ts'

/** Races per pair of apps. */
const racesPerTrack = 50
const controlRaces = 4

const kindOf = (race: number): RaceKind => {
  const kind = raceNames[race % raceNames.length]
  if (kind === undefined) throw new Error('There are no races.')
  return kind
}

const tracksOf = (n: number): RaceKind[][] =>
  Array.from({ length: Math.ceil(n / racesPerTrack) }, (_, track) =>
    Array.from({ length: Math.min(racesPerTrack, n - track * racesPerTrack) }, (_race, race) =>
      kindOf(track * racesPerTrack + race),
    ),
  )

/** Control: the lab must detect a storage that ignores call IDs, by calls that arrived twice. */
const runControl = async (pool: AppPool, seed: number): Promise<boolean> => {
  const { wrong } = await runTrack({
    kinds: Array.from({ length: controlRaces }, (): RaceKind => 'one id, two numbers'),
    random: createSeededRandom(seed),
    pool,
    bugs: { ignoresCallId: true },
    onRace: () => undefined,
  })
  return wrong.length > 0 && wrong.every((one) => one.includes('2 requests'))
}

const countKinds = (n: number): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (let race = 0; race < n; race += 1) counts[kindOf(race)] = (counts[kindOf(race)] ?? 0) + 1
  return counts
}

/** Submits a call several times, to one app or to two apps on one data folder: it must ring exactly once. */
export const lab: Lab = {
  name: 'races',
  standard: 1000,
  short: 30,
  async run({ n, seed, progress }) {
    const pool = createAppPool(2)
    let done = 0
    const tracks: TrackReport[] = []
    try {
      for (const [track, kinds] of tracksOf(n).entries()) {
        const random = createSeededRandom(seed + track)
        tracks.push(await runTrack({ kinds, random, pool, onRace: () => progress((done += 1), n) }))
      }
      const wrong = tracks.flatMap((track) => track.wrong)
      const unanswered = tracks.reduce((sum, track) => sum + track.unanswered, 0)
      const pairs = tracks.length
      const secondRefused = tracks.filter(({ refused }) => refused === 1).length
      const bothRefused = tracks.reduce((sum, track) => sum + track.bothRefused, 0)
      return {
        figures: {
          exactlyOne: n - wrong.length,
          unanswered,
          kinds: countKinds(n),
          pairs,
          secondRefused,
          bothRefused,
          problems: wrong.slice(0, 5).join(' | '),
        },
        control: { caught: await runControl(pool, seed) },
        ok: wrong.length === 0 && unanswered === 0 && secondRefused === pairs,
      }
    } finally {
      await pool.close()
    }
  },
}

type TrackOptions = {
  kinds: readonly RaceKind[]
  random: () => number
  pool: AppPool
  bugs?: Partial<LabAppOptions>
  onRace: () => void
}

type TrackReport = {
  /** Races without exactly one request. */
  wrong: string[]
  /** Races in which no response contained a call. */
  unanswered: number
  /** How many apps were refused because the other one had locked the folder: one in each pair. */
  refused: number
  /** Pairs in which both apps were refused, so that another pair was started. */
  bothRefused: number
}

const isInUse = (started: Outcome<null>): boolean =>
  !started.ok && started.failure.kind === 'storage' && started.failure.reason === 'inUse'

type Started = { pair: Pair; refused: number; bothRefused: number }

/** Starts two apps at the same moment; if both are refused, starts another pair. */
const startPair = async (pool: AppPool, order: LabAppOptions, bothRefused = 0): Promise<Started> => {
  const pair: Pair = await Promise.all([pool.open(order), pool.open(order)])
  const starts = await Promise.all(pair.map(({ ready }) => ready))
  const refused = starts.filter(({ started }) => isInUse(started)).length
  if (refused < 2 || bothRefused === 5) return { pair, refused, bothRefused }
  await Promise.all(pair.map((app) => app.end()))
  return startPair(pool, order, bothRefused + 1)
}

/** Counts the requests that reached the service for one race. */
const requestsOf = ({ posts }: LabService, { callIds, phoneNumbers }: Race): number =>
  posts.filter(({ callId, phoneNumber }) => callIds.includes(callId ?? '') || phoneNumbers.includes(phoneNumber ?? ''))
    .length

/** Runs races between two apps that were started at the same moment on one data folder. */
const runTrack = async (options: TrackOptions): Promise<TrackReport> => {
  const { kinds, random, pool, bugs, onRace } = options
  const service = await startLabService({ random })
  const dataFolder = makeDataFolder()
  try {
    const setup = await createLabSetup(dataFolder, pool, service, random)
    const { pair, refused, bothRefused } = await startPair(pool, { ...setup.appOptions, ...bugs })
    const races: [RaceKind, Race][] = []
    for (const kind of kinds) {
      races.push([kind, await raceKinds[kind](setup, pair)])
      onRace()
    }
    await Promise.all(pair.map((app) => app.end()))
    await service.quiet()
    const counted = races.map(([kind, race]) => [kind, requestsOf(service, race)] as const)
    return {
      wrong: counted
        .filter(([, requests]) => requests !== 1)
        .map(([kind, requests]) => `${kind}: ${requests} requests`),
      unanswered: races.filter(([, { answered }]) => answered === 0).length,
      refused,
      bothRefused,
    }
  } finally {
    await service.close()
    removeDataFolder(dataFolder)
  }
}

/** Two apps that were started at the same moment on one data folder. */
type Pair = readonly [AppProcess, AppProcess]

/** A call submitted several times, and how many responses contained a call. */
type Race = { callIds: string[]; phoneNumbers: string[]; answered: number }

type Answers = readonly ({ ok: boolean } | null)[]

const raceOf = (drafts: readonly Draft[], answers: Answers): Race => ({
  callIds: [...new Set(drafts.map(({ callId }) => callId))],
  phoneNumbers: [...new Set(drafts.map(({ phoneNumber }) => phoneNumber))],
  answered: answers.filter((answer) => answer?.ok === true).length,
})

const triggerInBoth = (pair: Pair, draft: Draft): Promise<Answers> =>
  Promise.all(pair.map((app) => app.run('triggerCall', draft)))

/** Ways in which one call can reach the apps several times. The app that has locked the folder places it. */
const raceKinds = {
  'double click': async (setup: LabSetup, pair: Pair): Promise<Race> => {
    const draft = setup.nextDraft()
    const answers = await Promise.all(pair.map((app) => app.replay('triggerCall', draft, 2)))
    return raceOf([draft], answers.flat())
  },

  'replayed message': async (setup: LabSetup, pair: Pair): Promise<Race> => {
    const draft = setup.nextDraft()
    const first = await triggerInBoth(pair, draft)
    const second = await triggerInBoth(pair, draft)
    return raceOf([draft], [...first, ...second])
  },

  'many at once': async (setup: LabSetup, pair: Pair): Promise<Race> => {
    const draft = setup.nextDraft()
    const answers = await Promise.all(pair.map((app) => app.replay('triggerCall', draft, 8)))
    return raceOf([draft], answers.flat())
  },

  'two desks, one folder': async (setup: LabSetup, pair: Pair): Promise<Race> => {
    const draft = setup.nextDraft()
    return raceOf([draft], await triggerInBoth(pair, draft))
  },

  // Only the ID shows that both are the same call.
  'one id, two numbers': async (setup: LabSetup, pair: Pair): Promise<Race> => {
    const draft = setup.nextDraft()
    const other = { ...draft, phoneNumber: setup.nextDraft().phoneNumber }
    const answers = await Promise.all([triggerInBoth(pair, draft), triggerInBoth(pair, other)])
    return raceOf([draft, other], answers.flat())
  },

  // Two forms with one number: the second call needs a confirmation or is locked out.
  'two ids, one number': async (setup: LabSetup, pair: Pair): Promise<Race> => {
    const draft = setup.nextDraft()
    const other = { ...setup.nextDraft(), phoneNumber: draft.phoneNumber }
    const answers = await Promise.all([triggerInBoth(pair, draft), triggerInBoth(pair, other)])
    return raceOf([draft, other], answers.flat())
  },
} satisfies Record<string, (setup: LabSetup, pair: Pair) => Promise<Race>>

type RaceKind = keyof typeof raceKinds

// Object.keys widens the names to strings.
const raceNames = Object.keys(raceKinds) as RaceKind[]

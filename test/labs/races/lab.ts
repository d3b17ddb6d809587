import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createWarmDesks, type WarmDesks } from '../support/warm-desks.ts'
import { runTrack, type TrackReport } from './one-track.ts'
import { type RaceKind, raceNames } from './race-kinds.ts'

/** So many races run between the same two desks; then two others are started. */
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

/** A storage that does not hold an id to be the only one of its kind must show up as calls that arrived twice. */
const runControl = async (desks: WarmDesks, seed: number): Promise<boolean> => {
  const { wrong } = await runTrack({
    kinds: Array.from({ length: controlRaces }, (): RaceKind => 'one id, two numbers'),
    random: createSeededRandom(seed),
    desks,
    plant: { forgetful: true },
    onRace: () => undefined,
  })
  return wrong.length > 0 && wrong.every((one) => one.includes('2 requests'))
}

const countKinds = (n: number): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (let race = 0; race < n; race += 1) counts[kindOf(race)] = (counts[kindOf(race)] ?? 0) + 1
  return counts
}

/** One wish that is submitted more than once, by one desk or by two on one folder, rings exactly once. */
export const lab: Lab = {
  name: 'races',
  standard: 1000,
  short: 30,
  async run({ n, seed, progress }) {
    const desks = createWarmDesks(2)
    let done = 0
    const tracks: TrackReport[] = []
    try {
      for (const [track, kinds] of tracksOf(n).entries()) {
        const random = createSeededRandom(seed + track)
        tracks.push(await runTrack({ kinds, random, desks, onRace: () => progress((done += 1), n) }))
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
        control: { caught: await runControl(desks, seed) },
        ok: wrong.length === 0 && unanswered === 0 && secondRefused === pairs,
      }
    } finally {
      await desks.close()
    }
  },
}

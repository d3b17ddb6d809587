import { clockMoved, isOpen, type ListHours, nextOpening } from '../../../src/domain/lists/calling-hours.ts'
import type { Lab } from '../lab.ts'
import { createRandomChoices, createSeededRandom, type RandomChoices } from '../seeded-random.ts'
import { changesOf, isAllowed, knownZones, type Window } from './oracle.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const [firstDay, lastDay] = [Date.UTC(2026, 0, 1), Date.UTC(2029, 0, 1)]
const changes = [2026, 2027, 2028].flatMap(changesOf)

/** The gate of a call: the hours, when to try again, and whether the clock can be trusted. */
type Gate = { isOpen: typeof isOpen; nextOpening: typeof nextOpening; clockMoved: typeof clockMoved }

const realGate: Gate = { isOpen, nextOpening, clockMoved }

/**
 * Injected bug: a gate that uses each zone's January time all year, so that it is wrong during daylight saving time.
 */
const withoutDaylightSaving: Gate = {
  ...realGate,
  isOpen: (at, zones, hours) => isOpen(inJanuary(at), zones, hours),
  nextOpening: (at, zones, hours) => {
    const opening = nextOpening(inJanuary(at), zones, hours)
    return opening === null ? null : at + opening - inJanuary(at)
  },
}

/** Returns the same time and day of the week in January of the same year. */
const inJanuary = (at: number): number => {
  const year = Date.UTC(new Date(at).getUTCFullYear(), 0, 8)
  return year + ((((at - year) % (7 * day)) + 7 * day) % (7 * day))
}

/** Injected bug: a gate that never compares the clocks. */
const withoutClockCheck: Gate = { ...realGate, clockMoved: () => false }

/** A computer. Its wall clock may be wrong, and its monotonic clock stops during sleep. */
type Computer = { now: number; error: number; slept: number }

const wallOf = ({ now, error }: Computer): number => now + error
const readingOf = (computer: Computer) => ({ wall: wallOf(computer), steady: computer.now - computer.slept })

const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Returns calling hours as a list may have them; some span midnight, which only a policy allows. */
const randomHours = ({ whole, chance, random }: RandomChoices): ListHours & Window => {
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.8)
  const open = days.length === 0 ? [whole(1, 7)] : days
  if (chance(0.1)) {
    const within = { from: '00:00', to: '23:59' }
    return { from: timeText(whole(18, 23) * 60), to: timeText(whole(1, 6) * 60), days: open, within }
  }
  const from = whole(6 * 60, 13 * 60)
  const to = whole(from + 60, 23 * 60)
  return { from: timeText(from), to: timeText(to), days: open, within: { from: '08:00', to: '21:00' } }
}

const someZones = ({ whole, pick }: RandomChoices): string[] => {
  const at = whole(0, knownZones.length - 1)
  // Zones on both sides of a boundary are adjacent in the list.
  return knownZones.slice(at, at + pick([6, 1], [3, 2], [1, 3]))
}

const someMoment = ({ chance, between, whole }: RandomChoices): number =>
  chance(0.5)
    ? Math.floor((changes[whole(0, changes.length - 1)] ?? firstDay) + between(-2 * day, 2 * day))
    : Math.floor(between(firstDay, lastDay))

/** Lets time pass between two checks of a row, with sleep and clock changes. */
const passTime = (computer: Computer, { pick, between }: RandomChoices): void => {
  const wait = (least: number, most: number): void => {
    computer.now += Math.floor(between(least, most))
  }
  const sleep = (): void => {
    const before = computer.now
    wait(minute, 14 * hour)
    computer.slept += computer.now - before
  }
  const setClock = (): void => {
    computer.error += Math.floor(
      pick(
        [3, between(-2 * minute, 2 * minute)],
        [3, between(-15 * hour, 15 * hour)],
        [2, hour],
        [2, -hour],
        [1, between(-400 * day, 400 * day)],
      ),
    )
  }
  pick<() => void>([12, () => wait(0, 5 * minute)], [4, () => wait(0, 3 * hour)], [2, sleep], [2, setClock])()
}

type Counts = {
  calls: number
  outside: number
  /**
   * Calls in the two minutes before opening, by a clock that is at most two minutes fast, which the app cannot detect.
   */
  early: number
  closed: number
  /**
   * Times at which the gate was closed even though the clock was correct and the call was allowed for two more minutes.
   */
  wronglyClosed: number
  clockBrakes: number
}

/**
 * Checks one row up to twelve times until it is called; between the checks, the computer waits, sleeps, or has its
 * clock set.
 */
const playRow = (gate: Gate, choices: RandomChoices, counts: Counts): void => {
  const zones = someZones(choices)
  const hours = randomHours(choices)
  const computer: Computer = { now: someMoment(choices), error: 0, slept: 0 }
  const allowed = (at: number): boolean => zones.every((zone) => isAllowed(at, zone, hours))
  let started = readingOf(computer)
  for (let attempt = 0; attempt < 12; attempt += 1) {
    if (gate.clockMoved(started, readingOf(computer))) {
      counts.clockBrakes += 1
      // The list waits until the user confirms the time; the user corrects the clock first.
      computer.error = 0
      started = readingOf(computer)
    }
    const wall = wallOf(computer)
    if (gate.isOpen(wall, zones, hours)) {
      counts.calls += 1
      const isEarly = computer.error > 0 && computer.error <= 2 * minute && allowed(computer.now + computer.error)
      if (!allowed(computer.now)) counts[isEarly ? 'early' : 'outside'] += 1
      return
    }
    counts.closed += 1
    if (computer.error === 0 && allowed(wall) && allowed(wall + 2 * minute)) counts.wronglyClosed += 1
    const opening = gate.nextOpening(wall, zones, hours)
    // The timer for the next opening uses the monotonic clock and may fire late.
    if (opening !== null && choices.chance(0.6)) computer.now += Math.max(0, opening - wall)
    passTime(computer, choices)
  }
}

const play = (gate: Gate, rows: number, seed: number, onRow: (row: number) => void = () => undefined): Counts => {
  const choices = createRandomChoices(createSeededRandom(seed))
  const counts: Counts = { calls: 0, outside: 0, early: 0, closed: 0, wronglyClosed: 0, clockBrakes: 0 }
  for (let row = 1; row <= rows; row += 1) {
    playRow(gate, choices, counts)
    if (row % 1000 === 0) onRow(row)
  }
  return counts
}

const controlRows = 5_000

/**
 * Calls rows at random times in three years, with daylight saving changes, sleep and wrong clocks: no call outside
 * calling hours.
 */
export const lab: Lab = {
  name: 'hours',
  standard: 1_000_000,
  short: 50_000,
  run({ n, seed, progress }) {
    const counts = play(realGate, n, seed, (row) => progress(row, n))
    const daylight = play(withoutDaylightSaving, controlRows, seed + 1)
    const clock = play(withoutClockCheck, controlRows, seed + 2)
    return Promise.resolve({
      figures: { ...counts, controlOutside: daylight.outside, controlOutsideByClock: clock.outside },
      control: { caught: daylight.outside > 0 && clock.outside > 0 },
      // Without calls and clock changes, the lab would prove nothing.
      ok: counts.outside === 0 && counts.wronglyClosed === 0 && counts.calls > n / 2 && counts.clockBrakes > n / 100,
    })
  },
}

import type { Outcome } from '../../../src/contract/failure.ts'
import { createLabHouse, makeDataFolder, removeDataFolder } from '../support/lab-house.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import type { LabOrder } from '../support/run-lab-desk.ts'
import type { WarmDesks } from '../support/warm-desks.ts'
import { type Pair, type Race, type RaceKind, raceKinds } from './race-kinds.ts'

export type TrackParts = {
  /** Which race is run, one after the other. */
  kinds: readonly RaceKind[]
  random: () => number
  desks: WarmDesks
  plant?: Partial<LabOrder>
  onRace: () => void
}

export type TrackReport = {
  /** What was not exactly one request, and which race it was. */
  wrong: string[]
  /** Races in which no answer was a call. */
  unanswered: number
  /** How many of the two desks were refused because the other had the folder: one, and never none. */
  refused: number
  /** How many pairs got into each other's way so that both were refused, which places no call, before one came in. */
  bothRefused: number
}

const isInUse = (started: Outcome<null>): boolean =>
  !started.ok && started.failure.kind === 'storage' && started.failure.reason === 'inUse'

type Started = { pair: Pair; refused: number; bothRefused: number }

/** Starts two desks at the same moment; where both are refused, two others. */
const startPair = async (desks: WarmDesks, order: LabOrder, bothRefused = 0): Promise<Started> => {
  const pair: Pair = await Promise.all([desks.open(order), desks.open(order)])
  const starts = await Promise.all(pair.map(({ ready }) => ready))
  const refused = starts.filter(({ started }) => isInUse(started)).length
  if (refused < 2 || bothRefused === 5) return { pair, refused, bothRefused }
  await Promise.all(pair.map((desk) => desk.end()))
  return startPair(desks, order, bothRefused + 1)
}

/** How many requests reached the service for what was wished once. */
const requestsOf = ({ posts }: LabService, { callIds, phoneNumbers }: Race): number =>
  posts.filter(({ callId, phoneNumber }) => callIds.includes(callId ?? '') || phoneNumbers.includes(phoneNumber ?? ''))
    .length

/** Runs races between two desks that were started at the same moment on one data folder. */
export const runTrack = async (parts: TrackParts): Promise<TrackReport> => {
  const { kinds, random, desks, plant, onRace } = parts
  const service = await startLabService({ random })
  const dataFolder = makeDataFolder()
  try {
    const house = await createLabHouse(dataFolder, desks, service, random)
    const { pair, refused, bothRefused } = await startPair(desks, { ...house.order, ...plant })
    const races: [RaceKind, Race][] = []
    for (const kind of kinds) {
      races.push([kind, await raceKinds[kind](house, pair)])
      onRace()
    }
    await Promise.all(pair.map((desk) => desk.end()))
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

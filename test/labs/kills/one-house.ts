import { setTimeout as wait } from 'node:timers/promises'
import { valueOf } from '../support/desk-process.ts'
import { judgeCalls, type Verdicts } from '../support/judge-calls.ts'
import { createLabHouse, type LabHouse, makeDataFolder, removeDataFolder } from '../support/lab-house.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import type { LabOrder } from '../support/run-lab-desk.ts'
import { readHistory } from '../support/read-history.ts'
import type { WarmDesks } from '../support/warm-desks.ts'
import { liveOnce } from './one-life.ts'

export type HouseParts = {
  kills: number
  random: () => number
  desks: WarmDesks
  plant?: Partial<LabOrder>
  /** Told after each kill. */
  onKill: () => void
  /** True ends the house early. */
  enough?: (verdicts: Verdicts) => boolean
}

export type HouseReport = Verdicts & {
  kills: number
  posts: number
  cut: number
  runs: number
  promises: number
  broken: string[]
  states: Record<string, number>
}

/** Some answers at once, some after a while: a kill then meets calls at every step of their way. */
const startSlowService = (random: () => number): Promise<LabService> => {
  const pause = async (): Promise<'go'> => {
    await wait(random() * 25)
    return 'go'
  }
  return startLabService({ random, onReceived: pause, onMade: pause })
}

/** Lets a last desk start, settle what was left, check its chain of events, and end in peace; gives what was wrong. */
const settle = async ({ order }: LabHouse, desks: WarmDesks): Promise<string[]> => {
  const desk = await desks.open(order)
  const { started } = await desk.ready
  const check = await valueOf(desk.ask('checkHistory', {}))
  await desk.end()
  const problems = check.intact ? [] : [`chain of ${check.events}: ${check.firstBroken}`]
  return started.ok ? problems : [...problems, `no start: ${JSON.stringify(started.failure)}`]
}

/** Kills the desks of one data folder one after the other, and holds its records against what the service saw. */
export const runHouse = async (parts: HouseParts): Promise<HouseReport> => {
  const { random, desks, onKill } = parts
  const service = await startSlowService(random)
  const dataFolder = makeDataFolder()
  const promised = new Set<string>()
  const broken: string[] = []
  const { plant = {} } = parts
  try {
    const house = await createLabHouse(dataFolder, desks, service, random)
    let kills = 0
    for (; kills < parts.kills; kills += 1) {
      await liveOnce({ house, desks, plant, random, promise: (callId) => promised.add(callId) })
      await service.quiet()
      const left = readHistory(dataFolder)
      if (left.integrity !== 'ok') broken.push(left.integrity)
      onKill()
      if (parts.enough?.(judgeCalls(service.posts, promised, left)) === true) break
    }
    broken.push(...(await settle(house, desks)))
    const history = readHistory(dataFolder)
    if (history.integrity !== 'ok') broken.push(history.integrity)
    return {
      ...judgeCalls(service.posts, promised, history),
      kills,
      posts: service.posts.filter(({ whole }) => whole).length,
      cut: service.posts.filter(({ whole }) => !whole).length + service.connections.broken,
      runs: service.posts.filter(({ runId }) => runId !== null).length,
      promises: promised.size,
      broken,
      states: history.states,
    }
  } finally {
    await service.close()
    removeDataFolder(dataFolder)
  }
}

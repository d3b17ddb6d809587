import { setTimeout as wait } from 'node:timers/promises'
import type { DeskProcess } from '../support/desk-process.ts'
import { createLabHouse, type LabHouse, makeDataFolder, removeDataFolder } from '../support/lab-house.ts'
import { type LabService, type Post, startLabService } from '../support/lab-service.ts'
import { type History, readHistory } from '../support/read-history.ts'
import type { LabOrder } from '../support/run-lab-desk.ts'
import type { WarmDesks } from '../support/warm-desks.ts'
import type { ServiceMoment } from './call-points.ts'

/** One data folder and one service, whose desks are ended at chosen moments. */
export type CrashHouse = LabHouse & {
  readonly service: LabService
  /** Starts a desk on the folder. */
  open(plant?: Partial<LabOrder>): Promise<DeskProcess>
  /** Lets the service end this desk at that moment of its next request, or at its next question for a list of runs. */
  endAt(moment: ServiceMoment | 'list', desk: DeskProcess): void
  /** Resolves when a desk has ended and nothing of it is on its way any more; false when it did not end in time. */
  gone(desk: DeskProcess): Promise<boolean>
  history(): History
  close(): Promise<void>
}

/** Much longer than any of these moments takes to come; a desk that outlives it never came to its crash. */
const patience = 20_000

type Trap = { moment: ServiceMoment | 'list'; desk: DeskProcess } | null

/** Makes the house and its service. */
export const openCrashHouse = async (desks: WarmDesks, random: () => number): Promise<CrashHouse> => {
  let trap: Trap = null
  const spring = async (moment: ServiceMoment | 'list'): Promise<'go' | 'drop'> => {
    if (trap?.moment !== moment) return 'go'
    const { desk } = trap
    trap = null
    await desk.kill()
    return 'drop'
  }
  const service = await startLabService({
    random,
    onReceived: (_post: Post) => spring('received'),
    onMade: () => spring('made'),
    onOther: (path) => (/\/runs\b/.test(path) ? spring('list') : Promise.resolve('go')),
  })
  const dataFolder = makeDataFolder()
  const house = await createLabHouse(dataFolder, desks, service, random)
  return {
    ...house,
    service,
    open: (plant = {}) => desks.open({ ...house.order, ...plant }),
    endAt: (moment, desk) => void (trap = { moment, desk }),
    async gone(desk) {
      const ended = await Promise.race([desk.ended, wait(patience, null, { ref: false })])
      if (ended === null) await desk.kill()
      await service.quiet()
      return ended !== null
    },
    history: () => readHistory(dataFolder),
    async close() {
      await service.close()
      removeDataFolder(dataFolder)
    },
  }
}

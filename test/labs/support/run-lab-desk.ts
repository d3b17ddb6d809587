import type { DeskParts, DeskService } from '../../../src/main/desk.ts'
import { createHeadlessDesk } from '../../../src/main/headless/headless-desk.ts'
import { serveDesk } from '../../../src/main/headless/serve-desk.ts'
import type { Announce } from '../../../src/main/ipc/announce.ts'
import { plantForgetfulStorage } from './plant-forgetful-storage.ts'
import { plantNaiveRetry } from './plant-naive-retry.ts'
import { plantSocketCrash, type SocketCrash } from './plant-socket-crash.ts'
import { plantedWorker, type WorkerPlan } from './worker-plan.ts'

/** What a lab's desk is to be: the ordinary one on a folder, or one with something planted in it. */
export type LabOrder = {
  dataFolder: string
  storage?: WorkerPlan
  socket?: SocketCrash
  /** Sends again, at start-up, whatever the last run left unfinished, with this key. */
  naiveRetry?: { key: string }
  /** Takes every call for a new one, whatever its id. */
  forgetful?: boolean
}

const planted = (order: LabOrder): ((parts: DeskParts) => DeskParts) =>
  order.forgetful === true ? plantForgetfulStorage : (parts) => parts

/** Runs a desk on this process's standard input and output as `npm run desk` does, with what the order plants in it. */
export const runLabDesk = async (order: LabOrder): Promise<void> => {
  if (order.socket) plantSocketCrash(order.socket)
  const createDesk = (announce: Announce): DeskService => {
    let made: DeskParts | null = null
    const desk = createHeadlessDesk({
      dataFolder: order.dataFolder,
      keychain: 'memory',
      version: 'lab',
      announce,
      ...(order.storage ? { storageWorker: plantedWorker(order.storage) } : {}),
      adjust: (parts) => (made = planted(order)(parts)),
    })
    return order.naiveRetry && made ? plantNaiveRetry(desk, made, order.naiveRetry.key) : desk
  }
  await serveDesk({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    onStop: (listener) => void process.on('SIGTERM', listener),
    log: (level, event, facts) => {
      if (level === 'error') process.stderr.write(`${event} ${JSON.stringify(facts ?? {})}\n`)
    },
    version: 'lab',
    createDesk,
  })
  process.stdin.destroy()
}

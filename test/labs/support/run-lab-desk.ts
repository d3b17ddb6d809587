import { createDesk as createDeskOf, type DeskParts, type DeskService } from '../../../src/main/desk.ts'
import { headlessParts } from '../../../src/main/headless/headless-parts.ts'
import { serveDesk } from '../../../src/main/headless/serve-desk.ts'
import type { Announce } from '../../../src/main/ipc/announce.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { plantForgetfulStorage } from './plant-forgetful-storage.ts'
import { plantHastyStorage } from './plant-hasty-storage.ts'
import { plantNaiveRetry } from './plant-naive-retry.ts'
import { plantSocketCrash, type SocketCrash } from './plant-socket-crash.ts'
import { plantedWorker, type WorkerPlan } from './worker-plan.ts'

/** What a lab's desk is to be: the ordinary one on a folder, or one with something planted in it. */
export type LabOrder = {
  dataFolder: string
  /** A key that lies in the keychain already when the desk starts, as after a restart of the app. */
  key?: { profileId: string; origin: string; text: string }
  storage?: WorkerPlan
  socket?: SocketCrash
  /** Sends again, at start-up, whatever the last run left unfinished. */
  naiveRetry?: boolean
  /** Takes every call for a new one, whatever its id. */
  forgetful?: boolean
  /** Says that a call is recorded before it is. */
  hasty?: boolean
}

/** Puts the order's key into the keychain before anything is started with it. */
const withKey = (desk: DeskService, { vault }: DeskParts, key: LabOrder['key']): DeskService => ({
  ...desk,
  start: async () => {
    if (key === undefined) return desk.start()
    const { profileId, origin, text } = key
    const stored = await vault.set({ profileId, origin, custody: 'keychain' }, createSecret(text))
    return stored.ok ? desk.start() : stored
  },
})

const planted = (order: LabOrder): ((parts: DeskParts) => DeskParts) => {
  if (order.forgetful === true) return plantForgetfulStorage
  return order.hasty === true ? plantHastyStorage : (parts) => parts
}

/** Runs a desk on this process's standard input and output as `npm run desk` does, with what the order plants in it. */
export const runLabDesk = async (order: LabOrder): Promise<void> => {
  if (order.socket) plantSocketCrash(order.socket)
  const createDesk = (announce: Announce): DeskService => {
    const parts = planted(order)(
      headlessParts({
        dataFolder: order.dataFolder,
        keychain: 'memory',
        version: 'lab',
        announce,
        ...(order.storage ? { storageWorker: plantedWorker(order.storage) } : {}),
      }),
    )
    const desk = withKey(createDeskOf(parts), parts, order.key)
    return order.naiveRetry === true && order.key ? plantNaiveRetry(desk, parts, order.key.text) : desk
  }
  await serveDesk({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    onStop: (listener) => void process.on('SIGTERM', listener),
    log: (level, event, facts) => {
      if (level === 'error') process.stderr.write(`${event} ${JSON.stringify(facts ?? {})}\n`)
    },
    version: 'lab',
    createDesk,
  })
  process.stdin.destroy()
}

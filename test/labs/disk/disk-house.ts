import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { Input } from '../../../src/contract/operations.ts'
import { createUlid } from '../../../src/contract/ulid.ts'
import { createDesk, type DeskParts, type DeskService } from '../../../src/main/desk.ts'
import { headlessParts } from '../../../src/main/headless/headless-parts.ts'
import { createSessionStore } from '../../../src/main/vault/key-store.ts'
import { reasonOf } from '../../../src/main/storage/storage-error.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { labReference, type LabService, type Post, startLabService } from '../support/lab-service.ts'

export type Plant = (parts: DeskParts) => DeskParts

/** What became of one attempt to call: the reason of the refusal, or null when the call was placed. */
export type Dialled = { callId: string; refused: string | null }

/** One data folder, the service that its desks dial, and a look at the disk at the moment each request arrives. */
export type DiskHouse = {
  readonly file: string
  readonly service: LabService
  /** What the disk said of requests that arrived while no record of theirs stood on it as being sent. */
  readonly unrecorded: string[]
  /** Runs when a request has arrived, before it is answered. */
  whileAnswering: () => void
  /** A desk on the folder; `storageWorker` is the entry of another storage thread than the app's own. */
  open(plant?: Plant, storageWorker?: URL): Promise<DeskService>
  dial(desk: DeskService): Promise<Dialled>
  /**
   * Dials until a call is placed, or a person is asked whether to, since calls may be missing from the history: for ten
   * seconds at most.
   */
  dialUntilPlaced(desk: DeskService): Promise<boolean>
  close(): Promise<void>
}

let numbers = 0

const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome.failure)}`)
  return outcome.value
}

/** What the disk says of a call, read over a connection of its own: its state, or why there is none. */
const stateOnDisk = (file: string, { callId }: Post): string => {
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('PRAGMA busy_timeout = 2000')
      const row = database.prepare('SELECT state FROM calls WHERE call_id = ?').get(callId)
      return String(row?.['state'] ?? 'no record')
    } finally {
      database.close()
    }
  } catch (error) {
    // A disk that cannot be read holds no record that anybody could find.
    return `unreadable: ${reasonOf(error)}`
  }
}

const connect = async (desk: DeskService, { key, origin }: LabService): Promise<string> => {
  const { enterKey, addProfile } = desk.operations
  const { entryId } = valueOf(await enterKey({ from: 'typed', text: key }))
  const kind = { kind: 'service', name: 'Lab', color: 'blue', origin, custody: 'keychain', unchecked: false } as const
  return valueOf(await addProfile({ ...kind, entryId })).profile.id
}

/** Makes the house; its first desk connects it to the service and closes again. */
export const createDiskHouse = async (dataFolder: string, random: () => number): Promise<DiskHouse> => {
  const file = join(dataFolder, 'rundesk.db')
  const keychain = createSessionStore()
  const unrecorded: string[] = []
  const sixteenBytes = (): Uint8Array => Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256))
  const onReceived = async (post: Post): Promise<'go'> => {
    const state = stateOnDisk(file, post)
    if (state !== 'sending') unrecorded.push(state)
    house.whileAnswering()
    return Promise.resolve('go')
  }
  const service = await startLabService({ random, onReceived })
  const agent = service.service.facts[0]?.agents.find((one) => one.state === 'normal')
  let profileId = ''

  const draft = (callId: string, phoneNumber: string): Input<'triggerCall'> => ({
    callId,
    profileId,
    agentUuid: agent?.uuid ?? '',
    agentName: agent?.name ?? '',
    phoneNumber,
    phoneNumberDisplay: phoneNumber,
    initialContext: { [labReference]: callId, note: 'x'.repeat(Math.floor(random() * 6_000)) },
    telephonyConfigurationId: null,
    telephonyConfigurationName: null,
    fromPhoneNumberId: null,
    fromPhoneNumberText: null,
    redialOf: null,
    confirmation: null,
  })

  const house: DiskHouse = {
    file,
    service,
    unrecorded,
    whileAnswering: () => undefined,
    async open(plant = (parts) => parts, storageWorker) {
      const own = { dataFolder, keychain: 'memory', version: 'lab', announce: () => undefined } as const
      const parts = headlessParts({ ...own, ...(storageWorker === undefined ? {} : { storageWorker }) })
      const desk = createDesk(plant({ ...parts, vault: createMemoryVault(keychain) }))
      await desk.start()
      return desk
    },
    async dial(desk) {
      const callId = createUlid(Date.now(), sixteenBytes())
      const phoneNumber = `+1312${String((numbers += 1)).padStart(7, '0')}`
      const placed = await desk.operations.triggerCall(draft(callId, phoneNumber))
      if (placed.ok) return { callId, refused: null }
      const { failure } = placed
      if (failure.kind === 'repeat' && failure.reason === 'historyGap') return { callId, refused: 'historyGap' }
      return { callId, refused: failure.kind === 'storage' ? failure.reason : failure.kind }
    },
    async dialUntilPlaced(desk) {
      for (const until = Date.now() + 10_000; Date.now() < until; await wait(150))
        if (['historyGap', null].includes((await house.dial(desk)).refused)) return true
      return false
    },
    close: () => service.close(),
  }
  const first = await house.open()
  profileId = await connect(first, service)
  await first.close()
  return house
}

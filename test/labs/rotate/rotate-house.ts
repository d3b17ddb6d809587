import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DeskProcess, valueOf } from '../support/desk-process.ts'
import { makeDataFolder, removeDataFolder } from '../support/lab-house.ts'
import { bytesOfFiles } from '../support/raw-bytes.ts'
import { createSecretSearch } from '../support/secret-search.ts'
import type { WarmDesks } from '../support/warm-desks.ts'
import { readKeychain } from './file-keychain.ts'
import { type KeyService, startKeyService } from './key-service.ts'
import type { RotatePoint } from './points.ts'
import type { RotateOrder } from './rotate-order.ts'

/** One data folder, one keychain and one service with two profiles on one key, whose desks are ended at chosen moments. */
export type RotateHouse = {
  readonly service: KeyService
  /** The profile that rotates, and another one with the same key. */
  readonly profileIds: readonly [string, string]
  /** The rotation that came to its end last. */
  readonly last: { rotationId: string | null }
  /** Starts a desk that ends at the point; without one it lives. */
  open(point?: RotatePoint): Promise<DeskProcess>
  /** Resolves when a desk has ended; false when it did not end in time. */
  gone(desk: DeskProcess): Promise<boolean>
  /** What a profile has in the keychain. */
  keyOf(profileId: string): string | null
  /** How many copies lie beside the profiles' own keys. */
  copies(): number
  /** Where a piece of any key stands that is not the keychain, in all that the desks wrote and said. */
  leaks(): string[]
  /** How many bytes were searched for them. */
  searched(): number
  close(): Promise<void>
}

/** Much longer than any of these moments takes to come. */
const patience = 20_000

const connect = async (desk: DeskProcess, { origin, key }: KeyService, name: string): Promise<string> => {
  const { entryId } = await valueOf(desk.ask('enterKey', { from: 'typed', text: key }))
  const label = { kind: 'service', name, color: 'blue', origin, custody: 'keychain', unchecked: false } as const
  return (await valueOf(desk.ask('addProfile', { ...label, entryId }))).profile.id
}

export type RotatePlant = Pick<RotateOrder, 'isForgetful' | 'isLeaky'>

/** Makes the house, connects both profiles, and ends the desk that did. */
export const openRotateHouse = async (
  desks: WarmDesks<RotateOrder>,
  random: () => number,
  plant: RotatePlant = {},
): Promise<RotateHouse> => {
  const service = await startKeyService(random)
  const dataFolder = makeDataFolder()
  const keychainFile = join(dataFolder, '..', 'keychain.json')
  mkdirSync(dataFolder, { recursive: true })
  const said: Buffer[] = []
  let searched = 0

  const open = async (point?: RotatePoint): Promise<DeskProcess> => {
    const crash = point !== undefined && 'desk' in point ? point.desk : null
    const desk = await desks.open({ dataFolder, keychainFile, crash, ...plant })
    for (const stream of [desk.child.stdout, desk.child.stderr]) stream?.on('data', (text: Buffer) => said.push(text))
    await desk.ready
    if (point !== undefined && 'service' in point) service.setTrap(point.service, () => desk.kill())
    return desk
  }

  const first = await open()
  const profileIds = [await connect(first, service, 'First'), await connect(first, service, 'Second')] as const
  await first.end()

  const accounts = (): Record<string, string> => readKeychain(keychainFile)
  return {
    service,
    profileIds,
    last: { rotationId: null },
    open,
    async gone(desk) {
      const ended = await Promise.race([desk.ended, wait(patience, null, { ref: false })])
      if (ended === null) await desk.kill()
      return ended !== null
    },
    keyOf: (profileId) => accounts()[`${profileId} ${service.origin}`] ?? null,
    copies: () =>
      Object.keys(accounts())
        .filter((account) => account.includes('/'))
        .filter(isCopy).length,
    leaks() {
      const sinks = [...bytesOfFiles(dataFolder), { file: 'what the desks said', bytes: Buffer.concat(said) }]
      const searches = service.told.map((text) => createSecretSearch(text))
      searched += sinks.reduce((sum, { bytes }) => sum + bytes.length, 0)
      return sinks.filter(({ bytes }) => searches.some((search) => search(bytes) !== null)).map(({ file }) => file)
    },
    searched: () => searched,
    async close() {
      await service.close()
      removeDataFolder(dataFolder)
    },
  }
}

/** An account is the profile's id, then the origin; a copy's says which it is between them. */
const isCopy = (account: string): boolean => /^[^ ]+\/(old|new) /.test(account)

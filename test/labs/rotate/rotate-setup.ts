import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type AppPool, type AppProcess } from '../support/app-process.ts'
import { makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { bytesOfFiles } from '../support/raw-bytes.ts'
import { createSecretSearch } from '../support/secret-search.ts'
import { readKeychain } from './faulty-deps.ts'
import { type KeyService, startKeyService } from './key-service.ts'
import type { RotateOptions, RotatePoint } from './crash-points.ts'
import { valueOf } from '../../support/value-of.ts'

/** A data folder, a keychain, and a service with two profiles on one key, for apps that are killed at chosen points. */
export type RotateSetup = {
  readonly service: KeyService
  /** The profile that rotates, and another one with the same key. */
  readonly profileIds: readonly [string, string]
  /** The last rotation that ended. */
  readonly last: { rotationId: string | null }
  /** Starts an app that is killed at the point, if one is given. */
  open(point?: RotatePoint): Promise<AppProcess>
  /** Waits until the app has exited. Resolves with false on a timeout. */
  exited(app: AppProcess): Promise<boolean>
  /** The key of a profile in the keychain. */
  keyOf(profileId: string): string | null
  /** The number of key copies in the keychain, in addition to the profiles' keys. */
  copies(): number
  /** The files and outputs of the apps, except the keychain, that contain any part of a key. */
  leaks(): string[]
  /** The number of bytes searched for leaks. */
  searched(): number
  close(): Promise<void>
}

/** Much longer than an app needs to reach a point. */
const exitTimeoutMs = 20_000

const connect = async (app: AppProcess, { origin, key }: KeyService, name: string): Promise<string> => {
  const { entryId } = await valueOf(app.run('stageKey', { from: 'typed', text: key }))
  const label = { kind: 'service', name, color: 'blue', origin, keyStorage: 'keychain', unchecked: false } as const
  return (await valueOf(app.run('addProfile', { ...label, entryId }))).profile.id
}

type RotateFaults = Pick<RotateOptions, 'skipsSteps' | 'isLeaky'>

/** Opens a setup and connects both profiles. */
export const openRotateSetup = async (
  pool: AppPool<RotateOptions>,
  random: () => number,
  bugs: RotateFaults = {},
): Promise<RotateSetup> => {
  const service = await startKeyService(random)
  const dataFolder = makeDataFolder()
  const keychainFile = join(dataFolder, '..', 'keychain.json')
  mkdirSync(dataFolder, { recursive: true })
  const output: Buffer[] = []
  let searched = 0

  const open = async (point?: RotatePoint): Promise<AppProcess> => {
    const crash = point !== undefined && 'app' in point ? point.app : null
    const app = await pool.open({ dataFolder, keychainFile, crash, ...bugs })
    for (const stream of [app.child.stdout, app.child.stderr]) stream?.on('data', (text: Buffer) => output.push(text))
    await app.ready
    if (point !== undefined && 'service' in point) service.planCrash(point.service, () => app.kill())
    return app
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
    async exited(app) {
      const ended = await Promise.race([app.ended, wait(exitTimeoutMs, null, { ref: false })])
      if (ended === null) await app.kill()
      return ended !== null
    },
    keyOf: (profileId) => accounts()[`${profileId} ${service.origin}`] ?? null,
    copies: () =>
      Object.keys(accounts())
        .filter((account) => account.includes('/'))
        .filter(isCopy).length,
    leaks() {
      const sinks = [...bytesOfFiles(dataFolder), { file: 'output of the apps', bytes: Buffer.concat(output) }]
      const searches = service.issuedKeys.map((text) => createSecretSearch(text))
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

/** An account is a profile ID and an origin; a copy has a suffix after the ID. */
const isCopy = (account: string): boolean => /^[^ ]+\/(old|new) /.test(account)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Input } from '../../../src/contract/operations.ts'
import { createUlid } from '../../../src/contract/ulid.ts'
import { type DeskProcess, valueOf } from './desk-process.ts'
import { labReference, type LabService } from './lab-service.ts'

export type Draft = Input<'triggerCall'>

/** A data folder with one connected organization: what stays while desks come and go. */
export type LabHouse = {
  readonly dataFolder: string
  /** Types the key in again: a desk that keeps keys in memory forgets them with its process. */
  unlock(desk: DeskProcess): Promise<void>
  /** A new call to a number that nobody has called before. */
  nextDraft(): Draft
  remove(): void
}

const enter = async (desk: DeskProcess, text: string): Promise<string> =>
  (await valueOf(desk.ask('enterKey', { from: 'typed', text }))).entryId

const connect = async (desk: DeskProcess, service: LabService): Promise<string> => {
  const added = desk.ask('addProfile', {
    kind: 'service',
    name: 'Lab',
    color: 'blue',
    origin: service.origin,
    entryId: await enter(desk, service.key),
    custody: 'keychain',
    unchecked: false,
  })
  return (await valueOf(added)).profile.id
}

const callableAgent = (service: LabService): { agentUuid: string; agentName: string } => {
  const agent = service.service.facts[0]?.agents.find((one) => one.state === 'normal')
  if (agent === undefined) throw new Error('The practice world has no ordinary agent.')
  return { agentUuid: agent.uuid, agentName: agent.name }
}

/** A data folder of its own, to be removed by whoever asked for it. */
export const makeDataFolder = (): string => join(mkdtempSync(join(tmpdir(), 'rundesk-lab-')), 'data')

export const removeDataFolder = (dataFolder: string): void =>
  rmSync(join(dataFolder, '..'), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

let counter = 0

/** A call's id from chance that repeats itself by seed; the count keeps two labs of one process apart. */
const nextCallId = (random: () => number): string =>
  createUlid(
    Date.now(),
    Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
  )

/** Connects a desk that is running on `dataFolder` to the service, with its key typed in. */
export const createLabHouse = async (
  dataFolder: string,
  desk: DeskProcess,
  service: LabService,
  random: () => number,
): Promise<LabHouse> => {
  const profileId = await connect(desk, service)
  const agent = callableAgent(service)
  return {
    dataFolder,
    async unlock(next) {
      const entryId = await enter(next, service.key)
      await valueOf(next.ask('replaceKey', { profileId, entryId, custody: 'keychain' }))
    },
    nextDraft() {
      const callId = nextCallId(random)
      const phoneNumber = `+1212${String((counter += 1)).padStart(7, '0')}`
      return {
        callId,
        profileId,
        ...agent,
        phoneNumber,
        phoneNumberDisplay: phoneNumber,
        initialContext: { [labReference]: callId },
        telephonyConfigurationId: null,
        telephonyConfigurationName: null,
        fromPhoneNumberId: null,
        fromPhoneNumberText: null,
        redialOf: null,
        confirmation: null,
      }
    },
    remove: () => removeDataFolder(dataFolder),
  }
}

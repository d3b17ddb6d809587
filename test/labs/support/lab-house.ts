import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Input } from '../../../src/contract/operations.ts'
import { createUlid } from '../../../src/contract/ulid.ts'
import { type DeskProcess, valueOf } from './desk-process.ts'
import { labReference, type LabService } from './lab-service.ts'
import type { LabOrder } from './run-lab-desk.ts'
import type { WarmDesks } from './warm-desks.ts'

export type Draft = Input<'triggerCall'>

/** A data folder with one connected organization: what stays while desks come and go. */
export type LabHouse = {
  readonly dataFolder: string
  /** What the next desk on this folder is told: the folder, and the key that lies in its keychain. */
  readonly order: LabOrder
  /** A new call to a number that nobody has called before. */
  nextDraft(): Draft
}

/** Types the key in and adds the organization, as a person does once. */
export const connectDesk = async (desk: DeskProcess, service: LabService): Promise<string> => {
  const { entryId } = await valueOf(desk.ask('enterKey', { from: 'typed', text: service.key }))
  const added = desk.ask('addProfile', {
    kind: 'service',
    name: 'Lab',
    color: 'blue',
    origin: service.origin,
    entryId,
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

/** A call's id from chance that repeats itself by seed. */
const nextCallId = (random: () => number): string =>
  createUlid(
    Date.now(),
    Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
  )

/** The house on a folder whose history has this profile already. */
export const houseOf = (dataFolder: string, profileId: string, service: LabService, random: () => number): LabHouse => {
  const agent = callableAgent(service)
  return {
    dataFolder,
    order: { dataFolder, key: { profileId, origin: service.origin, text: service.key } },
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
  }
}

/** Makes a folder's first desk, connects it to the service, and ends it again. */
export const createLabHouse = async (
  dataFolder: string,
  desks: WarmDesks,
  service: LabService,
  random: () => number,
): Promise<LabHouse> => {
  const desk = await desks.open({ dataFolder })
  await desk.ready
  const profileId = await connectDesk(desk, service)
  await desk.end()
  return houseOf(dataFolder, profileId, service, random)
}

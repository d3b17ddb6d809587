import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Input } from '../../../src/contract/operations.ts'
import { type AppPool, type AppProcess } from './app-process.ts'
import { labReference, type LabService } from './lab-service.ts'
import type { LabAppOptions } from './lab-app.ts'
import { valueOf } from '../../support/value-of.ts'
import { aDraft, anyRoute, randomId } from '../../support/a-call.ts'

export type Draft = Input<'triggerCall'>

/** A data folder with one connected organization, shared by consecutive apps. */
export type LabSetup = {
  readonly dataFolder: string
  /** The options of the next app on this folder: the folder, and the key in its keychain. */
  readonly appOptions: LabAppOptions
  /** Returns a new call to an unused number. */
  nextDraft(): Draft
}

/** Enters the key and adds the organization, as the user would. */
export const addLabProfile = async (app: AppProcess, service: LabService): Promise<string> => {
  const { entryId } = await valueOf(app.run('stageKey', { from: 'typed', text: service.key }))
  const added = app.run('addProfile', {
    kind: 'service',
    name: 'Lab',
    color: 'blue',
    origin: service.origin,
    entryId,
    keyStorage: 'keychain',
    unchecked: false,
  })
  return (await valueOf(added)).profile.id
}

const callableAgent = (service: LabService): { agentUuid: string; agentName: string } => {
  const agent = service.service.organizations[0]?.agents.find((one) => one.state === 'normal')
  if (agent === undefined) throw new Error('The practice world has no ordinary agent.')
  return { agentUuid: agent.uuid, agentName: agent.name }
}

/** Creates a data folder; the caller removes it. */
export const makeDataFolder = (): string => join(mkdtempSync(join(tmpdir(), 'rundesk-lab-')), 'data')

export const removeDataFolder = (dataFolder: string): void =>
  rmSync(join(dataFolder, '..'), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

let counter = 0

/** Returns the setup of a folder whose history contains this profile. */
export const setupOf = (dataFolder: string, profileId: string, service: LabService, random: () => number): LabSetup => {
  const agent = callableAgent(service)
  return {
    dataFolder,
    appOptions: { dataFolder, key: { profileId, origin: service.origin, text: service.key } },
    nextDraft() {
      const callId = randomId(random)
      const phoneNumber = `+1212${String((counter += 1)).padStart(7, '0')}`
      return aDraft({
        callId,
        profileId,
        ...agent,
        phoneNumber,
        phoneNumberDisplay: phoneNumber,
        initialContext: { [labReference]: callId },
        ...anyRoute,
      })
    },
  }
}

/** Starts the first app on a folder, connects it to the service, and closes it. */
export const createLabSetup = async (
  dataFolder: string,
  pool: AppPool,
  service: LabService,
  random: () => number,
): Promise<LabSetup> => {
  const app = await pool.open({ dataFolder })
  await app.ready
  const profileId = await addLabProfile(app, service)
  await app.end()
  return setupOf(dataFolder, profileId, service, random)
}

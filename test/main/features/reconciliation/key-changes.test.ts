import { describe, expect, it } from 'vitest'
import { fail } from '../../../../src/contract/failure.ts'
import { createMemoryVault, type KeyVault } from '../../../../src/main/vault/vault.ts'
import { valueOf } from '../../../support/test-app.ts'
import { openCallingApp, type CallingApp } from '../calls/open-calling-app.ts'
import { waitFor } from '../../../support/wait-for.ts'

/** A practice number for which the service creates the run and never responds. */
const silence = '+14155550160'

/** Places a call without a response, and waits until its run exists. */
const placeSilent = async (app: CallingApp): Promise<string> => {
  const draft = app.draft({ phoneNumber: silence })
  await valueOf(app.operations.triggerCall(draft))
  await waitFor(() => expect(app.service.world.runs.length).toBe(1))
  return draft.callId
}

const expectJob = (app: CallingApp, state: object): Promise<void> =>
  waitFor(async () => expect(await valueOf(app.operations.listReconciliationJobs({}))).toMatchObject([state]))

/** Resolves with the outcome once it is no longer unknown. */
const foundOutcome = (app: CallingApp, callId: string) =>
  waitFor(async () => {
    const { outcome } = await app.recordOf({ callId })
    if (outcome.state === 'unknown') throw new Error('still unknown')
    return outcome
  })

describe('a reconciliation job that waits for the user', () => {
  it('continues when the key is replaced', async () => {
    const app = await openCallingApp({ dialMilliseconds: 600 })
    const callId = await placeSilent(app)
    const fields = app.service.organizations[0]?.keys
    const archive = (id: number | undefined, archivedAt: number | null): void => {
      for (const key of app.service.world.keys) if (key.id === id) Object.assign(key, { archivedAt })
    }
    archive(fields?.activeId, Date.now())
    await expectJob(app, { callId, step: 'stopped', lists: 'refused', lastFailure: { kind: 'unauthorized' } })
    archive(fields?.archivedId, null)
    const { entryId } = await valueOf(app.operations.stageKey({ from: 'typed', text: fields?.archived ?? '' }))
    await valueOf(app.operations.replaceKey({ profileId: app.profileId, entryId, keyStorage: 'keychain' }))
    const workflowRunId = app.service.world.runs[0]?.id
    expect(await foundOutcome(app, callId)).toMatchObject({ state: 'accepted', workflowRunId })
  })

  it('continues when the key is reactivated, after the first request that succeeds', async () => {
    const app = await openCallingApp({ dialMilliseconds: 600 })
    const callId = await placeSilent(app)
    const id = app.service.organizations[0]?.keys.activeId
    const key = app.service.world.keys.find((one) => one.id === id)
    if (key !== undefined) key.archivedAt = Date.now()
    await expectJob(app, { callId, step: 'stopped', lists: 'refused', lastFailure: { kind: 'unauthorized' } })
    if (key !== undefined) key.archivedAt = null
    await valueOf(app.operations.listKeys({ profileId: app.profileId, includeArchived: true }))
    expect(await foundOutcome(app, callId)).toMatchObject({ state: 'accepted' })
  })

  it('continues only after the keychain has been unlocked', async () => {
    let isLocked = false
    let requested = 0
    const vault = createMemoryVault()
    const lockable: KeyVault = {
      ...vault,
      get: (entry) => {
        requested += 1
        return isLocked ? Promise.resolve(fail({ kind: 'keychain', reason: 'locked' })) : vault.get(entry)
      },
    }
    // The main process caches a key for a minute, which is one second here, so the key has expired when the request
    // ends.
    const app = await openCallingApp({ dialMilliseconds: 1_500, vault: lockable })
    const callId = await placeSilent(app)
    isLocked = true
    await expectJob(app, { callId, step: 'stopped', lastFailure: { kind: 'keychain', reason: 'locked' } })
    const before = requested
    await app.operations.keychainStatus({})
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(requested).toBe(before)
    isLocked = false
    await valueOf(app.operations.listAgents({ profileId: app.profileId }))
    const workflowRunId = app.service.world.runs[0]?.id
    expect(await foundOutcome(app, callId)).toMatchObject({ state: 'accepted', workflowRunId })
  })
})

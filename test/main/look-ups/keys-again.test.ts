import { describe, expect, it, vi } from 'vitest'
import { fail } from '../../../src/contract/failure.ts'
import type { KeyVault } from '../../../src/main/vault/key-vault.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { valueOf } from '../../support/test-desk.ts'
import { aCallingDesk, type CallingDesk } from '../calls/a-calling-desk.ts'

/** The service makes the run and never answers. */
const silence = '+14155550160'

/** Places a call whose answer never comes, and tells when its run is made. */
const placeSilent = async (desk: CallingDesk): Promise<string> => {
  const draft = desk.draft({ phoneNumber: silence })
  await valueOf(desk.ask.triggerCall(draft))
  await vi.waitFor(() => expect(desk.service.world.runs.length).toBe(1))
  return draft.callId
}

const lookUpIs = (desk: CallingDesk, state: object): Promise<void> =>
  vi.waitFor(async () => expect(await valueOf(desk.ask.listLookUps({}))).toMatchObject([state]), { timeout: 5_000 })

/** Its outcome, as soon as it is no longer unknown. */
const foundOutcome = (desk: CallingDesk, callId: string) =>
  vi.waitFor(
    async () => {
      const { outcome } = await desk.recordOf({ callId })
      if (outcome.state === 'unknown') throw new Error('still unknown')
      return outcome
    },
    { timeout: 5_000 },
  )

describe('a look-up that waits for a person', () => {
  it('goes on when the key is replaced', async () => {
    const desk = await aCallingDesk({ dialMilliseconds: 600 })
    const callId = await placeSilent(desk)
    const facts = desk.service.facts[0]?.keys
    const archive = (id: number | undefined, archivedAt: number | null): void => {
      for (const key of desk.service.world.keys) if (key.id === id) Object.assign(key, { archivedAt })
    }
    archive(facts?.activeId, Date.now())
    await lookUpIs(desk, { callId, step: 'stopped', lists: 'refused', lastFailure: { kind: 'unauthorized' } })
    archive(facts?.archivedId, null)
    const { entryId } = await valueOf(desk.ask.enterKey({ from: 'typed', text: facts?.archived ?? '' }))
    await valueOf(desk.ask.replaceKey({ profileId: desk.profileId, entryId, custody: 'keychain' }))
    const workflowRunId = desk.service.world.runs[0]?.id
    expect(await foundOutcome(desk, callId)).toMatchObject({ state: 'accepted', workflowRunId })
  })

  it('goes on when the keychain was unlocked, and not before', async () => {
    let isLocked = false
    let asked = 0
    const vault = createMemoryVault()
    const lockable: KeyVault = {
      ...vault,
      get: (entry) => {
        asked += 1
        return isLocked ? Promise.resolve(fail({ kind: 'keychain', reason: 'locked' })) : vault.get(entry)
      },
    }
    // Main holds a key for a minute, which is a second here: it has forgotten it when the request ends.
    const desk = await aCallingDesk({ dialMilliseconds: 1_500, vault: lockable })
    const callId = await placeSilent(desk)
    isLocked = true
    await lookUpIs(desk, { callId, step: 'stopped', lastFailure: { kind: 'keychain', reason: 'locked' } })
    const before = asked
    await desk.ask.keychainStatus({})
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked).toBe(before)
    isLocked = false
    await valueOf(desk.ask.listAgents({ profileId: desk.profileId }))
    const workflowRunId = desk.service.world.runs[0]?.id
    expect(await foundOutcome(desk, callId)).toMatchObject({ state: 'accepted', workflowRunId })
  })
})

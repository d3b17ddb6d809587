import { expect } from 'vitest'
import type { Outcome } from '../../../../src/contract/failure.ts'
import type { Rotation } from '../../../../src/contract/key.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'
import { createTestKeychain } from './create-test-keychain.ts'
import { openKeyApp, type KeyAppOptions, type KeyRequestHandling } from '../keys/open-key-app.ts'

/** Opens an app with a test keychain; `setHandling` sets the result of later key requests. */
export const openRotationApp = async (changes: KeyAppOptions = {}) => {
  const keychain = createTestKeychain()
  let handling = (_line: string): KeyRequestHandling | Promise<KeyRequestHandling> => 'go'
  const app = await openKeyApp({
    vault: createMemoryVault(keychain.store),
    handling: (line) => handling(line),
    ...changes,
  })
  const { origin, service, profileId } = app
  const accountOf = (id: string): string => `${id} ${origin}`

  return {
    ...app,
    keychain,
    accountOf,
    setHandling: (next: typeof handling) => void (handling = next),
    rotate: (id = profileId): Promise<Outcome<Rotation>> => app.operations.rotateKey({ profileId: id }),
    resume: (id = profileId): Promise<Rotation> => valueOf(app.operations.resumeRotation({ profileId: id })),
    undo: (id = profileId): Promise<Rotation> => valueOf(app.operations.undoRotation({ profileId: id })),
    works: async (id = profileId): Promise<boolean> => (await app.operations.checkProfile({ profileId: id })).ok,
    /** Creates another working key of the organization. */
    async otherKey(): Promise<{ id: number; text: string }> {
      const made = await valueOf(app.operations.createKey({ profileId, name: 'by hand' }))
      if (made.step !== 'made') throw new Error('No key was made.')
      await valueOf(app.operations.copyNewKey({ newKeyId: made.newKeyId }))
      return { id: made.apiKeyId, text: app.clipboard.text }
    },
    async replace(text: string, keyStorage: 'keychain' | 'session' = 'keychain', otherOrganization = false) {
      const { entryId } = await valueOf(app.operations.stageKey({ from: 'typed', text }))
      return app.operations.replaceKey({ profileId, entryId, keyStorage, otherOrganization })
    },
    /** Archives a key as another app or the service's own pages would. */
    archiveElsewhere(id: number | undefined): void {
      const key = service.world.keys.find((one) => one.id === id)
      if (key === undefined) throw new Error('There is no such key.')
      key.archivedAt = Date.now()
    },
    bringBackElsewhere(id: number | undefined): void {
      const key = service.world.keys.find((one) => one.id === id)
      if (key !== undefined) key.archivedAt = null
    },
    isArchived: (id: number | undefined): boolean =>
      service.world.keys.find((one) => one.id === id)?.archivedAt !== null,
    /** Opens a new app with the same data folder and keychain. */
    async reopen() {
      await app.app.close()
      return openTestApp({ file: app.file, vault: createMemoryVault(keychain.store) }).operations
    },
  }
}

export type RotationApp = Awaited<ReturnType<typeof openRotationApp>>

const stopping: Record<'creating' | 'archiving', (line: string) => boolean> = {
  creating: (line) => line.startsWith('POST '),
  archiving: (line) => line.startsWith('DELETE '),
}

/** Rotates until this step, whose request is dropped; later requests succeed. */
export const stopAt = async (app: RotationApp, step: keyof typeof stopping): Promise<Rotation> => {
  app.setHandling((line) => (stopping[step](line) ? 'drop' : 'go'))
  const rotation = await valueOf(app.rotate())
  expect(rotation.step).toBe(step)
  app.setHandling(() => 'go')
  return rotation
}

/** Rotates until cleanup, where the keychain refuses to delete the copies; later deletions succeed. */
export const stopAtCleanup = async (app: RotationApp): Promise<Rotation> => {
  app.keychain.refuse((act, account) => act === 'delete' && account.includes('/'))
  const rotation = await valueOf(app.rotate())
  expect(rotation.step).toBe('tidying')
  app.keychain.refuse(() => false)
  return rotation
}

/** Rotates until the old key is archived and every response is lost; later responses arrive. */
export const stopAtOldKeyTest = async (app: RotationApp): Promise<Rotation> => {
  let after = -1
  app.setHandling((line) => {
    if (line.startsWith('DELETE ')) after = 0
    else if (after >= 0) after += 1
    // The list that confirms the archiving is the last response.
    return after > 1 ? 'drop' : 'go'
  })
  const rotation = await valueOf(app.rotate())
  expect(rotation.step).toBe('provingOld')
  app.setHandling(() => 'go')
  return rotation
}

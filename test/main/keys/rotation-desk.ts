import { expect } from 'vitest'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { Rotation } from '../../../src/contract/key-rotation.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'
import { createHandKeychain } from './hand-keychain.ts'
import { keyDesk, type KeyDeskChanges, type KeyFate } from './key-desk.ts'

/** A desk with its keychain in the test's hands, whose requests about keys end as the test says from moment to moment. */
export const rotationDesk = async (changes: KeyDeskChanges = {}) => {
  const keychain = createHandKeychain()
  let fate = (_line: string): KeyFate | Promise<KeyFate> => 'go'
  const desk = await keyDesk({ vault: createMemoryVault(keychain.store), fate: (line) => fate(line), ...changes })
  const { origin, service, profileId } = desk
  const accountOf = (id: string): string => `${id} ${origin}`

  return {
    ...desk,
    keychain,
    accountOf,
    setFate: (next: typeof fate) => void (fate = next),
    rotate: (id = profileId): Promise<Outcome<Rotation>> => desk.ask.rotateKey({ profileId: id }),
    resume: (id = profileId): Promise<Rotation> => valueOf(desk.ask.resumeRotation({ profileId: id })),
    undo: (id = profileId): Promise<Rotation> => valueOf(desk.ask.undoRotation({ profileId: id })),
    works: async (id = profileId): Promise<boolean> => (await desk.ask.checkProfile({ profileId: id })).ok,
    /** Another working key of the organization. */
    async otherKey(): Promise<{ id: number; text: string }> {
      const made = await valueOf(desk.ask.createKey({ profileId, name: 'by hand' }))
      if (made.step !== 'made') throw new Error('No key was made.')
      await valueOf(desk.ask.copyMadeKey({ madeId: made.madeId }))
      return { id: made.apiKeyId, text: desk.clipboard.text }
    },
    async replace(text: string, custody: 'keychain' | 'session' = 'keychain') {
      const { entryId } = await valueOf(desk.ask.enterKey({ from: 'typed', text }))
      return desk.ask.replaceKey({ profileId, entryId, custody })
    },
    /** What another desk, or the service's own pages, did to a key meanwhile. */
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
    /** The same data folder and the same keychain in a new desk, which remembers nothing. */
    async reopen() {
      await desk.desk.close()
      return openTestDesk({ file: desk.file, vault: createMemoryVault(keychain.store) }).ask
    },
  }
}

export type RotationDesk = Awaited<ReturnType<typeof rotationDesk>>

const stopping: Record<'creating' | 'archiving', (line: string) => boolean> = {
  creating: (line) => line.startsWith('POST '),
  archiving: (line) => line.startsWith('DELETE '),
}

/** Rotates until the step, whose request is lost on its way; nothing is lost afterwards. */
export const stopAt = async (desk: RotationDesk, step: keyof typeof stopping): Promise<Rotation> => {
  desk.setFate((line) => (stopping[step](line) ? 'drop' : 'go'))
  const rotation = await valueOf(desk.rotate())
  expect(rotation.step).toBe(step)
  desk.setFate(() => 'go')
  return rotation
}

/** Rotates until only the copies are left, which the keychain does not give up; it does afterwards. */
export const stopAtTidying = async (desk: RotationDesk): Promise<Rotation> => {
  desk.keychain.refuse((act, account) => act === 'delete' && account.includes('/'))
  const rotation = await valueOf(desk.rotate())
  expect(rotation.step).toBe('tidying')
  desk.keychain.refuse(() => false)
  return rotation
}

/** Rotates until the old key is archived, and nothing is heard of its end; everything is heard afterwards. */
export const stopAtProvingOld = async (desk: RotationDesk): Promise<Rotation> => {
  let after = -1
  desk.setFate((line) => {
    if (line.startsWith('DELETE ')) after = 0
    else if (after >= 0) after += 1
    // The list that confirms the archiving is the last thing that is heard.
    return after > 1 ? 'drop' : 'go'
  })
  const rotation = await valueOf(desk.rotate())
  expect(rotation.step).toBe('provingOld')
  desk.setFate(() => 'go')
  return rotation
}

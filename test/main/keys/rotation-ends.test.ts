import { describe, expect, it } from 'vitest'
import { keptRotationSchema, type KeptRotation } from '../../../src/contract/key-rotation.ts'
import { valueOf } from '../../support/test-desk.ts'
import { rotationDesk, type RotationDesk, stopAt, stopAtProvingOld, stopAtTidying } from './rotation-desk.ts'

/** Writes over the record of a rotation, as a history that was recovered from a backup does. */
const rewrite = async ({ storage, profileId }: RotationDesk, change: Partial<KeptRotation>): Promise<void> => {
  const name = `key-rotation:${profileId}`
  const kept = keptRotationSchema.parse(JSON.parse((await valueOf(storage.ask('readSetting', { name }))) ?? ''))
  await valueOf(storage.ask('writeSetting', { name, value: JSON.stringify({ ...kept, ...change }) }))
}

/** A rotation that waits at a step for a person, with the reason. */
const stoppedBy = (step: KeptRotation['step'], code: string) => ({
  step,
  isRunning: false,
  failure: { kind: 'invalid', issues: [{ code }] },
})

describe('a rotation whose old key another desk has archived', () => {
  it('before there was a new one is ended in plain words, and leaves nothing behind', async () => {
    const desk = await rotationDesk()
    const { text } = await desk.otherKey()
    const { oldKey } = await stopAt(desk, 'creating')
    desk.archiveElsewhere(oldKey.id)
    expect(await desk.undo()).toMatchObject(stoppedBy('restoring', 'bothKeysRefused'))
    expect(desk.keychain.copies().length).toBe(1)
    expect(await desk.resume()).toMatchObject({ step: 'undone', ending: 'noKey', failure: null })
    expect(desk.keychain.copies()).toEqual([])
    expect((await desk.replace(text)).ok).toBe(true)
    expect((await valueOf(desk.rotate())).step).toBe('done')
  })

  it('goes back to the key that a person has put in since', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { oldKey } = await stopAt(desk, 'creating')
    desk.archiveElsewhere(oldKey.id)
    await valueOf(desk.replace(other.text))
    expect(await desk.undo()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([await desk.works(), desk.isArchived(other.id)]).toEqual([true, false])
    expect(desk.keychain.copies()).toEqual([])
  })

  it('is brought back for a person, and kept with the new one where the profile has a key of another organization', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { oldKey, newKey } = await stopAt(desk, 'archiving')
    await valueOf(desk.replace(desk.service.facts[1]?.keys.active ?? ''))
    desk.archiveElsewhere(oldKey.id)
    for (const end of [await desk.undo(), await desk.resume()]) {
      expect(end).toMatchObject(stoppedBy('archivingNew', 'oldKeyLast'))
      expect([desk.isArchived(oldKey.id), desk.isArchived(newKey?.id)]).toEqual([false, false])
      expect(desk.keychain.copies().length).toBe(2)
    }
    await valueOf(desk.replace(other.text))
    expect(await desk.resume()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([await desk.works(), desk.isArchived(newKey?.id)]).toEqual([true, true])
  })
})

describe('a way back to a key that no profile has', () => {
  it('gives it to the profile whose own key is refused by now, before the new one is archived', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { newKey } = await stopAt(desk, 'archiving')
    await valueOf(desk.replace(other.text))
    desk.archiveElsewhere(other.id)
    expect(await desk.undo()).toMatchObject({ step: 'undone', ending: null })
    expect([await desk.works(), desk.isArchived(newKey?.id)]).toEqual([true, true])
  })

  it('is kept beside one that was put in and works, until a person asks once more', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { oldKey, newKey } = await stopAt(desk, 'archiving')
    await valueOf(desk.replace(other.text))
    expect(await desk.undo()).toMatchObject(stoppedBy('archivingNew', 'oldKeyUnused'))
    expect(desk.isArchived(newKey?.id)).toBe(false)
    expect(desk.keychain.copies().length).toBe(2)
    expect(await desk.resume()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([await desk.works(), desk.isArchived(oldKey.id), desk.isArchived(newKey?.id)]).toEqual([true, false, true])
  })

  it('drops no copy when the profile’s key was replaced as only the copies were left', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    await stopAt(desk, 'archiving')
    desk.keychain.refuse((act, account) => act === 'delete' && account.includes('/'))
    expect((await desk.undo()).step).toBe('tidyingBack')
    desk.keychain.refuse(() => false)
    await valueOf(desk.replace(other.text))
    desk.archiveElsewhere(other.id)
    expect(await desk.resume()).toMatchObject({ step: 'undone', ending: null })
    expect(await desk.works()).toBe(true)
    expect(desk.keychain.copies()).toEqual([])
  })
})

describe('a service that does not bring the old key back', () => {
  it('is told in its own words, and the way on is open', async () => {
    const desk = await rotationDesk()
    await stopAtProvingOld(desk)
    desk.setFate((line) => (line.startsWith('PUT ') ? 'refuse' : 'go'))
    const refused = { kind: 'invalid', issues: [{ path: [], code: 'oldKeyStays', words: 'Not today' }] }
    const stopped = await desk.undo()
    expect(stopped).toMatchObject({ step: 'switching', isRunning: false, failure: refused })
    expect(await desk.works()).toBe(true)
    expect((await desk.resume()).step).toBe('done')
    expect(await desk.works()).toBe(true)
  })

  it('may be asked once more', async () => {
    const desk = await rotationDesk()
    const { oldKey } = await stopAtProvingOld(desk)
    desk.setFate((line) => (line.startsWith('PUT ') ? 'refuse' : 'go'))
    await desk.undo()
    desk.setFate(() => 'go')
    expect(await desk.undo()).toMatchObject({ step: 'undone', ending: null })
    expect([await desk.works(), desk.isArchived(oldKey.id)]).toEqual([true, false])
  })
})

describe('an old key that was archived as compromised while its rotation stood still', () => {
  it('comes back with a reason alone, and the way on is open', async () => {
    const desk = await rotationDesk()
    const { profileId } = desk
    const { oldKey, newKey } = await stopAt(desk, 'archiving')
    const change = { profileId, apiKeyId: oldKey.id, confirmation: oldKey.name, compromised: 'It was in a mail' }
    await valueOf(desk.ask.archiveKey(change))
    expect(await desk.undo()).toMatchObject(stoppedBy('switching', 'oldKeyCompromised'))
    expect([desk.isArchived(oldKey.id), desk.isArchived(newKey?.id), await desk.works()]).toEqual([true, false, true])
    await valueOf(desk.ask.reactivateKey({ profileId, apiKeyId: oldKey.id, reason: 'It was the wrong mail' }))
    expect(await desk.undo()).toMatchObject({ step: 'undone', ending: null })
    expect(await desk.works()).toBe(true)
  })

  it('is ended with the rotation by going on', async () => {
    const desk = await rotationDesk()
    const { oldKey } = await stopAt(desk, 'archiving')
    const change = { profileId: desk.profileId, apiKeyId: oldKey.id, confirmation: oldKey.name, compromised: 'Leaked' }
    await valueOf(desk.ask.archiveKey(change))
    await desk.undo()
    expect((await desk.resume()).step).toBe('done')
    expect([desk.isArchived(oldKey.id), await desk.works()]).toEqual([true, true])
  })
})

describe('tidying', () => {
  it('without a new key drops the copies and ends', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    await stopAtTidying(desk)
    await valueOf(desk.replace(other.text))
    desk.keychain.texts.delete(desk.accountOf(`${desk.profileId}/new`))
    const ask = await desk.reopen()
    const rotation = await valueOf(ask.resumeRotation({ profileId: desk.profileId }))
    expect(rotation).toMatchObject({ step: 'done', ending: 'newKeyGone' })
    expect(desk.keychain.copies()).toEqual([])
  })

  it('gives the new key once more to a profile that has lost it, before a copy is dropped', async () => {
    const desk = await rotationDesk()
    await stopAtTidying(desk)
    desk.keychain.texts.delete(desk.accountOf(desk.profileId))
    const ask = await desk.reopen()
    expect(await valueOf(ask.resumeRotation({ profileId: desk.profileId }))).toMatchObject({ step: 'done' })
    expect((await ask.checkProfile({ profileId: desk.profileId })).ok).toBe(true)
    expect(desk.keychain.copies()).toEqual([])
  })

  it('of a new key that nobody has stops, and keeps the key that was put in when a person takes it back', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { oldKey, newKey } = await stopAtTidying(desk)
    await valueOf(desk.replace(other.text))
    expect(await desk.resume()).toMatchObject(stoppedBy('switching', 'newKeyUnused'))
    expect([desk.isArchived(oldKey.id), desk.isArchived(newKey?.id)]).toEqual([true, false])
    expect(desk.keychain.copies().length).toBe(2)
    expect(await desk.undo()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([desk.isArchived(newKey?.id), await desk.works()]).toEqual([true, true])
  })

  it('gives the new key to a profile whose own is refused by now, and revives no dead one', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { oldKey, newKey } = await stopAtTidying(desk)
    await valueOf(desk.replace(other.text))
    desk.archiveElsewhere(other.id)
    expect(await desk.resume()).toMatchObject({ step: 'done', ending: null })
    expect([desk.isArchived(oldKey.id), desk.isArchived(newKey?.id), await desk.works()]).toEqual([true, false, true])
  })

  it('after another desk has archived the new key stops, and ends without a key only when a person asks', async () => {
    const desk = await rotationDesk()
    const { newKey } = await stopAtTidying(desk)
    desk.archiveElsewhere(newKey?.id)
    expect(await desk.resume()).toMatchObject({ step: 'switching', failure: { kind: 'unauthorized' } })
    expect(await desk.undo()).toMatchObject(stoppedBy('restoring', 'bothKeysRefused'))
    expect(desk.keychain.copies().length).toBe(2)
    expect(await desk.resume()).toMatchObject({ step: 'undone', ending: 'noKey' })
    expect(desk.keychain.copies()).toEqual([])
  })

  it('goes on with a new key that was refused for a moment only', async () => {
    const desk = await rotationDesk()
    const { oldKey, newKey } = await stopAtTidying(desk)
    desk.archiveElsewhere(newKey?.id)
    await desk.resume()
    desk.bringBackElsewhere(newKey?.id)
    expect((await desk.resume()).step).toBe('done')
    expect([desk.isArchived(oldKey.id), await desk.works()]).toEqual([true, true])
  })
})

describe.each([
  ['proving the end of the old key', stopAtProvingOld],
  ['tidying', stopAtTidying],
] as const)('a key of another organization that was put in while a rotation stood at %s', (_name, stop) => {
  it('revives no dead key, however often a person goes on', async () => {
    const desk = await rotationDesk()
    const { oldKey, newKey } = await stop(desk)
    await valueOf(desk.replace(desk.service.facts[1]?.keys.active ?? ''))
    for (const end of [await desk.resume(), await desk.resume()]) {
      expect(end).toMatchObject(stoppedBy('switching', 'newKeyUnused'))
      expect([desk.isArchived(oldKey.id), desk.isArchived(newKey?.id)]).toEqual([true, false])
      expect(desk.keychain.copies().length).toBe(2)
    }
  })
})

describe('a service that takes neither key for a moment', () => {
  it('costs no key: both are kept until a person asks once more', async () => {
    const desk = await rotationDesk()
    const { oldKey, newKey } = await stopAt(desk, 'archiving')
    for (const key of [oldKey, newKey]) desk.archiveElsewhere(key?.id)
    expect(await desk.undo()).toMatchObject({ step: 'restoring' })
    for (const key of [oldKey, newKey]) desk.bringBackElsewhere(key?.id)
    expect(await desk.resume()).toMatchObject({ step: 'undone', ending: null })
    expect([await desk.works(), desk.isArchived(newKey?.id)]).toEqual([true, true])
  })
})

describe('a service that takes the only key of a rotation not for a moment', () => {
  it('costs no key: its copy is kept until a person asks once more', async () => {
    const desk = await rotationDesk()
    const { oldKey } = await stopAt(desk, 'creating')
    desk.archiveElsewhere(oldKey.id)
    await desk.undo()
    desk.keychain.texts.delete(desk.accountOf(desk.profileId))
    desk.bringBackElsewhere(oldKey.id)
    expect(await desk.resume()).toMatchObject({ step: 'undone', ending: null })
  })
})

describe('a new key that no keychain has taken yet', () => {
  it('brings the old one back that another desk has archived', async () => {
    const desk = await rotationDesk()
    desk.keychain.refuse((act, account) => act === 'set' && account.includes('/new'))
    const { step, oldKey, newKey } = await valueOf(desk.rotate())
    expect(step).toBe('storing')
    desk.archiveElsewhere(oldKey.id)
    desk.keychain.refuse(() => false)
    expect(await desk.undo()).toMatchObject({ step: 'undone', ending: null })
    expect([await desk.works(), desk.isArchived(newKey?.id)]).toEqual([true, true])
  })
})

describe('the old key', () => {
  it('is not archived for a new one that no profile has', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { oldKey, newKey } = await stopAt(desk, 'archiving')
    await valueOf(desk.replace(other.text))
    expect(await desk.resume()).toMatchObject(stoppedBy('switching', 'newKeyUnused'))
    expect([desk.isArchived(oldKey.id), desk.isArchived(newKey?.id)]).toEqual([false, false])
    expect(await desk.works()).toBe(true)
  })

  it('that was removed from the list by another desk needs no archiving', async () => {
    const desk = await rotationDesk()
    const { oldKey } = await stopAt(desk, 'archiving')
    const { keys } = desk.service.world
    keys.splice(
      keys.findIndex(({ id }) => id === oldKey.id),
      1,
    )
    expect((await desk.resume()).step).toBe('done')
    expect(await desk.works()).toBe(true)
  })
})

describe('the way back', () => {
  it('archives no key that a profile uses', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    const { newKey } = await stopAt(desk, 'archiving')
    const late = await desk.connect('Acme, late', other.text)
    const text = desk.keychain.texts.get(desk.accountOf(`${desk.profileId}/new`)) ?? ''
    desk.keychain.texts.set(desk.accountOf(late), text)
    expect((await desk.undo()).step).toBe('undone')
    expect([await desk.works(), await desk.works(late)]).toEqual([true, true])
    expect(desk.isArchived(newKey?.id)).toBe(true)
  })
})

describe('a record that was recovered from an older time', () => {
  const older = { step: 'creating', newKey: null } as const

  it('ends no key that the profiles have by now', async () => {
    const desk = await rotationDesk()
    const { newKey } = await stopAt(desk, 'archiving')
    await rewrite(desk, older)
    await desk.resume()
    expect([await desk.works(), desk.isArchived(newKey?.id)]).toEqual([true, false])
  })

  it('of a rotation that is over is taken back without harm', async () => {
    const desk = await rotationDesk()
    const { newKey } = await valueOf(desk.rotate())
    await rewrite(desk, older)
    expect(await desk.undo()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([await desk.works(), desk.isArchived(newKey?.id)]).toEqual([true, false])
  })

  it('takes the copy that another rotation left for none of its own', async () => {
    const desk = await rotationDesk()
    const other = await desk.otherKey()
    desk.keychain.texts.set(desk.accountOf(`${desk.profileId}/new`), other.text)
    await stopAt(desk, 'creating')
    expect((await desk.undo()).step).toBe('undone')
    expect([await desk.works(), desk.isArchived(other.id)]).toEqual([true, false])
  })
})

import { describe, expect, it } from 'vitest'
import { storedRotationSchema, type StoredRotation } from '../../../../src/contract/key.ts'
import { valueOf } from '../../../support/test-app.ts'
import { openRotationApp, type RotationApp, stopAt, stopAtOldKeyTest, stopAtCleanup } from './open-rotation-app.ts'

/** Changes the record of a rotation, as restoring a backup does. */
const rewrite = async ({ storage, profileId }: RotationApp, change: Partial<StoredRotation>): Promise<void> => {
  const name = `key-rotation:${profileId}`
  const kept = storedRotationSchema.parse(JSON.parse((await valueOf(storage.run('readSetting', { name }))) ?? ''))
  await valueOf(storage.run('writeSetting', { name, value: JSON.stringify({ ...kept, ...change }) }))
}

/** Matches a rotation that waits for the user at a step, with the reason. */
const stoppedBy = (step: StoredRotation['step'], code: string) => ({
  step,
  isRunning: false,
  failure: { kind: 'invalid', issues: [{ code }] },
})

const newestEntry = async ({ operations }: RotationApp) =>
  (await valueOf(operations.listAudit({ before: null, limit: 1 }))).entries[0]

describe('a rotation whose old key was archived by another app', () => {
  it('ends without a key before a new one was created, and keeps no copies', async () => {
    const app = await openRotationApp()
    const { text } = await app.otherKey()
    const { oldKey } = await stopAt(app, 'creating')
    app.archiveElsewhere(oldKey.id)
    expect(await app.undo()).toMatchObject(stoppedBy('restoring', 'bothKeysRefused'))
    expect(app.keychain.copies().length).toBe(1)
    expect(await app.resume()).toMatchObject({ step: 'undone', ending: 'noKey', failure: null })
    // The audit log says that the undo was continued, and that it restored no key.
    expect(await newestEntry(app)).toMatchObject({
      action: 'resumeRotation',
      about: `undo: ${oldKey.name} (${oldKey.prefix}…): rotation ended, none of its keys worked`,
    })
    expect(app.keychain.copies()).toEqual([])
    expect((await app.replace(text)).ok).toBe(true)
    expect((await valueOf(app.rotate())).step).toBe('done')
  })

  it('returns to the key that the user has entered since', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { oldKey } = await stopAt(app, 'creating')
    app.archiveElsewhere(oldKey.id)
    await valueOf(app.replace(other.text))
    expect(await app.undo()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([await app.works(), app.isArchived(other.id)]).toEqual([true, false])
    expect(app.keychain.copies()).toEqual([])
  })

  it('reactivates the old key, and keeps both keys if the profile has a key of another organization', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { oldKey, newKey } = await stopAt(app, 'archiving')
    await valueOf(app.replace(app.service.organizations[1]?.keys.active ?? '', 'keychain', true))
    app.archiveElsewhere(oldKey.id)
    for (const end of [await app.undo(), await app.resume()]) {
      expect(end).toMatchObject(stoppedBy('archivingNew', 'oldKeyLast'))
      expect([app.isArchived(oldKey.id), app.isArchived(newKey?.id)]).toEqual([false, false])
      expect(app.keychain.copies().length).toBe(2)
    }
    await valueOf(app.replace(other.text, 'keychain', true))
    expect(await app.resume()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([await app.works(), app.isArchived(newKey?.id)]).toEqual([true, true])
  })
})

describe('undoing to a key that no profile uses', () => {
  it('gives it to the profile whose key is now refused, before the new key is archived', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { newKey } = await stopAt(app, 'archiving')
    await valueOf(app.replace(other.text))
    app.archiveElsewhere(other.id)
    expect(await app.undo()).toMatchObject({ step: 'undone', ending: null })
    expect([await app.works(), app.isArchived(newKey?.id)]).toEqual([true, true])
  })

  it('keeps it next to a working replacement until the user tries again', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { oldKey, newKey } = await stopAt(app, 'archiving')
    await valueOf(app.replace(other.text))
    const old = `${oldKey.name} (${oldKey.prefix}…)`
    expect(await app.undo()).toMatchObject(stoppedBy('archivingNew', 'oldKeyUnused'))
    expect(await newestEntry(app)).toMatchObject({ action: 'undoRotation', about: old })
    expect(app.isArchived(newKey?.id)).toBe(false)
    expect(app.keychain.copies().length).toBe(2)
    expect(await app.resume()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect(await newestEntry(app)).toMatchObject({
      action: 'resumeRotation',
      about: `undo: ${old}: rotation ended, the profile kept the key entered in the meantime`,
    })
    expect([await app.works(), app.isArchived(oldKey.id), app.isArchived(newKey?.id)]).toEqual([true, false, true])
  })

  it('keeps the copies if the profile’s key was replaced during cleanup', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    await stopAt(app, 'archiving')
    app.keychain.refuse((act, account) => act === 'delete' && account.includes('/'))
    expect((await app.undo()).step).toBe('tidyingBack')
    app.keychain.refuse(() => false)
    await valueOf(app.replace(other.text))
    app.archiveElsewhere(other.id)
    expect(await app.resume()).toMatchObject({ step: 'undone', ending: null })
    expect(await app.works()).toBe(true)
    expect(app.keychain.copies()).toEqual([])
  })
})

describe('a service that does not reactivate the old key', () => {
  it('is reported with its text, and the rotation can be resumed', async () => {
    const app = await openRotationApp()
    await stopAtOldKeyTest(app)
    app.setHandling((line) => (line.startsWith('PUT ') ? 'refuse' : 'go'))
    const refused = { kind: 'invalid', issues: [{ path: [], code: 'oldKeyStays', words: 'Not today' }] }
    const stopped = await app.undo()
    expect(stopped).toMatchObject({ step: 'archiving', isRunning: false, failure: refused })
    expect(await app.works()).toBe(true)
    expect((await app.resume()).step).toBe('done')
    expect(await app.works()).toBe(true)
  })

  it('is reported as a stop while profiles are updated if one of them still has the old key', async () => {
    const app = await openRotationApp()
    app.keychain.refuse((act, account) => act === 'set' && !/\/(old|new)/.test(account))
    const { step, oldKey } = await valueOf(app.rotate())
    expect(step).toBe('switching')
    app.keychain.refuse(() => false)
    app.archiveElsewhere(oldKey.id)
    app.setHandling((line) => (line.startsWith('PUT ') ? 'refuse' : 'go'))
    expect(await app.undo()).toMatchObject({ step: 'switching', failure: { issues: [{ code: 'oldKeyStays' }] } })
  })

  it('can be retried', async () => {
    const app = await openRotationApp()
    const { oldKey } = await stopAtOldKeyTest(app)
    app.setHandling((line) => (line.startsWith('PUT ') ? 'refuse' : 'go'))
    await app.undo()
    app.setHandling(() => 'go')
    expect(await app.undo()).toMatchObject({ step: 'undone', ending: null })
    expect([await app.works(), app.isArchived(oldKey.id)]).toEqual([true, false])
  })
})

describe('an old key that was archived as compromised while its rotation was paused', () => {
  it('is reactivated only with a reason, and the rotation can be resumed', async () => {
    const app = await openRotationApp()
    const { profileId } = app
    const { oldKey, newKey } = await stopAt(app, 'archiving')
    const change = { profileId, apiKeyId: oldKey.id, confirmation: oldKey.name, compromised: 'It was in a mail' }
    await valueOf(app.operations.archiveKey(change))
    expect(await app.undo()).toMatchObject(stoppedBy('archiving', 'oldKeyCompromised'))
    expect([app.isArchived(oldKey.id), app.isArchived(newKey?.id), await app.works()]).toEqual([true, false, true])
    await valueOf(app.operations.reactivateKey({ profileId, apiKeyId: oldKey.id, reason: 'It was the wrong mail' }))
    expect(await app.undo()).toMatchObject({ step: 'undone', ending: null })
    expect(await app.works()).toBe(true)
  })

  it('stays archived when the rotation is resumed', async () => {
    const app = await openRotationApp()
    const { oldKey } = await stopAt(app, 'archiving')
    const change = { profileId: app.profileId, apiKeyId: oldKey.id, confirmation: oldKey.name, compromised: 'Leaked' }
    await valueOf(app.operations.archiveKey(change))
    await app.undo()
    expect((await app.resume()).step).toBe('done')
    expect([app.isArchived(oldKey.id), await app.works()]).toEqual([true, true])
  })
})

describe('cleanup', () => {
  it('without a new key removes the copies and ends', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    await stopAtCleanup(app)
    await valueOf(app.replace(other.text))
    app.keychain.texts.delete(app.accountOf(`${app.profileId}/new`))
    const operations = await app.reopen()
    const rotation = await valueOf(operations.resumeRotation({ profileId: app.profileId }))
    expect(rotation).toMatchObject({ step: 'done', ending: 'newKeyLost' })
    const [ended] = (await valueOf(operations.listAudit({ before: null, limit: 1 }))).entries
    expect(ended?.about).toMatch(/: archived, no profile got the new key$/)
    expect(app.keychain.copies()).toEqual([])
  })

  it('restores the new key to a profile that lost it, before a copy is removed', async () => {
    const app = await openRotationApp()
    await stopAtCleanup(app)
    app.keychain.texts.delete(app.accountOf(app.profileId))
    const operations = await app.reopen()
    expect(await valueOf(operations.resumeRotation({ profileId: app.profileId }))).toMatchObject({ step: 'done' })
    expect((await operations.checkProfile({ profileId: app.profileId })).ok).toBe(true)
    expect(app.keychain.copies()).toEqual([])
  })

  it('stops if no profile has the new key, and keeps the replacement when the user undoes it', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { oldKey, newKey } = await stopAtCleanup(app)
    await valueOf(app.replace(other.text))
    expect(await app.resume()).toMatchObject(stoppedBy('switching', 'newKeyUnused'))
    expect([app.isArchived(oldKey.id), app.isArchived(newKey?.id)]).toEqual([true, false])
    expect(app.keychain.copies().length).toBe(2)
    expect(await app.undo()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([app.isArchived(newKey?.id), await app.works()]).toEqual([true, true])
  })

  it('gives the new key to a profile whose key is now refused, and does not reactivate an archived key', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { oldKey, newKey } = await stopAtCleanup(app)
    await valueOf(app.replace(other.text))
    app.archiveElsewhere(other.id)
    expect(await app.resume()).toMatchObject({ step: 'done', ending: null })
    expect([app.isArchived(oldKey.id), app.isArchived(newKey?.id), await app.works()]).toEqual([true, false, true])
  })

  it('stops if another app archived the new key, and ends without a key only on request', async () => {
    const app = await openRotationApp()
    const { newKey } = await stopAtCleanup(app)
    app.archiveElsewhere(newKey?.id)
    expect(await app.resume()).toMatchObject({ step: 'switching', failure: { kind: 'unauthorized' } })
    expect(await app.undo()).toMatchObject(stoppedBy('restoring', 'bothKeysRefused'))
    expect(app.keychain.copies().length).toBe(2)
    expect(await app.resume()).toMatchObject({ step: 'undone', ending: 'noKey' })
    expect(app.keychain.copies()).toEqual([])
  })

  it('continues with a new key that was refused temporarily', async () => {
    const app = await openRotationApp()
    const { oldKey, newKey } = await stopAtCleanup(app)
    app.archiveElsewhere(newKey?.id)
    await app.resume()
    app.bringBackElsewhere(newKey?.id)
    expect((await app.resume()).step).toBe('done')
    expect([app.isArchived(oldKey.id), await app.works()]).toEqual([true, true])
  })
})

describe.each([
  ['proving the end of the old key', stopAtOldKeyTest],
  ['cleanup', stopAtCleanup],
] as const)('a key of another organization that was entered while a rotation was at %s', (_name, stop) => {
  it('reactivates no archived key, however often the user resumes', async () => {
    const app = await openRotationApp()
    const { oldKey, newKey } = await stop(app)
    await valueOf(app.replace(app.service.organizations[1]?.keys.active ?? '', 'keychain', true))
    for (const end of [await app.resume(), await app.resume()]) {
      expect(end).toMatchObject(stoppedBy('switching', 'newKeyUnused'))
      expect([app.isArchived(oldKey.id), app.isArchived(newKey?.id)]).toEqual([true, false])
      expect(app.keychain.copies().length).toBe(2)
    }
  })
})

describe('a service that temporarily refuses both keys', () => {
  it('keeps both keys until the user tries again', async () => {
    const app = await openRotationApp()
    const { oldKey, newKey } = await stopAt(app, 'archiving')
    for (const key of [oldKey, newKey]) app.archiveElsewhere(key?.id)
    expect(await app.undo()).toMatchObject({ step: 'restoring' })
    for (const key of [oldKey, newKey]) app.bringBackElsewhere(key?.id)
    expect(await app.resume()).toMatchObject({ step: 'undone', ending: null })
    expect([await app.works(), app.isArchived(newKey?.id)]).toEqual([true, true])
  })
})

describe('a service that temporarily refuses the only key of a rotation', () => {
  it('keeps its copy until the user tries again', async () => {
    const app = await openRotationApp()
    const { oldKey } = await stopAt(app, 'creating')
    app.archiveElsewhere(oldKey.id)
    await app.undo()
    app.keychain.texts.delete(app.accountOf(app.profileId))
    app.bringBackElsewhere(oldKey.id)
    expect(await app.resume()).toMatchObject({ step: 'undone', ending: null })
  })
})

describe('a new key that is not in a keychain yet', () => {
  it('leads to the reactivation of an old key that another app archived', async () => {
    const app = await openRotationApp()
    app.keychain.refuse((act, account) => act === 'set' && account.includes('/new'))
    const { step, oldKey, newKey } = await valueOf(app.rotate())
    expect(step).toBe('storing')
    app.archiveElsewhere(oldKey.id)
    app.keychain.refuse(() => false)
    expect(await app.undo()).toMatchObject({ step: 'undone', ending: null })
    expect([await app.works(), app.isArchived(newKey?.id)]).toEqual([true, true])
  })
})

describe('the old key', () => {
  it('is not archived while no profile uses the new one', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { oldKey, newKey } = await stopAt(app, 'archiving')
    await valueOf(app.replace(other.text))
    expect(await app.resume()).toMatchObject(stoppedBy('switching', 'newKeyUnused'))
    expect([app.isArchived(oldKey.id), app.isArchived(newKey?.id)]).toEqual([false, false])
    expect(await app.works()).toBe(true)
  })

  it('is not archived if another app removed it from the list', async () => {
    const app = await openRotationApp()
    const { oldKey } = await stopAt(app, 'archiving')
    const { keys } = app.service.world
    keys.splice(
      keys.findIndex(({ id }) => id === oldKey.id),
      1,
    )
    expect((await app.resume()).step).toBe('done')
    expect(await app.works()).toBe(true)
  })
})

describe('undoing', () => {
  it('does not archive a key that a profile uses', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    const { newKey } = await stopAt(app, 'archiving')
    const late = await app.connect('Acme, late', other.text)
    const text = app.keychain.texts.get(app.accountOf(`${app.profileId}/new`)) ?? ''
    app.keychain.texts.set(app.accountOf(late), text)
    expect((await app.undo()).step).toBe('undone')
    expect([await app.works(), await app.works(late)]).toEqual([true, true])
    expect(app.isArchived(newKey?.id)).toBe(true)
  })
})

describe('a record that was recovered from a backup', () => {
  const older = { step: 'creating', newKey: null } as const

  it('archives no key that the profiles use now', async () => {
    const app = await openRotationApp()
    const { newKey } = await stopAt(app, 'archiving')
    await rewrite(app, older)
    await app.resume()
    expect([await app.works(), app.isArchived(newKey?.id)]).toEqual([true, false])
  })

  it('of a finished rotation is undone safely', async () => {
    const app = await openRotationApp()
    const { newKey } = await valueOf(app.rotate())
    await rewrite(app, older)
    expect(await app.undo()).toMatchObject({ step: 'undone', ending: 'otherKey' })
    expect([await app.works(), app.isArchived(newKey?.id)]).toEqual([true, false])
  })

  it('does not use a copy of another rotation', async () => {
    const app = await openRotationApp()
    const other = await app.otherKey()
    app.keychain.texts.set(app.accountOf(`${app.profileId}/new`), other.text)
    await stopAt(app, 'creating')
    expect((await app.undo()).step).toBe('undone')
    expect([await app.works(), app.isArchived(other.id)]).toEqual([true, false])
  })
})

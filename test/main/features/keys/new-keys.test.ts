import { describe, expect, it, onTestFinished } from 'vitest'
import { fail } from '../../../../src/contract/failure.ts'
import { canonicalOrigin } from '../../../../src/main/lib/service-origin.ts'
import { uniqueKeyName } from '../../../../src/main/features/keys/new-keys.ts'
import { createProcessScrub } from '../../../../src/main/vault/masks.ts'
import { startPracticeListener } from '../../../../src/main/practice/host.ts'
import { connectService } from '../../../support/connect-service.ts'
import { valueOf } from '../../../support/test-app.ts'
import { type KeyApp, type KeyRequestHandling, openKeyApp } from './open-key-app.ts'

const made = async (app: KeyApp, name = 'nightly') => {
  const creation = await valueOf(app.operations.createKey({ profileId: app.profileId, name }))
  if (creation.step !== 'made') throw new Error(JSON.stringify(creation))
  return creation
}

it.each(['63416555-8f30-4dd0-a5b5-0d5d5c1e0f11', '1234567f-8f30-4dd0-a5b5-0d5d5c1e0f11'])(
  'the name of a rotated key is unique and logged completely (%s)',
  (uuid) => {
    const namer = { computer: 'vm', operator: 'root', clock: () => Date.parse('2026-11-28T12:00:00Z') }
    const name = uniqueKeyName(namer, uuid)
    expect(createProcessScrub()(JSON.stringify({ name }))).toBe(JSON.stringify({ name }))
    expect(name).not.toBe(uniqueKeyName(namer, `5${uuid.slice(1)}`))
  },
)

describe('a new key', () => {
  it('gets a unique suggested name from the computer, the user and the date', async () => {
    const app = await openKeyApp()
    const { name } = await valueOf(app.operations.suggestKeyName({ profileId: app.profileId }))
    expect(name).toMatch(/^desk-07 ana \d{4}-\d{2}-\d{2}$/)
    await made(app, name)
    expect((await valueOf(app.operations.suggestKeyName({ profileId: app.profileId }))).name).toBe(`${name} (2)`)
    expect(await app.operations.createKey({ profileId: app.profileId, name })).toMatchObject({
      failure: { issues: [{ code: 'keyNameTaken' }] },
    })
  })

  it('stays in the main process: it can be copied, shown by the system, and discarded', async () => {
    const app = await openKeyApp()
    const { newKeyId, prefix, ...shown } = await made(app)
    await valueOf(app.operations.copyNewKey({ newKeyId }))
    const text = app.clipboard.text
    expect(text).toMatch(/^dgr_.{43}$/)
    expect(prefix).toBe(text.slice(0, 8))
    expect(JSON.stringify(shown)).not.toContain(text.slice(8))
    await valueOf(app.operations.revealNewKey({ newKeyId }))
    expect(app.shown).toEqual([{ kind: 'key', text }])
    await valueOf(app.operations.discardNewKey({ newKeyId, isConfirmed: true }))
    expect(await app.operations.copyNewKey({ newKeyId })).toMatchObject({
      failure: { issues: [{ code: 'newKeyExpired' }] },
    })
  })

  it('is named in the audit log when it is copied or shown', async () => {
    const app = await openKeyApp()
    const { newKeyId } = await made(app)
    await valueOf(app.operations.copyNewKey({ newKeyId }))
    await valueOf(app.operations.revealNewKey({ newKeyId }))
    const entries = await valueOf(app.storage.run('listAudit', { before: null, limit: 4 }))
    const ended = entries.filter(({ phase }) => phase === 'done')
    expect(ended.map(({ action, about }) => [action, about])).toEqual([
      ['revealNewKey', 'nightly'],
      ['copyNewKey', 'nightly'],
    ])
  })

  it('becomes a profile whose key works and is marked as used', async () => {
    const app = await openKeyApp()
    const { newKeyId, apiKeyId } = await made(app)
    const saved = { name: 'Nightly', color: 'teal', keyStorage: 'keychain' } as const
    const { profile } = await valueOf(app.operations.saveNewKey({ newKeyId, ...saved }))
    expect((await app.operations.checkProfile({ profileId: profile.id })).ok).toBe(true)
    expect((await app.list()).find(({ id }) => id === apiKeyId)).toMatchObject({
      usedByThisApp: true,
      usedBy: ['Nightly'],
    })
    const saves = (await valueOf(app.operations.listAudit({ before: null, limit: 50 }))).entries
    const ended = saves.find(({ action, phase }) => action === 'saveNewKey' && phase === 'done')
    expect(ended?.about).toBe('Nightly, key nightly')
    expect(
      await app.operations.archiveKey({ profileId: app.profileId, apiKeyId, confirmation: '', compromised: null }),
    ).toMatchObject({ failure: { issues: [{ code: 'confirmation' }] } })
  })

  it('is marked as used if the profile that uses it has the same name as the one that lists it', async () => {
    const app = await openKeyApp()
    const { newKeyId, apiKeyId } = await made(app)
    await valueOf(app.operations.saveNewKey({ newKeyId, name: 'Acme', color: 'teal', keyStorage: 'keychain' }))
    expect((await app.list()).find(({ id }) => id === apiKeyId)).toMatchObject({
      usedByThisApp: true,
      usedBy: ['Acme'],
    })
    expect(
      await app.operations.archiveKey({ profileId: app.profileId, apiKeyId, confirmation: '', compromised: null }),
    ).toMatchObject({ failure: { issues: [{ code: 'confirmation' }] } })
  })

  it('is removed from the clipboard when the app exits, and the page receives an event', async () => {
    const app = await openKeyApp()
    await valueOf(app.operations.copyNewKey({ newKeyId: (await made(app)).newKeyId }))
    expect(app.announced).not.toContain('clipboardCleared {}')
    await app.app.close()
    expect(app.clipboard.text).toBe('')
    expect(app.announced).toContain('clipboardCleared {}')
  })

  it('stays in the main process if the system refuses to copy or show it, and the refusal is reported', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('not now'))
    const clipboard = { read: refuse, write: refuse }
    const app = await openKeyApp({ parts: { clipboard, showSecret: refuse } })
    const { newKeyId } = await made(app)
    expect(await app.operations.copyNewKey({ newKeyId })).toMatchObject({
      failure: { issues: [{ code: 'clipboardRefused' }] },
    })
    expect(await app.operations.revealNewKey({ newKeyId })).toMatchObject({
      failure: { issues: [{ code: 'windowRefused' }] },
    })
    const saved = { name: 'Nightly', color: 'teal', keyStorage: 'keychain' } as const
    expect((await app.operations.saveNewKey({ newKeyId, ...saved })).ok).toBe(true)
  })

  it('is not discarded without a confirmation once something else is on the clipboard', async () => {
    const app = await openKeyApp()
    const { newKeyId } = await made(app)
    await valueOf(app.operations.copyNewKey({ newKeyId }))
    const key = app.clipboard.text
    app.clipboard.text = 'a shopping list'
    expect(await valueOf(app.operations.discardNewKey({ newKeyId, isConfirmed: false }))).toEqual({
      isDiscarded: false,
    })
    expect(app.announced).toContain('clipboardCleared {}')
    expect(app.app.countLosableKeys()).toBe(1)
    await valueOf(app.operations.copyNewKey({ newKeyId }))
    expect(app.clipboard.text).toBe(key)
    await app.app.checkClipboard()
    expect(await valueOf(app.operations.discardNewKey({ newKeyId, isConfirmed: false }))).toEqual({ isDiscarded: true })
  })

  it('is listed with its state until it is discarded, without its text', async () => {
    const app = await openKeyApp()
    const { operations, profileId } = app
    const creation = await made(app)
    const { newKeyId } = creation
    const listed = () => valueOf(operations.listNewKeys({}))
    expect(await listed()).toEqual([{ profileId, creation, delivery: null, saved: null }])
    await valueOf(operations.saveNewKey({ newKeyId, name: 'For now', color: 'teal', keyStorage: 'session' }))
    await valueOf(operations.copyNewKey({ newKeyId }))
    const saved = { profile: 'For now', keyStorage: 'session' }
    expect(await listed()).toEqual([{ profileId, creation, delivery: { what: 'copied', seconds: 45 }, saved }])
    app.clipboard.text = 'a shopping list'
    await app.app.checkClipboard()
    expect(await listed()).toMatchObject([{ delivery: { what: 'cleared' } }])
    await valueOf(operations.revealNewKey({ newKeyId }))
    expect(JSON.stringify(await listed())).not.toContain(app.shown[0]?.text.slice(8))
    await valueOf(operations.discardNewKey({ newKeyId, isConfirmed: true }))
    expect(await listed()).toEqual([])
  })

  it('counts as losable until it was shown, saved in the keychain or discarded', async () => {
    const app = await openKeyApp()
    const { newKeyId } = await made(app)
    const losable = app.app.countLosableKeys
    expect(losable()).toBe(1)
    await valueOf(app.operations.saveNewKey({ newKeyId, name: 'For now', color: 'teal', keyStorage: 'session' }))
    expect(losable()).toBe(1)
    await valueOf(app.operations.revealNewKey({ newKeyId }))
    expect(losable()).toBe(0)
    await valueOf(
      app.operations.discardNewKey({ newKeyId: (await made(app, 'discarded')).newKeyId, isConfirmed: true }),
    )
    expect(losable()).toBe(0)
    const saved = await made(app, 'saved')
    await valueOf(
      app.operations.saveNewKey({ newKeyId: saved.newKeyId, name: 'Saved', color: 'teal', keyStorage: 'keychain' }),
    )
    expect(losable()).toBe(0)
  })

  it('counts as losable while it is only on the clipboard, which quitting clears, also after its dialog was closed', async () => {
    const app = await openKeyApp()
    const { newKeyId } = await made(app)
    const losable = app.app.countLosableKeys
    await valueOf(app.operations.copyNewKey({ newKeyId }))
    expect(losable()).toBe(1)
    expect(await valueOf(app.operations.discardNewKey({ newKeyId, isConfirmed: false }))).toEqual({ isDiscarded: true })
    expect(losable()).toBe(1)
    app.clipboard.text = 'a shopping list'
    await app.app.checkClipboard()
    expect(losable()).toBe(0)
  })

  it('counts as losable while it is being created, and is listed afterwards', async () => {
    const requested = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const app = await openKeyApp({
      handling: async (line): Promise<KeyRequestHandling> => {
        if (!line.startsWith('POST ')) return 'go'
        requested.resolve()
        await answered.promise
        return 'go'
      },
    })
    const creation = app.operations.createKey({ profileId: app.profileId, name: 'nightly' })
    await requested.promise
    expect(app.app.countLosableKeys()).toBe(1)
    const listed = valueOf(app.operations.listNewKeys({}))
    answered.resolve()
    const newKey = await valueOf(creation)
    expect(await listed).toMatchObject([{ creation: newKey }])
    expect(app.app.countLosableKeys()).toBe(1)
  })

  it('is found by its name after a lost response, and can be archived', async () => {
    const app = await openKeyApp({ handling: (line) => (line.startsWith('POST ') ? 'lose' : 'go') })
    const creation = await valueOf(app.operations.createKey({ profileId: app.profileId, name: 'lost one' }))
    expect(creation).toMatchObject({ step: 'orphan', orphan: { name: 'lost one', archived: false, usedBy: [] } })
    if (creation.step !== 'orphan') return
    // A page that was loaded again during the creation gets its result.
    const listed = () => valueOf(app.operations.listNewKeys({}))
    expect(await listed()).toEqual([{ profileId: app.profileId, creation, delivery: null, saved: null }])
    expect(app.app.countLosableKeys()).toBe(0)
    await valueOf(app.operations.discardNewKey({ newKeyId: creation.newKeyId, isConfirmed: true }))
    expect(await listed()).toEqual([])
    const { id: apiKeyId } = creation.orphan
    const after = await valueOf(
      app.operations.archiveKey({ profileId: app.profileId, apiKeyId, confirmation: '', compromised: null }),
    )
    expect(after.keys.find(({ id }) => id === apiKeyId)?.archived).toBe(true)
    // The audit log says that it was created, and names it as the Keys screen does.
    const { entries } = await valueOf(app.operations.listAudit({ before: null, limit: 4 }))
    expect(entries.map(({ action, phase, about }) => [action, phase, about])).toEqual([
      ['archiveKey', 'done', `lost one (${creation.orphan.prefix}…)`],
      ['archiveKey', 'started', `key ${apiKeyId}`],
      ['createKey', 'done', 'lost one'],
      ['createKey', 'started', 'lost one'],
    ])
  })
})

it('logs that a key request’s outcome is unknown if the response is lost and no list can be read, and then what a list shows', async () => {
  let isChanged = false
  const app = await openKeyApp({
    handling: (line) => {
      if (!line.startsWith('GET ')) isChanged = true
      if (!isChanged) return 'go'
      return line.startsWith('GET ') ? 'drop' : 'lose'
    },
  })
  const { operations, profileId } = app
  const other = (await app.list()).find(({ usedByThisApp, archived }) => !usedByThisApp && !archived)
  if (other === undefined) throw new Error('The organization has no other key.')
  const created = await valueOf(operations.createKey({ profileId, name: 'lost one' }))
  expect(created.step).toBe('unclear')
  isChanged = false
  await operations.archiveKey({ profileId, apiKeyId: other.id, confirmation: '', compromised: null })
  isChanged = false
  expect((await app.list()).find(({ id }) => id === other.id)?.archived).toBe(true)
  const { entries } = await valueOf(operations.listAudit({ before: null, limit: 5 }))
  expect(entries.map(({ action, phase, failure }) => [action, phase, failure])).toEqual([
    ['archiveKey', 'done', null],
    ['archiveKey', 'unknown', 'unavailable'],
    ['archiveKey', 'started', null],
    ['createKey', 'unknown', 'unavailable'],
    ['createKey', 'started', null],
  ])
}, 20_000)

it('logs what the list shows after a lost response, also if the marks of the keys can’t be read', async () => {
  let isChanged = false
  const app = await openKeyApp({
    handling: (line) => {
      if (line.startsWith('GET ')) return 'go'
      isChanged = true
      return 'lose'
    },
    wrapStorage: (storage) => ({
      ...storage,
      run: async (name, input) =>
        isChanged && name === 'readSetting' && JSON.stringify(input).includes('key-marks:')
          ? fail({ kind: 'storage', reason: 'diskError' })
          : storage.run(name, input),
    }),
  })
  const { operations, profileId } = app
  const other = (await app.list()).find(({ usedByThisApp, archived }) => !usedByThisApp && !archived)
  if (other === undefined) throw new Error('The organization has no other key.')
  const created = await valueOf(operations.createKey({ profileId, name: 'lost one' }))
  expect(created).toMatchObject({ step: 'orphan', orphan: { name: 'lost one', usedBy: [], mark: null } })
  isChanged = false
  const archived = await operations.archiveKey({ profileId, apiKeyId: other.id, confirmation: '', compromised: null })
  expect((await valueOf(archived)).keys.find(({ id }) => id === other.id)?.archived).toBe(true)
  const { entries } = await valueOf(operations.listAudit({ before: null, limit: 4 }))
  expect(entries.map(({ action, phase }) => [action, phase])).toEqual([
    ['archiveKey', 'done'],
    ['archiveKey', 'started'],
    ['createKey', 'done'],
    ['createKey', 'started'],
  ])
}, 20_000)

describe('a compromised key', () => {
  it('keeps its mark, and is reactivated only with a reason', async () => {
    const app = await openKeyApp()
    const { profileId } = app
    const { apiKeyId } = await made(app)
    const change = { profileId, apiKeyId }
    const { keys: archived } = await valueOf(
      app.operations.archiveKey({ ...change, confirmation: '', compromised: 'It was in a mail.' }),
    )
    const markIn = (keys: typeof archived) => keys.find(({ id }) => id === apiKeyId)?.mark
    expect(markIn(archived)).toMatchObject({ compromised: { reason: 'It was in a mail.', by: 'ana' } })
    expect(await app.operations.reactivateKey({ ...change, reason: '' })).toMatchObject({
      failure: { issues: [{ code: 'keyReason' }] },
    })
    const back = await valueOf(app.operations.reactivateKey({ ...change, reason: 'The mail never left.' }))
    expect(markIn(back)).toMatchObject({ reactivated: { reason: 'The mail never left.' } })
    expect(back.find(({ id }) => id === apiKeyId)?.archived).toBe(false)
  })

  it('is archived if its reason can’t be saved, and the answer says that', async () => {
    const failure = { kind: 'storage', reason: 'full' } as const
    const app = await openKeyApp({
      wrapStorage: (storage) => ({
        ...storage,
        run: async (name, input) =>
          name === 'writeSetting' && JSON.stringify(input).includes('key-marks:')
            ? fail(failure)
            : storage.run(name, input),
      }),
    })
    const { operations, profileId } = app
    const { apiKeyId } = await made(app)
    const compromised = 'It was in a mail.'
    const archived = await valueOf(operations.archiveKey({ profileId, apiKeyId, confirmation: '', compromised }))
    expect(archived.reasonFailure).toEqual(failure)
    expect(archived.keys.find(({ id }) => id === apiKeyId)).toMatchObject({ archived: true, mark: null })
    const { entries } = await valueOf(operations.listAudit({ before: null, limit: 1 }))
    expect(entries).toMatchObject([{ action: 'archiveKey', phase: 'done' }])
  })

  it('keeps its mark at another address of the same organization, also after the first profile is removed', async () => {
    const app = await openKeyApp()
    const { operations, profileId } = app
    const { apiKeyId } = await made(app)
    const other = await startPracticeListener(app.service)
    onTestFinished(() => other.close())
    const archived = { apiKeyId, confirmation: '', compromised: 'It was in a mail.' }
    await valueOf(operations.archiveKey({ profileId, ...archived }))
    const { id } = await connectService(operations, { origin: other.origin, key: app.key })
    const reactivate = (from: string, reason: string) => operations.reactivateKey({ profileId: from, apiKeyId, reason })
    expect(await reactivate(id, '')).toMatchObject({ failure: { issues: [{ code: 'keyReason' }] } })
    await valueOf(reactivate(id, 'The mail never left.'))
    const markAt = async (from: string) =>
      (await valueOf(operations.listKeys({ profileId: from, includeArchived: true }))).find(
        (key) => key.id === apiKeyId,
      )?.mark
    const mark = { compromised: { reason: 'It was in a mail.' }, reactivated: { reason: 'The mail never left.' } }
    expect(await markAt(profileId)).toMatchObject(mark)
    await valueOf(operations.archiveKey({ profileId, ...archived }))
    await valueOf(operations.removeProfile({ profileId }))
    expect(await markAt(id)).toMatchObject({ reactivated: null })
    expect(await reactivate(id, '')).toMatchObject({ failure: { issues: [{ code: 'keyReason' }] } })
  })

  it('stores no key and no number from the reason', async () => {
    const app = await openKeyApp()
    const { profileId } = app
    const { newKeyId, apiKeyId } = await made(app)
    await valueOf(app.operations.copyNewKey({ newKeyId }))
    const { text } = app.clipboard
    const compromised = `${text} was in an email to +1 415 555 0123, as ${text.slice(10, 30)}`
    const listed = await valueOf(app.operations.archiveKey({ profileId, apiKeyId, confirmation: '', compromised }))
    const kept = await valueOf(app.storage.run('readSetting', { name: `key-marks:${canonicalOrigin(app.origin)}` }))
    for (const shown of [JSON.stringify(listed), kept ?? '']) {
      expect(shown).toContain('was in an email')
      for (const secret of [text.slice(10, 20), text.slice(20, 30), '5550123', '555 0123'])
        expect(shown).not.toContain(secret)
    }
    const reason = `It was changed after the mail: ${text.slice(8, 28)}`
    await valueOf(app.operations.reactivateKey({ profileId, apiKeyId, reason }))
    const after = await valueOf(app.storage.run('readSetting', { name: `key-marks:${canonicalOrigin(app.origin)}` }))
    expect(after).toContain('was changed')
    const actions = JSON.stringify(await valueOf(app.operations.listAudit({ before: null, limit: 50 })))
    expect(actions).toContain('was changed')
    for (const shown of [actions, after]) expect(shown).not.toContain(text.slice(10, 20))
  })
})

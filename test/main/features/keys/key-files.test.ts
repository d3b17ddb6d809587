import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestApp, valueOf } from '../../../support/test-app.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { connectService } from '../../../support/connect-service.ts'
import { openRotationApp, stopAt } from '../rotation/open-rotation-app.ts'
import { openKeyApp } from './open-key-app.ts'

const dialogs = (save: string | null, open: string | null) => ({ toSave: async () => save, toOpen: async () => open })

/** Opens an app and exports its key. Returns the file, and the passphrase from the system window. */
const exportFromNewApp = async () => {
  const file = join(temporaryFolder(), 'acme.rundesk-key')
  const app = await openKeyApp({ parts: { sealedFiles: dialogs(file, null) } })
  expect(await valueOf(app.operations.exportKey({ profileId: app.profileId }))).toEqual({
    fileName: 'acme.rundesk-key',
  })
  const shown = app.shown.find(({ kind }) => kind === 'passphrase')
  if (shown === undefined) throw new Error('No passphrase was shown.')
  return { app, file, passphrase: shown.text }
}

const keyStorage = 'keychain'

/** Opens an app with a different data folder, in which the user chooses this file. */
const openOtherApp = (file: string | null) => openTestApp({ parts: { sealedFiles: dialogs(null, file) } })

describe('an exported key', () => {
  it('is imported by another app into its own keychain, and works there', async () => {
    const { app, file, passphrase } = await exportFromNewApp()
    const bytes = readFileSync(file).toString('latin1')
    for (const part of [app.key.slice(4, 16), passphrase.slice(0, 11)]) expect(bytes).not.toContain(part)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const other = openOtherApp(file)
    const { sealed } = await valueOf(other.operations.chooseSealedFile({}))
    if (sealed === null) throw new Error('Nothing was chosen.')
    const { entryId } = await valueOf(other.operations.stageKey({ from: 'typed', text: passphrase.toLowerCase() }))
    const opened = await valueOf(other.operations.openSealedFile({ sealedId: sealed.sealedId, entryId, keyStorage }))
    if (opened.step !== 'saved') throw new Error('The key was not saved.')
    expect(opened.profile).toMatchObject({ name: 'Acme', color: 'blue', origin: app.origin })
    expect((await other.operations.checkProfile({ profileId: opened.profile.id })).ok).toBe(true)
    const again = other.operations.openSealedFile({ sealedId: sealed.sealedId, entryId, keyStorage })
    expect(await again).toMatchObject({ failure: { issues: [{ code: 'chooseFileAgain' }] } })
  })

  it('is not written if the service rejected it before or while the file was chosen', async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    let afterChoice: () => Promise<unknown> = async () => null
    const toSave = async () => {
      await afterChoice()
      return file
    }
    const app = await openKeyApp({ parts: { sealedFiles: { toSave, toOpen: async () => null } } })
    const archiveElsewhere = async () => {
      const elsewhere = openTestApp()
      const key = app.service.issueKey('Elsewhere')
      const { id } = await connectService(elsewhere.operations, { name: 'Elsewhere', origin: app.origin, key })
      const keys = await valueOf(elsewhere.operations.listKeys({ profileId: id, includeArchived: false }))
      const listed = keys.find(({ prefix }) => app.key.startsWith(prefix))
      const request = { profileId: id, apiKeyId: listed?.id ?? 0, confirmation: '', compromised: null }
      await valueOf(elsewhere.operations.archiveKey(request))
      const checked = await app.operations.checkProfile({ profileId: app.profileId })
      expect(checked).toMatchObject({ failure: { kind: 'unauthorized' } })
    }
    afterChoice = archiveElsewhere
    for (const when of ['during', 'before']) {
      const exported = await app.operations.exportKey({ profileId: app.profileId })
      expect({ when, exported }).toMatchObject({ when, exported: { failure: { issues: [{ code: 'rejectedKey' }] } } })
      afterChoice = () => Promise.reject(new Error('The dialog was opened.'))
    }
    expect(existsSync(file)).toBe(false)
    expect(app.shown).toEqual([])
  })

  it('cannot be opened with another passphrase, and nothing is changed', async () => {
    const { file } = await exportFromNewApp()
    const other = openOtherApp(file)
    const { sealed } = await valueOf(other.operations.chooseSealedFile({}))
    const { entryId } = await valueOf(
      other.operations.stageKey({ from: 'typed', text: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' }),
    )
    const tried = other.operations.openSealedFile({ sealedId: sealed?.sealedId ?? '', entryId, keyStorage })
    expect(await tried).toMatchObject({ failure: { issues: [{ code: 'passphrase' }] } })
    expect((await valueOf(other.operations.listProfiles({}))).profiles).toEqual([])
  })

  it('is not imported if it has been archived since', async () => {
    const { app, file, passphrase } = await exportFromNewApp()
    await valueOf(app.operations.rotateKey({ profileId: app.profileId }))
    const other = openOtherApp(file)
    const { sealed } = await valueOf(other.operations.chooseSealedFile({}))
    const { entryId } = await valueOf(other.operations.stageKey({ from: 'typed', text: passphrase }))
    const tried = other.operations.openSealedFile({ sealedId: sealed?.sealedId ?? '', entryId, keyStorage })
    expect(await tried).toMatchObject({ failure: { kind: 'unauthorized' } })
    expect((await valueOf(other.operations.listProfiles({}))).profiles).toEqual([])
  })
})

describe('a key file of an organization that has a profile', () => {
  /**
   * Opens an app on another computer, whose profile has the key from before the rotation, and a file with the new key.
   */
  const afterRotation = async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    const app = await openKeyApp({ parts: { sealedFiles: dialogs(file, null) } })
    const other = openOtherApp(file)
    const connect = async (name: string, text: string) => {
      const { entryId } = await valueOf(other.operations.stageKey({ from: 'typed', text }))
      const label = { kind: 'service', name, color: 'red', keyStorage, unchecked: false } as const
      // The other user entered the same address in another form.
      const origin = app.origin.replace('127.0.0.1', 'localhost')
      return (await valueOf(other.operations.addProfile({ ...label, origin, entryId }))).profile.id
    }
    const profileId = await connect('Ours', app.key)
    const elsewhere = await connect('Neighbour', app.service.organizations[1]?.keys.active ?? '')
    await valueOf(app.operations.rotateKey({ profileId: app.profileId }))
    await valueOf(app.operations.exportKey({ profileId: app.profileId }))
    const { sealed } = await valueOf(other.operations.chooseSealedFile({}))
    const passphrase = app.shown.find(({ kind }) => kind === 'passphrase')?.text ?? ''
    const stagePassphrase = async () =>
      (await valueOf(other.operations.stageKey({ from: 'typed', text: passphrase }))).entryId
    const request = { sealedId: sealed?.sealedId ?? '', entryId: await stagePassphrase(), keyStorage } as const
    expect((await other.operations.checkProfile({ profileId })).ok).toBe(false)
    return { other, profileId, elsewhere, request, stagePassphrase }
  }

  it('is offered for that profile, which then has the key and is selected', async () => {
    const { other, profileId, elsewhere, request } = await afterRotation()
    await valueOf(other.operations.selectProfile({ profileId: elsewhere }))
    expect(await valueOf(other.operations.openSealedFile(request))).toMatchObject({
      step: 'exists',
      profiles: [{ id: profileId, name: 'Ours', color: 'red' }],
    })
    expect((await valueOf(other.operations.listProfiles({}))).profiles).toHaveLength(2)
    const ofFile = async () =>
      (await valueOf(other.operations.listAudit({ before: null, limit: 50 }))).entries
        .filter(({ action }) => action === 'openSealedFile')
        .map(({ phase, about }) => [phase, about])
    const offered = [
      ['unfinished', null],
      ['started', null],
    ]
    expect(await ofFile()).toEqual(offered)
    const saved = await valueOf(other.operations.openSealedFile({ ...request, target: { kind: 'profile', profileId } }))
    expect(saved).toMatchObject({ step: 'saved', profile: { id: profileId, name: 'Ours', color: 'red' } })
    expect(await valueOf(other.operations.listProfiles({}))).toMatchObject({
      selectedId: profileId,
      profiles: [{ id: profileId }, { id: elsewhere }],
    })
    expect(await ofFile()).toEqual([['done', 'key of Ours replaced'], ['started', null], ...offered])
    expect((await other.operations.checkProfile({ profileId })).ok).toBe(true)
  })

  it('is suggested for the profile whose key was rejected, not for the first one or the selected one', async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    const app = await openKeyApp({ parts: { sealedFiles: dialogs(file, null) } })
    const made = await valueOf(app.operations.createKey({ profileId: app.profileId, name: 'billing' }))
    if (made.step !== 'made') throw new Error('No key was created.')
    await valueOf(app.operations.revealNewKey({ newKeyId: made.newKeyId }))
    const other = openOtherApp(file)
    const connect = async (name: string, key: string) =>
      (await connectService(other.operations, { name, origin: app.origin, key })).id
    const billing = await connect('Acme Billing', app.shown.at(-1)?.text ?? '')
    const desk = await connect('Desk 12', app.key)
    await valueOf(other.operations.selectProfile({ profileId: billing }))
    await valueOf(app.operations.rotateKey({ profileId: app.profileId }))
    await valueOf(app.operations.exportKey({ profileId: app.profileId }))
    const { sealed } = await valueOf(other.operations.chooseSealedFile({}))
    const text = app.shown.at(-1)?.text ?? ''
    const { entryId } = await valueOf(other.operations.stageKey({ from: 'typed', text }))
    const request = { sealedId: sealed?.sealedId ?? '', entryId, keyStorage } as const
    expect(await valueOf(other.operations.openSealedFile(request))).toMatchObject({
      suggestedId: desk,
      profiles: [
        { id: desk, keyState: 'rejected' },
        { id: billing, keyState: 'works' },
      ],
    })
  })

  it('is not saved again in the profile that already has its key', async () => {
    const { other, profileId, request, stagePassphrase } = await afterRotation()
    const target = { kind: 'profile', profileId } as const
    await valueOf(other.operations.openSealedFile({ ...request, target }))
    const { sealed } = await valueOf(other.operations.chooseSealedFile({}))
    const again = { ...request, sealedId: sealed?.sealedId ?? '', entryId: await stagePassphrase(), target }
    expect(await other.operations.openSealedFile(again)).toMatchObject({ failure: { issues: [{ code: 'keySame' }] } })
    const [newest] = (await valueOf(other.operations.listAudit({ before: null, limit: 1 }))).entries
    expect(newest).toMatchObject({ action: 'openSealedFile', phase: 'failed', about: null })
  })

  it('is added as another profile only on request', async () => {
    const { other, request } = await afterRotation()
    await valueOf(other.operations.openSealedFile({ ...request, target: { kind: 'new' } }))
    expect((await valueOf(other.operations.listProfiles({}))).profiles).toHaveLength(3)
  })

  it('is not saved in a profile of another organization', async () => {
    const { other, elsewhere, request } = await afterRotation()
    const tried = other.operations.openSealedFile({ ...request, target: { kind: 'profile', profileId: elsewhere } })
    expect(await tried).toMatchObject({ failure: { issues: [{ code: 'otherOrganization' }] } })
  })
})

describe('a chosen file', () => {
  it.each([
    ['is not one of ours', (file: string) => writeFileSync(file, 'a letter'), 'sealedFile'],
    ['is too large', (file: string) => writeFileSync(file, Buffer.alloc(100_000, 'x')), 'sealedLarge'],
    ['does not exist', () => undefined, 'sealedUnread'],
  ])('is rejected right away if it %s', async (_name, make, code) => {
    const file = join(temporaryFolder(), 'some.rundesk-key')
    make(file)
    expect(await openOtherApp(file).operations.chooseSealedFile({})).toMatchObject({ failure: { issues: [{ code }] } })
  })

  it('is not read if it is a device', async () => {
    expect(await openOtherApp('/dev/zero').operations.chooseSealedFile({})).toMatchObject({
      failure: { issues: [{ code: 'sealedFile' }] },
    })
  })

  it('does not block if it is a pipe without a writer', async () => {
    const pipe = join(temporaryFolder(), 'some.rundesk-key')
    execFileSync('mkfifo', [pipe])
    expect(await openOtherApp(pipe).operations.chooseSealedFile({})).toMatchObject({
      failure: { issues: [{ code: 'sealedFile' }] },
    })
  })

  it('can be canceled', async () => {
    expect(await valueOf(openOtherApp(null).operations.chooseSealedFile({}))).toEqual({ sealed: null })
  })
})

describe('exporting', () => {
  it('is refused while a rotation is not finished, also if it began while the file was being chosen', async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    let whileChoosing = async (): Promise<unknown> => undefined
    const toSave = async (): Promise<string> => {
      await whileChoosing()
      return file
    }
    const sealedFiles = { ...dialogs(null, null), toSave }
    const app = await openRotationApp({ parts: { sealedFiles } })
    const exportKey = () => app.operations.exportKey({ profileId: app.profileId })
    const refused = { failure: { issues: [{ code: 'rotationOpen' }] } }
    whileChoosing = () => stopAt(app, 'creating')
    expect(await exportKey()).toMatchObject(refused)
    whileChoosing = () => Promise.reject(new Error('The dialog was opened.'))
    expect(await exportKey()).toMatchObject(refused)
    expect([existsSync(file), app.shown]).toEqual([false, []])
  })

  it('shows no passphrase if no file was chosen', async () => {
    const app = await openKeyApp({ parts: { sealedFiles: dialogs(null, null) } })
    expect(await valueOf(app.operations.exportKey({ profileId: app.profileId }))).toEqual({ fileName: null })
    expect(app.shown).toEqual([])
  })

  it('reports why the path cannot be written', async () => {
    const app = await openKeyApp({ parts: { sealedFiles: dialogs('/no/such/folder/a.rundesk-key', null) } })
    expect(await app.operations.exportKey({ profileId: app.profileId })).toMatchObject({
      failure: { issues: [{ code: 'exportFile', words: 'ENOENT' }] },
    })
    expect(app.shown).toEqual([])
  })

  it('reports that the file cannot be opened if the passphrase could not be shown', async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    const showSecret = (): Promise<never> => Promise.reject(new Error('no window'))
    const app = await openKeyApp({ parts: { sealedFiles: dialogs(file, null), showSecret } })
    expect(await app.operations.exportKey({ profileId: app.profileId })).toMatchObject({
      failure: { issues: [{ code: 'passphraseUnshown' }] },
    })
  })

  it('reports the written file if the passphrase could not be copied', async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    const showSecret = async () => ({ copy: true })
    const clipboard = { read: async () => '', write: () => Promise.reject(new Error('no clipboard')) }
    const app = await openKeyApp({ parts: { sealedFiles: dialogs(file, null), showSecret, clipboard } })
    expect(await app.operations.exportKey({ profileId: app.profileId })).toMatchObject({
      failure: { issues: [{ code: 'passphraseUncopied', words: 'acme.rundesk-key' }] },
    })
  })
})

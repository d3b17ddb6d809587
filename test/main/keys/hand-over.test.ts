import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { keyDesk } from './key-desk.ts'

const dialogs = (save: string | null, open: string | null) => ({ toSave: async () => save, toOpen: async () => open })

/** A desk that has handed its key over: the file, and the passphrase that was shown by the system. */
const handedOver = async () => {
  const file = join(temporaryFolder(), 'acme.rundesk-key')
  const desk = await keyDesk({ parts: { sealedFiles: dialogs(file, null) } })
  expect(await valueOf(desk.ask.handOverKey({ profileId: desk.profileId }))).toEqual({ fileName: 'acme.rundesk-key' })
  const shown = desk.shown.find(({ kind }) => kind === 'passphrase')
  if (shown === undefined) throw new Error('No passphrase was shown.')
  return { desk, file, passphrase: shown.text }
}

const custody = 'keychain'

/** Another desk on another data folder that chooses a file. */
const otherDesk = (file: string | null) => openTestDesk({ parts: { sealedFiles: dialogs(null, file) } })

describe('a key that is handed over', () => {
  it('is opened by another desk into its own keychain, and works there', async () => {
    const { desk, file, passphrase } = await handedOver()
    const bytes = readFileSync(file).toString('latin1')
    for (const part of [desk.key.slice(4, 16), passphrase.slice(0, 11)]) expect(bytes).not.toContain(part)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const other = otherDesk(file)
    const { sealed } = await valueOf(other.ask.chooseSealedFile({}))
    if (sealed === null) throw new Error('Nothing was chosen.')
    const { entryId } = await valueOf(other.ask.enterKey({ from: 'typed', text: passphrase.toLowerCase() }))
    const opened = await valueOf(other.ask.openSealedFile({ sealedId: sealed.sealedId, entryId, custody }))
    expect(opened.profile).toMatchObject({ name: 'Acme', color: 'blue', origin: desk.origin })
    expect((await other.ask.checkProfile({ profileId: opened.profile.id })).ok).toBe(true)
    const again = other.ask.openSealedFile({ sealedId: sealed.sealedId, entryId, custody })
    expect(await again).toMatchObject({ failure: { issues: [{ code: 'sealedGone' }] } })
  })

  it('stays closed to another passphrase, and nothing is changed', async () => {
    const { file } = await handedOver()
    const other = otherDesk(file)
    const { sealed } = await valueOf(other.ask.chooseSealedFile({}))
    const { entryId } = await valueOf(other.ask.enterKey({ from: 'typed', text: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' }))
    const tried = other.ask.openSealedFile({ sealedId: sealed?.sealedId ?? '', entryId, custody })
    expect(await tried).toMatchObject({ failure: { issues: [{ code: 'passphrase' }] } })
    expect((await valueOf(other.ask.listProfiles({}))).profiles).toEqual([])
  })

  it('whose key was archived meanwhile is not kept', async () => {
    const { desk, file, passphrase } = await handedOver()
    await valueOf(desk.ask.rotateKey({ profileId: desk.profileId }))
    const other = otherDesk(file)
    const { sealed } = await valueOf(other.ask.chooseSealedFile({}))
    const { entryId } = await valueOf(other.ask.enterKey({ from: 'typed', text: passphrase }))
    const tried = other.ask.openSealedFile({ sealedId: sealed?.sealedId ?? '', entryId, custody })
    expect(await tried).toMatchObject({ failure: { kind: 'unauthorized' } })
    expect((await valueOf(other.ask.listProfiles({}))).profiles).toEqual([])
  })
})

describe('a file that is chosen', () => {
  it.each([
    ['is none of ours', (file: string) => writeFileSync(file, 'a letter'), 'sealedFile'],
    ['is too large', (file: string) => writeFileSync(file, Buffer.alloc(100_000, 'x')), 'sealedLarge'],
    ['is not there', () => undefined, 'sealedUnread'],
  ])('and %s is told so at once', async (_name, make, code) => {
    const file = join(temporaryFolder(), 'some.rundesk-key')
    make(file)
    expect(await otherDesk(file).ask.chooseSealedFile({})).toMatchObject({ failure: { issues: [{ code }] } })
  })

  it('and is a device is not read at all', async () => {
    expect(await otherDesk('/dev/zero').ask.chooseSealedFile({})).toMatchObject({
      failure: { issues: [{ code: 'sealedFile' }] },
    })
  })

  it('and is a pipe that nobody writes to holds nobody up', async () => {
    const pipe = join(temporaryFolder(), 'some.rundesk-key')
    execFileSync('mkfifo', [pipe])
    expect(await otherDesk(pipe).ask.chooseSealedFile({})).toMatchObject({
      failure: { issues: [{ code: 'sealedFile' }] },
    })
  })

  it('may be none', async () => {
    expect(await valueOf(otherDesk(null).ask.chooseSealedFile({}))).toEqual({ sealed: null })
  })
})

describe('handing over', () => {
  it('to no place shows no passphrase', async () => {
    const desk = await keyDesk({ parts: { sealedFiles: dialogs(null, null) } })
    expect(await valueOf(desk.ask.handOverKey({ profileId: desk.profileId }))).toEqual({ fileName: null })
    expect(desk.shown).toEqual([])
  })

  it('to a place that cannot be written says why', async () => {
    const desk = await keyDesk({ parts: { sealedFiles: dialogs('/no/such/folder/a.rundesk-key', null) } })
    expect(await desk.ask.handOverKey({ profileId: desk.profileId })).toMatchObject({
      failure: { issues: [{ code: 'exportFile', words: 'ENOENT' }] },
    })
    expect(desk.shown).toEqual([])
  })

  it('with a passphrase that the system could not show says that nobody can open the file', async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    const showSecret = (): Promise<never> => Promise.reject(new Error('no window'))
    const desk = await keyDesk({ parts: { sealedFiles: dialogs(file, null), showSecret } })
    expect(await desk.ask.handOverKey({ profileId: desk.profileId })).toMatchObject({
      failure: { issues: [{ code: 'passphraseUnshown' }] },
    })
  })

  it('with a passphrase that was shown and could not be copied tells which file was written', async () => {
    const file = join(temporaryFolder(), 'acme.rundesk-key')
    const showSecret = async () => ({ copy: true })
    const clipboard = { read: async () => '', write: () => Promise.reject(new Error('no clipboard')) }
    const desk = await keyDesk({ parts: { sealedFiles: dialogs(file, null), showSecret, clipboard } })
    expect(await desk.ask.handOverKey({ profileId: desk.profileId })).toMatchObject({
      failure: { issues: [{ code: 'passphraseUncopied', words: 'acme.rundesk-key' }] },
    })
  })
})

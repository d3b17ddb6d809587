import { describe, expect, it } from 'vitest'
import { valueOf } from '../../support/test-desk.ts'
import { type KeyDesk, keyDesk } from './key-desk.ts'

const made = async (desk: KeyDesk, name = 'nightly') => {
  const creation = await valueOf(desk.ask.createKey({ profileId: desk.profileId, name }))
  if (creation.step !== 'made') throw new Error(JSON.stringify(creation))
  return creation
}

describe('a new key', () => {
  it('has a name offered: this computer, its person, the day, and nobody else’s', async () => {
    const desk = await keyDesk()
    const { name } = await valueOf(desk.ask.suggestKeyName({ profileId: desk.profileId }))
    expect(name).toMatch(/^desk-07 ana \d{4}-\d{2}-\d{2}$/)
    await made(desk, name)
    expect((await valueOf(desk.ask.suggestKeyName({ profileId: desk.profileId }))).name).toBe(`${name} (2)`)
    expect(await desk.ask.createKey({ profileId: desk.profileId, name })).toMatchObject({
      failure: { issues: [{ code: 'keyNameTaken' }] },
    })
  })

  it('stays with main: it is copied, shown by the system, and let go', async () => {
    const desk = await keyDesk()
    const { madeId, prefix, ...told } = await made(desk)
    await valueOf(desk.ask.copyMadeKey({ madeId }))
    const text = desk.clipboard.text
    expect(text).toMatch(/^dgr_.{43}$/)
    expect(prefix).toBe(text.slice(0, 8))
    expect(JSON.stringify(told)).not.toContain(text.slice(8))
    await valueOf(desk.ask.revealMadeKey({ madeId }))
    expect(desk.shown).toEqual([{ kind: 'key', text }])
    await valueOf(desk.ask.dropMadeKey({ madeId }))
    expect(await desk.ask.copyMadeKey({ madeId })).toMatchObject({ failure: { issues: [{ code: 'keyGone' }] } })
  })

  it('becomes a profile whose key works and is told as used', async () => {
    const desk = await keyDesk()
    const { madeId, apiKeyId } = await made(desk)
    const saved = { name: 'Nightly', color: 'teal', custody: 'keychain' } as const
    const profile = await valueOf(desk.ask.saveMadeKey({ madeId, ...saved }))
    expect((await desk.ask.checkProfile({ profileId: profile.id })).ok).toBe(true)
    expect((await desk.list()).find(({ id }) => id === apiKeyId)).toMatchObject({
      usedByThisApp: true,
      usedBy: ['Nightly'],
    })
    expect(
      await desk.ask.archiveKey({ profileId: desk.profileId, apiKeyId, confirmation: '', compromised: null }),
    ).toMatchObject({ failure: { issues: [{ code: 'confirmation' }] } })
  })

  it('leaves the clipboard when the app ends', async () => {
    const desk = await keyDesk()
    await valueOf(desk.ask.copyMadeKey({ madeId: (await made(desk)).madeId }))
    await desk.desk.close()
    expect(desk.clipboard.text).toBe('')
  })

  it('that the system does not take is told so, and stays with main', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('not now'))
    const clipboard = { read: refuse, write: refuse }
    const desk = await keyDesk({ parts: { clipboard, showSecret: refuse } })
    const { madeId } = await made(desk)
    expect(await desk.ask.copyMadeKey({ madeId })).toMatchObject({
      failure: { issues: [{ code: 'clipboardRefused' }] },
    })
    expect(await desk.ask.revealMadeKey({ madeId })).toMatchObject({ failure: { issues: [{ code: 'windowRefused' }] } })
    const saved = { name: 'Nightly', color: 'teal', custody: 'keychain' } as const
    expect((await desk.ask.saveMadeKey({ madeId, ...saved })).ok).toBe(true)
  })

  it('whose answer was lost is found by its name, and offered for archiving', async () => {
    const desk = await keyDesk({ fate: (line) => (line.startsWith('POST ') ? 'lose' : 'go') })
    const creation = await valueOf(desk.ask.createKey({ profileId: desk.profileId, name: 'lost one' }))
    expect(creation).toMatchObject({ step: 'orphan', orphan: { name: 'lost one', archived: false, usedBy: [] } })
    if (creation.step !== 'orphan') return
    const { id: apiKeyId } = creation.orphan
    const after = await valueOf(
      desk.ask.archiveKey({ profileId: desk.profileId, apiKeyId, confirmation: '', compromised: null }),
    )
    expect(after.find(({ id }) => id === apiKeyId)?.archived).toBe(true)
  })
})

describe('a compromised key', () => {
  it('keeps its mark, and comes back only with a reason', async () => {
    const desk = await keyDesk()
    const { profileId } = desk
    const { apiKeyId } = await made(desk)
    const change = { profileId, apiKeyId }
    const archived = await valueOf(
      desk.ask.archiveKey({ ...change, confirmation: '', compromised: 'It stood in a mail.' }),
    )
    const markIn = (keys: typeof archived) => keys.find(({ id }) => id === apiKeyId)?.mark
    expect(markIn(archived)).toMatchObject({ compromised: { reason: 'It stood in a mail.', by: 'ana' } })
    expect(await desk.ask.reactivateKey({ ...change, reason: '' })).toMatchObject({
      failure: { issues: [{ code: 'keyReason' }] },
    })
    const back = await valueOf(desk.ask.reactivateKey({ ...change, reason: 'The mail never left.' }))
    expect(markIn(back)).toMatchObject({ reactivated: { reason: 'The mail never left.' } })
    expect(back.find(({ id }) => id === apiKeyId)?.archived).toBe(false)
  })

  it('keeps no key and no number that a person wrote into the reason', async () => {
    const desk = await keyDesk()
    const { profileId } = desk
    const { madeId, apiKeyId } = await made(desk)
    await valueOf(desk.ask.copyMadeKey({ madeId }))
    const { text } = desk.clipboard
    const compromised = `${text} stood in a mail to +1 415 555 0123, as ${text.slice(10, 30)}`
    const listed = await valueOf(desk.ask.archiveKey({ profileId, apiKeyId, confirmation: '', compromised }))
    const kept = await valueOf(desk.storage.ask('readSetting', { name: `key-marks:${desk.origin}` }))
    for (const told of [JSON.stringify(listed), kept ?? '']) {
      expect(told).toContain('stood in a mail')
      for (const secret of [text.slice(10, 20), text.slice(20, 30), '5550123', '555 0123'])
        expect(told).not.toContain(secret)
    }
    const reason = `${text.slice(8, 28)} was changed`
    await valueOf(desk.ask.reactivateKey({ profileId, apiKeyId, reason }))
    const after = await valueOf(desk.storage.ask('readSetting', { name: `key-marks:${desk.origin}` }))
    expect(after).toContain('was changed')
    const acts = JSON.stringify(await valueOf(desk.ask.listAudit({ before: null, limit: 50 })))
    expect(acts).toContain('was changed')
    for (const told of [acts, after]) expect(told).not.toContain(text.slice(10, 20))
  })
})

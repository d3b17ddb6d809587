import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail } from '../../../src/contract/failure.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { auditHash } from '../../../src/main/storage/audit-table.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'

const profileIn = async (ask: ReturnType<typeof openTestDesk>['ask'], name = 'Practice') =>
  (await valueOf(ask.addProfile({ kind: 'practice', name, color: 'violet' }))).profile

const entriesOf = async (ask: ReturnType<typeof openTestDesk>['ask']) =>
  (await valueOf(ask.listAudit({ before: null, limit: 50 }))).entries.toReversed()

/** A storage that takes everything but the log of acts. */
const withoutLog = (storage: Storage): Storage => ({
  ...storage,
  ask: ((name: string, input: never) =>
    name === 'appendAudit'
      ? Promise.resolve(fail({ kind: 'storage', reason: 'full' }))
      : storage.ask(name as 'listAudit', input)) as Storage['ask'],
})

describe('the log of acts', () => {
  it('has each act before and after it, with who, where and about what', async () => {
    const { ask } = openTestDesk()
    await valueOf(ask.changeSettings({ ...defaultSettings, operatorName: 'Ana Lima' }))
    const { id } = await profileIn(ask)
    await valueOf(ask.removeProfile({ profileId: id }))
    const entries = await entriesOf(ask)
    expect(
      entries.map(({ act, phase, person, about, profileName }) => [act, phase, person, about, profileName]),
    ).toEqual([
      ['changeSettings', 'begun', null, 'operatorName', null],
      ['changeSettings', 'done', 'Ana Lima', 'operatorName', null],
      ['addProfile', 'begun', 'Ana Lima', 'Practice', null],
      ['addProfile', 'done', 'Ana Lima', 'Practice', null],
      ['removeProfile', 'begun', 'Ana Lima', null, 'Practice'],
      ['removeProfile', 'done', 'Ana Lima', null, 'Practice'],
    ])
    expect(entries.every(({ account, computer }) => account === 'ana' && computer === 'desk-07')).toBe(true)
    expect(await valueOf(ask.checkAudit({}))).toEqual({ entries: 6, intact: true, firstBroken: null })
  })

  it('tells how an act failed, and of questions nothing at all', async () => {
    const { ask } = openTestDesk()
    await ask.removeProfile({ profileId: '01JD0000000000000000000000' })
    await ask.listProfiles({})
    await ask.readSettings({})
    const entries = await entriesOf(ask)
    expect(entries.map(({ phase, failure }) => [phase, failure])).toEqual([
      ['begun', null],
      ['failed', 'invalid'],
    ])
  })

  it('begins nothing that cannot be written down', async () => {
    const { ask } = openTestDesk({ wrapStorage: withoutLog })
    const refused = await ask.addProfile({ kind: 'practice', name: 'Practice', color: 'violet' })
    expect(refused).toEqual({ ok: false, failure: { kind: 'storage', reason: 'full' } })
    expect((await valueOf(ask.listProfiles({}))).profiles).toEqual([])
  })

  it('keeps no key, wherever a person may have put one', async () => {
    const { ask } = openTestDesk()
    const key = 'dgr_a_key_that_somebody_pasted_here_0123'
    await profileIn(ask, `Acme ${key}`)
    const entries = await entriesOf(ask)
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toContain(key)
    expect(entries[0]?.about).toBe('Acme [secret]')
  })

  it('keeps no number either: nothing in it can ever be erased', async () => {
    const { ask } = openTestDesk()
    await profileIn(ask, 'Ring +1 415 555 0123 back')
    const entries = await entriesOf(ask)
    expect(JSON.stringify(entries)).not.toMatch(/555/)
    expect(entries[0]?.about).toContain('Ring')
  })

  it('lets a leaked key be archived, and diagnostics be saved, when nothing can be written', async () => {
    const { ask } = openTestDesk({ wrapStorage: withoutLog })
    const gone = { profileId: '01JD0000000000000000000000', apiKeyId: 1, confirmation: '', compromised: 'in a mail' }
    expect(await ask.archiveKey(gone)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    const held = await ask.saveDiagnostics({ diagnosticsId: '00000000-0000-4000-8000-000000000001' })
    expect(held).not.toMatchObject({ failure: { kind: 'storage' } })
  })

  it('is copied out with its chain, so that the copy can be checked', async () => {
    const file = join(temporaryFolder(), 'acts.jsonl')
    const { ask } = openTestDesk({ parts: { chooseFile: async () => file } })
    await profileIn(ask)
    // The copy is an act itself, and begun before it is made.
    expect(await valueOf(ask.exportAudit({}))).toEqual({ file: 'acts.jsonl', entries: 3 })
    const links = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { entry: string; previousHash: string; hash: string })
    let previous = ''
    for (const { entry, previousHash, hash } of links) {
      expect([previousHash, hash]).toEqual([previous, auditHash(previous, entry)])
      previous = hash
    }
  })
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/audit.ts'
import type { Input } from '../../../src/contract/operations.ts'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { auditHash, type AuditLink } from '../../../src/main/storage/audit.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { goodNumbers, openListApp } from '../features/lists/open-list-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openTestApp, startService, valueOf } from '../../support/test-app.ts'
import { connectService } from '../../support/connect-service.ts'
import { type AuditLogDeps, createAuditLog } from '../../../src/main/app/audit.ts'
import { writeFileAtomically } from '../../../src/main/lib/write-file.ts'

const profileIn = async (operations: ReturnType<typeof openTestApp>['operations'], name = 'Practice') =>
  (await valueOf(operations.addProfile({ kind: 'practice', name, color: 'violet' }))).profile

const entriesOf = async (operations: ReturnType<typeof openTestApp>['operations']) =>
  (await valueOf(operations.listAudit({ before: null, limit: 50 }))).entries.toReversed()

/** Returns a storage that fails to append some audit entries. */
const withoutEntries =
  (isLost: (phase: AuditEntry['phase']) => boolean) =>
  (storage: Storage): Storage => ({
    ...storage,
    run: ((name: string, input: never) =>
      name === 'appendAudit' && isLost((input as { entry: AuditEntry }).entry.phase)
        ? Promise.resolve(fail({ kind: 'storage', reason: 'full' }))
        : storage.run(name as 'listAudit', input)) as Storage['run'],
  })
const withoutLog = withoutEntries(() => true)
const withoutEnds = withoutEntries((phase) => phase !== 'started')

describe('the audit log', () => {
  it('has an entry before and after each action, with the user, the computer and the subject', async () => {
    const { operations } = openTestApp()
    await valueOf(operations.changeSettings({ ...defaultSettings, operatorName: 'Ana Lima' }))
    const { id } = await profileIn(operations)
    await valueOf(operations.removeProfile({ profileId: id }))
    const entries = await entriesOf(operations)
    expect(
      entries.map(({ action: act, phase, person, about, profileName }) => [act, phase, person, about, profileName]),
    ).toEqual([
      ['changeSettings', 'started', null, 'operatorName', null],
      ['changeSettings', 'done', 'Ana Lima', 'operatorName', null],
      ['addProfile', 'started', 'Ana Lima', 'Practice', null],
      ['addProfile', 'done', 'Ana Lima', 'Practice', null],
      ['removeProfile', 'started', 'Ana Lima', null, 'Practice'],
      ['removeProfile', 'done', 'Ana Lima', null, 'Practice'],
    ])
    expect(entries.every(({ account, computer }) => account === 'ana' && computer === 'desk-07')).toBe(true)
    expect(await valueOf(operations.checkAudit({}))).toEqual({ entries: 6, intact: true, firstBroken: null })
  })

  it('records why an action failed, and does not record read operations', async () => {
    const { operations } = openTestApp()
    await operations.removeProfile({ profileId: '01JD0000000000000000000000' })
    await operations.listProfiles({})
    await operations.readSettings({})
    const entries = await entriesOf(operations)
    expect(entries.map(({ phase, failure }) => [phase, failure])).toEqual([
      ['started', null],
      ['failed', 'invalid'],
    ])
  })

  it('does not record an action as done if the user closed its file dialog', async () => {
    const { operations } = openTestApp({ parts: { chooseFile: async () => null } })
    await valueOf(operations.exportAudit({}))
    expect((await entriesOf(operations)).map(({ action, phase }) => [action, phase])).toEqual([
      ['exportAudit', 'started'],
      ['exportAudit', 'unfinished'],
    ])
  })

  it('does not record an erasure as done while some of the person’s data is left', async () => {
    const { operations } = openTestApp({
      wrapStorage: (storage) => ({
        ...storage,
        run: async (name, input) => {
          const outcome = await storage.run(name, input)
          // The value of this operation is an object.
          if (name === 'erasePerson' && outcome.ok)
            Object.assign(outcome.value as object, { unfinished: { hasMentions: false, reason: 'full' } })
          return outcome
        },
      }),
    })
    await valueOf(operations.erasePerson({ phoneNumber: '+14155550188', keepDoNotCall: false }))
    expect((await entriesOf(operations)).map(({ action, phase }) => [action, phase])).toEqual([
      ['erasePerson', 'started'],
      ['erasePerson', 'unfinished'],
    ])
  })

  it('has the running actions of this process, and none that an earlier process did not end', async () => {
    const chosen = Promise.withResolvers<null>()
    const asked = Promise.withResolvers<null>()
    const chooseFile = () => {
      asked.resolve(null)
      return chosen.promise
    }
    const first = openTestApp({ parts: { chooseFile } })
    const exporting = first.operations.exportAudit({})
    await asked.promise
    await profileIn(first.operations)
    const runningIn = async (operations: typeof first.operations) => {
      const entries = await entriesOf(operations)
      const ended = new Set(entries.flatMap(({ phase, actionId }) => (phase === 'started' ? [] : [actionId])))
      const open = entries.filter(({ actionId }) => !ended.has(actionId))
      return open.map(({ action, isRunning }) => [action, isRunning])
    }
    expect(await runningIn(first.operations)).toEqual([['exportAudit', true]])
    await first.app.close()
    const second = openTestApp({ file: first.file })
    expect(await runningIn(second.operations)).toEqual([['exportAudit', false]])
    chosen.resolve(null)
    await exporting
  })

  it('announces that an action has ended, even if its end could not be written', async () => {
    for (const wrapStorage of [(storage: Storage) => storage, withoutEnds]) {
      const { operations, announced } = openTestApp({ wrapStorage })
      await profileIn(operations)
      expect(announced.at(-1)).toBe('auditChanged {}')
    }
  })

  it('has no running action whose end could not be written', async () => {
    const { operations } = openTestApp({ wrapStorage: withoutEnds })
    await profileIn(operations)
    expect(await entriesOf(operations)).toMatchObject([{ action: 'addProfile', isRunning: false }])
  })

  it('has an action as running if its end was written after the entries were read', async () => {
    const chosen = Promise.withResolvers<null>()
    const asked = Promise.withResolvers<null>()
    const ended = Promise.withResolvers<null>()
    const { operations } = openTestApp({
      parts: {
        chooseFile() {
          asked.resolve(null)
          return chosen.promise
        },
      },
      wrapStorage: (storage) => ({
        ...storage,
        async run(name, input) {
          const result = await storage.run(name, input)
          if (name !== 'listAudit') return result
          chosen.resolve(null)
          await ended.promise
          return result
        },
      }),
    })
    const exporting = operations.exportAudit({}).then(() => ended.resolve(null))
    await asked.promise
    expect(await entriesOf(operations)).toMatchObject([{ action: 'exportAudit', isRunning: true }])
    await exporting
    expect(await entriesOf(operations)).toMatchObject([{ isRunning: false }, { phase: 'unfinished' }])
  })

  it('records the changes of a list row after which it may be called, and no other change', async () => {
    const requests: string[] = []
    const { operations } = openTestApp({
      wrapStorage: (storage) => ({
        ...storage,
        run(name, input) {
          requests.push(name)
          return storage.run(name, input)
        },
      }),
    })
    // An ID with many zeros may contain a part of a key that another test in this process used, and would be masked.
    const listId = '01JD7M3K5P9QRSTVWXYZ2B4C6D'
    const actions: Input<'changeRow'>['action'][] = [
      { kind: 'hold' },
      { kind: 'release', findings: [] },
      { kind: 'leaveOut' },
      { kind: 'putBack' },
      { kind: 'callAgain', callId: null },
    ]
    for (const action of actions) await operations.changeRow({ listId, row: 4, action })
    const subjects = (await entriesOf(operations)).filter(({ phase }) => phase === 'started').map(({ about }) => about)
    expect(subjects).toEqual(['release', 'putBack', 'callAgain'].map((kind) => `list ${listId}, row 4: ${kind}`))
    // The list is read only for an entry.
    expect(requests.filter((name) => name === 'readList')).toHaveLength(subjects.length)
  })

  it('names a list even if it is removed afterwards', async () => {
    const { operations } = openTestApp()
    const { id: profileId } = await profileIn(operations)
    const { listId, name } = await valueOf(operations.openPracticeList({ profileId }))
    await valueOf(operations.removeList({ listId }))
    const [, removed] = (await entriesOf(operations)).filter(({ action }) => action === 'removeList')
    expect(removed?.about).toBe(`list ${name} (${listId})`)
  })

  it('counts the calls of a list that is started or resumed', async () => {
    const { operations } = openTestApp()
    const { id: profileId } = await profileIn(operations)
    const { listId, name } = await valueOf(operations.openPracticeList({ profileId }))
    for (const calls of [1, 2]) await operations.startList({ listId, calls })
    const entries = (await entriesOf(operations)).filter(({ action }) => action === 'startList')
    expect([...new Set(entries.map(({ about }) => about))]).toEqual([
      `list ${name} (${listId}): 1 call`,
      `list ${name} (${listId}): 2 calls`,
    ])
  })

  it('records which lists were opened or created, and changes of a list’s type or consent column', async () => {
    const app = await openListApp()
    const { operations, savePlan } = app
    const list = await app.openNumbers(goodNumbers(1))
    const { listId } = list
    const none = await savePlan(list, list.targets.toReversed())
    await savePlan(none, none.targets, { type: 'debt', atOnce: 2 })
    await savePlan(none, [{ to: 'consent' }, { to: 'number' }], { type: 'debt', atOnce: 2 })
    await savePlan(none, null, { type: 'debt' })
    // The columns last used with the agent include one for consent.
    const second = await app.openNumbers(goodNumbers(1))
    const copied = await valueOf(operations.copyRows({ listId, states: ['ready', 'held', 'refused'] }))
    const ended = (await entriesOf(operations)).filter(({ phase }) => phase === 'done')
    const name = `list ${list.name} (${listId})`
    expect(ended.slice(1).map(({ action, about }) => [action, about])).toEqual([
      ['openListText', name],
      ['saveListPlan', `${name}, type and consent column unchanged`],
      ['saveListPlan', `${name}, type service → debt`],
      ['saveListPlan', `${name}, consent column none → 1`],
      ['saveListPlan', `${name}, type and consent column unchanged`],
      ['openListText', `list ${second.name} (${second.listId})`],
      ['saveListPlan', `list ${second.name} (${second.listId}), consent column none → 1`],
      ['copyRows', `list ${copied.name} (${copied.listId})`],
    ])
  }, 30_000)

  it.each([
    ['1 entry', ['+14155550101']],
    ['2 entries', ['+14155550101', '+14155550102']],
  ])('names a do-not-call file, its source and its %s, and no number in it', async (size, numbers) => {
    const file = join(temporaryFolder(), 'registry.csv')
    writeFileSync(file, ['Phone', ...numbers, ''].join('\n'))
    const { operations } = openTestApp({ parts: { chooseListFile: async () => file } })
    const imported = await valueOf(
      operations.importDoNotCall({ practice: false, source: 'Registry T', expiresAt: null }),
    )
    await valueOf(operations.removeDoNotCallImport({ importId: imported?.register.importId ?? '' }))
    const about = `Registry T, registry.csv, ${size}`
    expect((await entriesOf(operations)).map((entry) => entry.about)).toEqual(['Registry T', about, null, about])
  })

  it('does not start an action whose entry cannot be written', async () => {
    const { operations } = openTestApp({ wrapStorage: withoutLog })
    const refused = await operations.addProfile({ kind: 'practice', name: 'Practice', color: 'violet' })
    expect(refused).toEqual({ ok: false, failure: { kind: 'storage', reason: 'full' } })
    expect((await valueOf(operations.listProfiles({}))).profiles).toEqual([])
  })

  it('contains no key, wherever a user entered one', async () => {
    const { operations } = openTestApp()
    const key = 'dgr_A_key_that_a_user_pasted_here_0123'
    const archived = {
      profileId: '01JD0000000000000000000000',
      apiKeyId: 1,
      confirmation: '',
      compromised: `mail: ${key}`,
    }
    await operations.archiveKey(archived)
    const entries = await entriesOf(operations)
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toContain(key)
    expect(entries[0]?.about).toContain('[secret]')
  })

  it('has the names that exist, even if an entered key shares a word with them', async () => {
    const { origin, key } = await startService()
    const { operations } = openTestApp()
    const name = 'Harbour Insurance Quality Assurance'
    const { id: profileId } = await connectService(operations, { origin, key, name })
    await valueOf(operations.changeSettings({ ...defaultSettings, operatorName: 'Ana Harbour' }))
    const wrong = { from: 'typed', text: 'Harbour-Insurance-2026' } as const
    const { entryId } = await valueOf(operations.stageKey(wrong))
    expect(await operations.replaceKey({ profileId, entryId, keyStorage: 'keychain' })).toMatchObject({ ok: false })
    await valueOf(operations.createKey({ profileId, name: 'Harbour desk' }))
    const made = (await valueOf(operations.listKeys({ profileId, includeArchived: false }))).at(-1)
    await operations.archiveKey({ profileId, apiKeyId: made?.id ?? 0, confirmation: '', compromised: null })
    const entries = await entriesOf(operations)
    expect(entries.filter(({ action }) => action === 'replaceKey')).toMatchObject([
      { phase: 'started', profileName: name, person: 'Ana Harbour' },
      { phase: 'failed', profileName: name, person: 'Ana Harbour' },
    ])
    expect(JSON.stringify(entries)).not.toContain('[secret]')
  })

  it('masks a long part of a key in a name, and any part of it in a reason', async () => {
    const { operations } = openTestApp()
    const key = 'Zq8-stored.key/of+another~form=0123'
    await valueOf(operations.stageKey({ from: 'typed', text: key }))
    const { id: profileId } = await profileIn(operations, `Desk ${key.slice(4, 30)}`)
    await operations.archiveKey({
      profileId,
      apiKeyId: 99,
      confirmation: '',
      compromised: `mail: ${key.slice(10, 20)}`,
    })
    const entries = await entriesOf(operations)
    expect(entries.map(({ profileName, about }) => [profileName, about])).toEqual([
      ...[1, 2].map(() => [null, 'Desk [secret]']),
      ...[1, 2].map(() => ['Desk [secret]', 'key 99, compromised: mail: [secret]']),
    ])
  })

  it('masks a whole secret of fewer than 20 characters in a name', async () => {
    const { operations } = openTestApp()
    const proxy = { mode: 'manual', url: 'http://proxy.example.com:8080', user: 'ana' } as const
    await valueOf(operations.changeSettings({ ...defaultSettings, proxy }))
    const [password, key] = ['Sommer-2026!Proxy', 'dgr-9f2c-77ab-e1']
    await valueOf(operations.setProxyPassword({ text: password }))
    await valueOf(operations.stageKey({ from: 'typed', text: key }))
    await valueOf(operations.changeSettings({ ...defaultSettings, proxy, operatorName: `Ana ${password}` }))
    await operations.addProfile({ kind: 'practice', name: `Desk ${key}`, color: 'violet' })
    await profileIn(operations, `Desk ${Buffer.from(key).toString('hex')}`)
    await profileIn(operations, 'Sommer Proxy 2026')
    const text = JSON.stringify(await entriesOf(operations))
    for (const secret of [password, key, Buffer.from(key).toString('hex')]) expect(text).not.toContain(secret)
    expect(text).toContain('Ana [secret]')
    expect(text).toContain('Desk [secret]')
    expect(text).toContain('Sommer Proxy 2026')
  })

  it('contains no number, because it is never erased', async () => {
    const { operations } = openTestApp()
    await profileIn(operations, 'Ring +1 415 555 0123 back')
    const entries = await entriesOf(operations)
    expect(JSON.stringify(entries)).not.toMatch(/555/)
    expect(entries[0]?.about).toContain('Ring')
  })

  it('does not block archiving a leaked key or saving diagnostics when it cannot be written', async () => {
    const { operations } = openTestApp({ wrapStorage: withoutLog })
    const unknown = { profileId: '01JD0000000000000000000000', apiKeyId: 1, confirmation: '', compromised: 'in a mail' }
    expect(await operations.archiveKey(unknown)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    const held = await operations.saveDiagnostics({ diagnosticsId: '00000000-0000-4000-8000-000000000001' })
    expect(held).not.toMatchObject({ failure: { kind: 'storage' } })
  })

  it('is exported with its chain, so that the copy can be verified', async () => {
    const file = join(temporaryFolder(), 'acts.jsonl')
    const { operations } = openTestApp({ parts: { chooseFile: async () => file } })
    await profileIn(operations)
    // The export is itself audited before the copy is made.
    expect(await valueOf(operations.exportAudit({}))).toEqual({ file: 'acts.jsonl', entries: 3 })
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

const linkOf = (sequence: number): AuditLink => ({ sequence, entry: '{}', previousHash: '', hash: String(sequence) })
const count = 1_201
const links = Array.from({ length: count }, (_, index) => linkOf(index + 1))
const locked = fail({ kind: 'storage', reason: 'locked' })

/** Exports a log of many pages that is unreadable from the entry `brokenFrom` on. */
const exportTo = (file: string, brokenFrom = Infinity) => {
  const run = async (name: string, { after, limit }: { after: number; limit: number }) => {
    expect(name).toBe('auditLinks')
    return after >= brokenFrom ? locked : succeed(links.slice(after, after + limit))
  }
  // The export uses only this operation.
  const storage = { run } as unknown as AuditLogDeps['storage']
  const parts = {
    runningActions: new Set<string>(),
    chooseFile: async () => file,
    writeFile: writeFileAtomically,
    clock: () => Date.UTC(2026, 10, 21),
  }
  return createAuditLog({ storage, ...parts }).exportAudit()
}

it('exports the whole log, entry by entry', async () => {
  const file = join(temporaryFolder(), 'acts.jsonl')
  expect(await exportTo(file)).toEqual(succeed({ file: 'acts.jsonl', entries: count }))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(links)
})

it('reports a read failure during an export, and leaves no partial file', async () => {
  const folder = temporaryFolder()
  expect(await exportTo(join(folder, 'acts.jsonl'), 1_000)).toEqual(locked)
  expect(readdirSync(folder)).toEqual([])
})

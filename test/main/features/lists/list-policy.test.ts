import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { invalid } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type ListOptions } from '../../../../src/contract/list.ts'
import type { ListPolicy } from '../../../../src/contract/policy.ts'
import type { ListRule } from '../../../../src/domain/lists/list-policy.ts'
import { createListImporter } from '../../../../src/main/lists/import.ts'
import { messages } from '../../../../src/messages/index.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { importThread } from '../../../support/thread-entries.ts'
import type { TestAppOptions } from '../../../support/test-app.ts'
import { goodNumbers, openListApp } from './open-list-app.ts'
import { valueOf } from '../../../support/value-of.ts'
import { anyRoute } from '../../../support/a-call.ts'

/** Opens the app on a computer with these rules for lists; opening the same folder again is a restart. */
const openWithPolicy = (
  lists: ListPolicy | null,
  folder = temporaryFolder(),
  profileId?: string,
  parts: TestAppOptions['parts'] = {},
) => {
  const file = join(folder, 'policy.json')
  writeFileSync(file, JSON.stringify({ version: 1, ...(lists === null ? {} : { lists }) }))
  const policyFile = { file, owners: [process.getuid?.() ?? 0] }
  return openListApp({
    file: join(folder, 'rundesk.db'),
    parts: { policyFile, ...parts },
    ...(profileId === undefined ? {} : { profileId }),
  })
}

const notAllowed = (path: string[], words?: string) => ({
  ok: false,
  failure: { kind: 'invalid', issues: [{ path, code: 'listPolicy', words }] },
})

describe('a policy for call lists', () => {
  it('forbids types of lists', async () => {
    const { operations, openNumbers, agentUuid } = await openWithPolicy({ types: ['service'] })
    const list = await openNumbers(goodNumbers(2))
    const save = (options: Partial<ListOptions>) =>
      operations.saveListPlan({
        listId: list.listId,
        name: list.name,
        agentUuid,
        targets: null,
        route: anyRoute,
        options: { ...defaultListOptions, ...options },
      })
    for (const type of ['marketing', 'debt', 'other'] as const)
      expect(await save({ type })).toEqual(notAllowed(['options', 'type'], 'type'))
    expect(await save({ type: 'service' })).toMatchObject({ ok: true })
  })

  it('lowers the maximum number of calls of a list, and of concurrent calls', async () => {
    const { openNumbers } = await openWithPolicy({ maxCalls: 7, maxAtOnce: 2 })
    expect((await openNumbers(goodNumbers(2), { atOnce: 50 })).options).toMatchObject({ maxCalls: 7, atOnce: 2 })
    expect((await openNumbers(goodNumbers(3), { atOnce: 1, maxCalls: 3 })).options).toMatchObject({
      maxCalls: 3,
      atOnce: 1,
    })
  })

  it('shortens calling hours to the allowed ones, and does not change hours that it cannot shorten', async () => {
    const { openNumbers } = await openWithPolicy({ hours: { from: '10:00', to: '23:00' } })
    const hoursFor = async (numbers: number, hours: ListOptions['hours']) =>
      (await openNumbers(goodNumbers(numbers), { hours })).options.hours
    expect(await hoursFor(1, { from: '09:00', to: '22:00' })).toEqual({ from: '10:00', to: '22:00' })
    expect(await hoursFor(2, { from: '08:00', to: '10:00' })).toEqual({ from: '08:00', to: '10:00' })
    expect(await hoursFor(3, { from: '20:00', to: '02:00' })).toEqual({ from: '20:00', to: '02:00' })
    const unruled = await openWithPolicy(null)
    const early = { hours: { from: '06:00', to: '22:00' } }
    expect((await unruled.openNumbers(goodNumbers(1), early)).options.hours).toEqual({ from: '08:00', to: '21:00' })
  })

  it('holds rows without consent, and rows whose zone is never within the allowed hours', async () => {
    const consent = await openWithPolicy({ consentRequired: ['service'] })
    expect((await consent.openNumbers(goodNumbers(2))).counts).toMatchObject({ ready: 0, held: 2 })
    expect((await consent.openNumbers(goodNumbers(3), { type: 'debt' })).counts).toMatchObject({ ready: 3, held: 0 })
    const hours = await openWithPolicy({ hours: { from: '06:00', to: '08:30' } })
    expect((await hours.openNumbers(goodNumbers(2))).counts).toMatchObject({ ready: 0, held: 2 })
    const early = { hours: { from: '07:00', to: '08:00' } }
    expect((await hours.openNumbers(goodNumbers(3), early)).counts).toMatchObject({ ready: 3, held: 0 })
    const dates = Array.from({ length: 60 }, (_, day) => new Date(Date.now() + (day - 2) * 86_400_000).toISOString())
    const closed = await openWithPolicy({ holidays: dates.map((date) => date.slice(0, 10)) })
    // These rows wait for the first day that is not a holiday.
    expect((await closed.openNumbers(goodNumbers(2))).counts).toMatchObject({ ready: 2, held: 0 })
  })

  it('prevents the start of a list that was planned before the policy was set', async () => {
    const folder = temporaryFolder()
    const first = await openWithPolicy(null, folder)
    const list = await first.openNumbers(goodNumbers(2))
    await first.app.close()
    const rules: [ListRule, ListPolicy][] = [
      ['noLists', { types: [] }],
      ['type', { types: ['debt'] }],
      ['maxCalls', { maxCalls: 1 }],
      ['maxAtOnce', { maxAtOnce: 1 }],
    ]
    for (const [rule, lists] of rules) {
      const { app, operations } = await openWithPolicy(lists, folder, first.profileId)
      const start = await operations.startList({ listId: list.listId, calls: 2 })
      expect(start).toEqual(notAllowed(['options'], rule))
      expect((await valueOf(operations.getList({ listId: list.listId }))).state).toBe('draft')
      await app.close()
    }
  })

  it('holds rows without the required consent, even if the list was planned before the policy was set', async () => {
    const folder = temporaryFolder()
    const first = await openWithPolicy(null, folder)
    const { listId, counts } = await first.openNumbers(goodNumbers(2))
    expect(counts).toMatchObject({ ready: 2, held: 0 })
    await first.app.close()
    const { operations } = await openWithPolicy({ consentRequired: ['service'] }, folder, first.profileId)
    const start = await operations.startList({ listId, calls: 2 })
    expect(start).toMatchObject({ ok: false, failure: { issues: [{ code: 'listCount' }] } })
    expect((await valueOf(operations.getList({ listId }))).counts).toMatchObject({ ready: 0, held: 2 })
  })

  /** Plans a list without a policy, and opens the app again with a policy that requires a consent that no row has. */
  const restartWithConsent = async (partsFor: (file: string) => TestAppOptions['parts'] = () => ({})) => {
    const folder = temporaryFolder()
    const first = await openWithPolicy(null, folder)
    const { listId } = await first.openNumbers(goodNumbers(2))
    await first.app.close()
    const parts = partsFor(join(folder, 'rundesk.db'))
    const { operations } = await openWithPolicy({ consentRequired: ['service'] }, folder, first.profileId, parts)
    return {
      start: () => operations.startList({ listId, calls: 2 }),
      list: () => valueOf(operations.getList({ listId })),
    }
  }

  it('holds rows without the required consent, even if the list is started twice at once', async () => {
    const { start, list } = await restartWithConsent()
    expect(await Promise.all([start(), start()])).toEqual([
      invalid(['calls'], 'listCount'),
      invalid(['listId'], 'listState'),
    ])
    expect(await list()).toMatchObject({ state: 'draft', counts: { ready: 0, held: 2 } })
  })

  it('prevents the start of a list whose check was canceled', async () => {
    const { start, list } = await restartWithConsent((file) => {
      const importer = createListImporter({ file, worker: importThread })
      const check: typeof importer.check = (job, progress) => {
        const checked = importer.check(job, progress)
        importer.cancel(job.listId)
        return checked
      }
      return { importer: { ...importer, check } }
    })
    expect(await start()).toEqual(invalid(['listId'], 'listState'))
    expect((await list()).state).toBe('draft')
  })

  it('changes how long the rows of a paused list wait that its earlier hours or holidays put off', async () => {
    const folder = temporaryFolder()
    const first = await openWithPolicy(null, folder)
    const { listId } = await first.openNumbers(goodNumbers(2))
    await first.app.close()
    const month = Date.now() + 30 * 86_400_000
    const putOff = (): void => {
      const database = new DatabaseSync(join(folder, 'rundesk.db'), { timeout: 10_000 })
      // Practice lists have no calling hours.
      database.exec(`UPDATE lists SET practice = 0, state = 'paused';
        UPDATE list_rows SET not_before = 2, due_at = ${month}`)
      database.close()
    }
    putOff()
    const { operations, savePlan } = await openWithPolicy({ holidays: [] }, folder, first.profileId)
    const list = () => valueOf(operations.getList({ listId }))
    const expectSooner = async () => expect(Date.parse((await list()).waiting.until ?? '1970')).toBeLessThan(month)
    await expectSooner()
    putOff()
    const refused = { failure: { issues: [{ code: 'listCount' }] } }
    expect(await operations.startList({ listId, calls: 1 })).toMatchObject(refused)
    await expectSooner()
    putOff()
    await savePlan(await list(), null)
    await expectSooner()
  })

  it('no longer holds the rows of a paused list that had no calling hours with an earlier policy', async () => {
    const folder = temporaryFolder()
    const first = await openWithPolicy({ hours: { from: '06:00', to: '08:30' } }, folder)
    const { listId } = await first.openNumbers(goodNumbers(2))
    await first.app.close()
    const database = new DatabaseSync(join(folder, 'rundesk.db'), { timeout: 10_000 })
    database.exec("UPDATE lists SET state = 'paused'")
    database.close()
    const { until } = await openWithPolicy(null, folder, first.profileId)
    expect((await until(listId, ({ counts }) => counts.ready === 2)).counts.held).toBe(0)
  })

  it('is shown with its rules', async () => {
    const rules: ListPolicy = {
      types: ['debt'],
      hours: { from: '10:00', to: '18:00' },
      maxCalls: 1000,
      maxAtOnce: 1,
      holidays: [],
    }
    const { operations } = await openWithPolicy(rules)
    expect((await valueOf(operations.readPolicy({}))).lists).toEqual(rules)
    const shown = messages.policy.listRules(rules)
    for (const part of ['10:00', '18:00', '1,000']) expect(shown).toContain(part)
    expect(messages.policy.listRules({ types: [] })).not.toBe('')
    // “Also” refers to marketing lists, which always need consent.
    const consent = (allowed?: ListPolicy['types']) =>
      messages.policy.listRules({ types: allowed, consentRequired: ['debt'] })
    expect(consent()).toContain('also')
    expect(consent(['marketing', 'debt'])).toContain('also')
    expect(consent(['debt'])).not.toContain('also')
  })
})

import { describe, expect, it } from 'vitest'
import { everyCall } from '../../../../../src/contract/call-list.ts'
import { noFilters } from '../../../../../src/renderer/features/runs/filters/filters.ts'
import { queryOf, createViews, isSameQuery } from '../../../../../src/renderer/features/runs/filters/views.tsx'
import { createFakeApi, type FakeApiOptions } from '../../../../support/fake-api.ts'

const now = new Date('2026-11-21T15:30:00').getTime()

const open = (failing: NonNullable<FakeApiOptions['failing']> = {}) => {
  const api = createFakeApi({ now: () => now, failing })
  let byte = 0
  const randomBytes = (length: number) => Uint8Array.from({ length }, () => (byte += 7) % 256)
  const views = createViews({ api, now: () => now, randomBytes })
  return { api, views, state: () => views.store.getState() }
}

const unknownToday = {
  search: 'jane',
  filters: {
    ...noFilters,
    states: ['unknown' as const],
    learned: [{ kind: 'tag' as const, value: 'pays by card' }],
    duration: { from: 30, to: null },
    credits: { from: null, to: 0.5 },
    days: { kind: 'today' as const },
  },
}

describe('saved views', () => {
  it('are saved with relative days and restore the same query', async () => {
    const { api, views, state } = open()
    expect(await views.save('Unknown today', unknownToday)).toBe(true)
    const [view] = state().views
    if (!view) throw new Error('Nothing was saved.')
    expect(view.viewId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(view).toMatchObject({ search: 'jane', days: 'today', filter: { states: ['unknown'] } })
    expect(state().appliedId).toBe(view.viewId)
    expect(isSameQuery(queryOf(view), unknownToday)).toBe(true)
    const others = { ...unknownToday.filters, learned: [{ kind: 'result' as const, value: 'pays by card' }] }
    expect(isSameQuery({ ...unknownToday, filters: others }, unknownToday)).toBe(false)
    for (const range of ['duration', 'credits']) {
      const wider = { ...unknownToday.filters, [range]: { from: null, to: null } }
      expect(isSameQuery({ ...unknownToday, filters: wider }, unknownToday)).toBe(false)
    }
    const kept = await api.listViews({})
    expect(kept.ok && kept.value).toEqual(state().views)
  })

  it('are updated under the same ID, renamed and removed', async () => {
    const { views, state } = open()
    await views.save('Mine', unknownToday)
    const viewId = state().appliedId ?? ''
    await views.save('Mine', { search: '', filters: { ...noFilters, practice: true } }, viewId)
    expect(state().views).toHaveLength(1)
    expect(state().views[0]).toMatchObject({ viewId, search: '', days: null, filter: { practice: true } })
    const [view] = state().views
    if (view) await views.rename(view, 'Practice')
    expect(state().views.map(({ name }) => name)).toEqual(['Practice'])
    expect(await views.remove(viewId)).toBe(true)
    expect(state()).toMatchObject({ views: [], appliedId: null })
  })

  it('report a failed save and keep the saved views', async () => {
    const failing: NonNullable<FakeApiOptions['failing']> = {}
    const { views, state } = open(failing)
    await views.save('Mine', unknownToday)
    failing.saveView = { kind: 'storage', reason: 'full' }
    expect(await views.save('Other', unknownToday)).toBe(false)
    expect(state()).toMatchObject({ views: [{ name: 'Mine' }], failure: failing.saveView })
  })

  it('are equal regardless of the order in which values were selected, and differ if a single value differs', () => {
    const one = { search: '', filters: { ...noFilters, states: ['unknown' as const, 'sending' as const] } }
    const other = { search: '', filters: { ...noFilters, states: ['sending' as const, 'unknown' as const] } }
    expect(isSameQuery(one, other)).toBe(true)
    expect(isSameQuery(one, { search: '', filters: { ...noFilters, states: ['sending'] } })).toBe(false)
    expect(isSameQuery(one, { ...other, search: 'x' })).toBe(false)
  })

  it('restore a range of calendar days', () => {
    const filter = {
      ...everyCall,
      from: new Date('2026-11-01T00:00:00').toISOString(),
      until: new Date('2026-11-04T00:00:00').toISOString(),
    }
    const view = { viewId: '00000000-0000-4000-8000-000000000010', name: 'x', search: '', filter, days: null }
    expect(queryOf(view).filters.days).toEqual({ kind: 'between', from: '2026-11-01', until: '2026-11-03' })
  })
})

import { describe, expect, it } from 'vitest'
import { everyCall } from '../../../src/contract/call-filter.ts'
import { anyCall } from '../../../src/renderer/runs/filters/wish.ts'
import { askedOf, createViews, isSameAsked } from '../../../src/renderer/runs/views/views-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'

const now = new Date('2026-11-21T15:30:00').getTime()

const open = (failing: NonNullable<FakeDeskOptions['failing']> = {}) => {
  const desk = createFakeDesk({ now: () => now, failing })
  let byte = 0
  const randomBytes = (length: number) => Uint8Array.from({ length }, () => (byte += 7) % 256)
  const views = createViews({ desk, now: () => now, randomBytes })
  return { desk, views, state: () => views.store.getState() }
}

const unknownToday = {
  search: 'jane',
  wish: { ...anyCall, states: ['unknown' as const], days: { kind: 'today' as const } },
}

describe('saved views', () => {
  it('are kept with what moves on by the calendar, and stand for the same again', async () => {
    const { desk, views, state } = open()
    expect(await views.save('Unknown today', unknownToday)).toBe(true)
    const [view] = state().views
    if (!view) throw new Error('Nothing was saved.')
    expect(view.viewId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(view).toMatchObject({ search: 'jane', days: 'today', filter: { states: ['unknown'] } })
    expect(state().appliedId).toBe(view.viewId)
    expect(isSameAsked(askedOf(view), unknownToday)).toBe(true)
    const kept = await desk.listViews({})
    expect(kept.ok && kept.value).toEqual(state().views)
  })

  it('are changed under their id, renamed and removed', async () => {
    const { views, state } = open()
    await views.save('Mine', unknownToday)
    const viewId = state().appliedId ?? ''
    await views.save('Mine', { search: '', wish: { ...anyCall, practice: true } }, viewId)
    expect(state().views).toHaveLength(1)
    expect(state().views[0]).toMatchObject({ viewId, search: '', days: null, filter: { practice: true } })
    const [view] = state().views
    if (view) await views.rename(view, 'Practice')
    expect(state().views.map(({ name }) => name)).toEqual(['Practice'])
    expect(await views.remove(viewId)).toBe(true)
    expect(state()).toMatchObject({ views: [], appliedId: null })
  })

  it('say why when the disk does not take them, and keep the ones there are', async () => {
    const failing: NonNullable<FakeDeskOptions['failing']> = {}
    const { views, state } = open(failing)
    await views.save('Mine', unknownToday)
    failing.saveView = { kind: 'storage', reason: 'full' }
    expect(await views.save('Other', unknownToday)).toBe(false)
    expect(state()).toMatchObject({ views: [{ name: 'Mine' }], failure: failing.saveView })
  })

  it('are the same whatever the order in which things were ticked, and differ by a single one', () => {
    const one = { search: '', wish: { ...anyCall, states: ['unknown' as const, 'sending' as const] } }
    const other = { search: '', wish: { ...anyCall, states: ['sending' as const, 'unknown' as const] } }
    expect(isSameAsked(one, other)).toBe(true)
    expect(isSameAsked(one, { search: '', wish: { ...anyCall, states: ['sending'] } })).toBe(false)
    expect(isSameAsked(one, { ...other, search: 'x' })).toBe(false)
  })

  it('stand for days of the calendar where they name some', () => {
    const filter = {
      ...everyCall,
      from: new Date('2026-11-01T00:00:00').toISOString(),
      until: new Date('2026-11-04T00:00:00').toISOString(),
    }
    const view = { viewId: '00000000-0000-4000-8000-000000000010', name: 'x', search: '', filter, days: null }
    expect(askedOf(view).wish.days).toEqual({ kind: 'between', from: '2026-11-01', until: '2026-11-03' })
  })
})

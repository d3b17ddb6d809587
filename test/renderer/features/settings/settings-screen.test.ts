import { describe, expect, it } from 'vitest'
import { auditActions, createAuditLog } from '../../../../src/renderer/features/settings/settings-screen.tsx'
import { createFakeApi } from '../../../support/fake-api.ts'
import { fakeEntries } from '../../../support/fake-api/settings.ts'

const now = () => Date.parse('2026-11-21T10:00:00Z')

describe('the audit log', () => {
  it('shows both entries of an action as one line with its result', () => {
    const entries = fakeEntries(
      [{ action: 'addProfile' }, { action: 'archiveKey', failure: 'refused' }, { action: 'rotateKey', ended: false }],
      now,
    )
    expect(auditActions(entries).map(({ action, end, failure }) => [action, end, failure])).toEqual([
      ['rotateKey', 'cut', null],
      ['archiveKey', 'failed', 'refused'],
      ['addProfile', 'done', null],
    ])
  })

  it('shows an action without an end as in progress only if main reports it as running', () => {
    const entries = fakeEntries([{ action: 'archiveKey', ended: false }, { action: 'exportAudit' }], now)
    const endsOf = (isRunning: boolean) =>
      auditActions(entries.map((entry) => ({ ...entry, isRunning }))).map(({ end }) => end)
    expect(endsOf(true)).toEqual(['done', 'running'])
    expect(endsOf(false)).toEqual(['done', 'cut'])
  })

  it('shows an action whose outcome is unknown', () => {
    const [ended, started] = fakeEntries([{ action: 'createKey', failure: 'unavailable' }], now)
    if (ended === undefined || started === undefined) throw new Error('An action has two entries.')
    expect(auditActions([{ ...ended, phase: 'unknown' }, started])).toMatchObject([{ end: 'unknown' }])
  })

  it('shows the subject that the result of an action names', () => {
    const [ended, started] = fakeEntries([{ action: 'archiveKey', about: 'key 10' }], now)
    if (ended === undefined || started === undefined) throw new Error('An action has two entries.')
    const [action] = auditActions([{ ...ended, about: 'Nightly (dgr_1234…)' }, started])
    expect(action?.about).toBe('Nightly (dgr_1234…)')
  })

  it('loads older entries', async () => {
    const entries = Array.from({ length: 50 }, (_, index) => ({
      action: 'exportCalls' as const,
      about: `turn ${index}`,
    }))
    const log = createAuditLog(createFakeApi({ audit: { actions: entries } }))
    await log.load()
    expect(log.store.getState()).toMatchObject({ step: 'ready', more: true })
    expect(auditActions(log.store.getState().entries)).toHaveLength(20)
    await log.loadOlder()
    await log.loadOlder()
    expect(log.store.getState()).toMatchObject({ more: false })
    expect(auditActions(log.store.getState().entries)).toHaveLength(50)
  })

  it('keeps its entries when a reload fails', async () => {
    const failing: NonNullable<Parameters<typeof createFakeApi>[0]>['failing'] = {}
    const log = createAuditLog(createFakeApi({ failing }))
    await log.load()
    failing.listAudit = { kind: 'storage', reason: 'corrupt' }
    await log.load()
    expect(log.store.getState().step).toBe('failed')
    expect(log.store.getState().entries.length).toBeGreaterThan(0)
  })
})

import { describe, expect, it } from 'vitest'
import { actsOf, createActsStore } from '../../../src/renderer/settings/acts-store.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { fakeEntries } from '../../support/fake-desk/fake-audit.ts'

const now = () => Date.parse('2026-11-21T10:00:00Z')

describe('the log of acts on the screen', () => {
  it('makes one line of both entries of an act, and says how it ended', () => {
    const entries = fakeEntries(
      [{ act: 'addProfile' }, { act: 'archiveKey', failure: 'refused' }, { act: 'rotateKey', ended: false }],
      now,
    )
    expect(actsOf(entries).map(({ act, end, failure }) => [act, end, failure])).toEqual([
      ['rotateKey', 'open', null],
      ['archiveKey', 'failed', 'refused'],
      ['addProfile', 'done', null],
    ])
  })

  it('goes on to older ones where it stopped', async () => {
    const told = Array.from({ length: 50 }, (_, index) => ({ act: 'exportCalls' as const, about: `turn ${index}` }))
    const acts = createActsStore(createFakeDesk({ audit: { acts: told } }))
    await acts.load()
    expect(acts.store.getState()).toMatchObject({ step: 'known', more: true })
    expect(actsOf(acts.store.getState().entries)).toHaveLength(20)
    await acts.older()
    await acts.older()
    expect(acts.store.getState()).toMatchObject({ more: false })
    expect(actsOf(acts.store.getState().entries)).toHaveLength(50)
  })

  it('keeps what it shows when the log cannot be read any more', async () => {
    const failing: NonNullable<Parameters<typeof createFakeDesk>[0]>['failing'] = {}
    const acts = createActsStore(createFakeDesk({ failing }))
    await acts.load()
    failing.listAudit = { kind: 'storage', reason: 'corrupt' }
    await acts.load()
    expect(acts.store.getState().step).toBe('failed')
    expect(acts.store.getState().entries.length).toBeGreaterThan(0)
  })
})

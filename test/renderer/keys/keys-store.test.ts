import { describe, expect, it } from 'vitest'
import { createKeysStore, isConfirmed, sortKeys } from '../../../src/renderer/keys/keys-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme, fakeKeys } from '../../support/fake-desk/fake-world.ts'

const open = async (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk({ profiles: [acme], ...options })
  const keys = createKeysStore({ desk, now: () => 0, randomBytes: (length) => new Uint8Array(length) }, acme.id)
  await keys.keys.ask()
  const named = (name: string) => {
    const key = keys.keys.store.getState().known?.value.find((one) => one.name === name)
    if (!key) throw new Error(`no key ${name}`)
    return key
  }
  return { keys, named }
}

describe('keys', () => {
  it('puts working keys first, the newest at the top', () => {
    expect(sortKeys(fakeKeys).map(({ name }) => name)).toEqual(['nightly import', 'desk-07', 'desk-03'])
  })

  it('archives the key this app uses only when its name was typed', async () => {
    const { keys, named } = await open()
    keys.askArchive(named('desk-07'))
    expect(isConfirmed(keys.store.getState())).toBe(false)
    await keys.archive()
    expect(named('desk-07').archived).toBe(false)
    keys.change({ typed: 'desk-07' })
    await keys.archive()
    expect(named('desk-07').archived).toBe(true)
    expect(keys.store.getState()).toMatchObject({ step: 'done', what: 'archived' })
  })

  it('reactivates', async () => {
    const { keys, named } = await open()
    await keys.askReactivate(named('desk-03'))
    expect(named('desk-03').archived).toBe(false)
  })

  it('tells a refusal and leaves the list as it was', async () => {
    const { keys, named } = await open({ failing: { archiveKey: { kind: 'forbidden', detail: 'no' } } })
    keys.askArchive(named('nightly import'))
    await keys.archive()
    expect(keys.store.getState()).toMatchObject({ step: 'failed', failure: { kind: 'forbidden' } })
    expect(named('nightly import').archived).toBe(false)
  })

  it('archives as compromised with a reason, and brings such a key back only with another', async () => {
    const { keys, named } = await open()
    keys.askArchive(named('nightly import'))
    keys.change({ isCompromised: true })
    expect(isConfirmed(keys.store.getState())).toBe(false)
    keys.change({ reason: 'It stood in a mail.' })
    await keys.archive()
    expect(named('nightly import').mark?.compromised.reason).toBe('It stood in a mail.')
    await keys.askReactivate(named('nightly import'))
    expect(keys.store.getState().step).toBe('reasoning')
    await keys.reactivate()
    expect(named('nightly import').archived).toBe(true)
    keys.change({ reason: 'The mail never left.' })
    await keys.reactivate()
    expect(named('nightly import')).toMatchObject({ archived: false, mark: { reactivated: { by: 'ana' } } })
  })
})

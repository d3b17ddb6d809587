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
    keys.typeName('desk-07')
    await keys.archive()
    expect(named('desk-07').archived).toBe(true)
    expect(keys.store.getState()).toMatchObject({ step: 'done', what: 'archived' })
  })

  it('reactivates', async () => {
    const { keys, named } = await open()
    await keys.reactivate(named('desk-03'))
    expect(named('desk-03').archived).toBe(false)
  })

  it('tells a refusal and leaves the list as it was', async () => {
    const { keys, named } = await open({ failing: { archiveKey: { kind: 'forbidden', detail: 'no' } } })
    keys.askArchive(named('nightly import'))
    await keys.archive()
    expect(keys.store.getState()).toMatchObject({ step: 'failed', failure: { kind: 'forbidden' } })
    expect(named('nightly import').archived).toBe(false)
  })
})

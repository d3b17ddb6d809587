import { describe, expect, it } from 'vitest'
import { fail, invalid, succeed } from '../../../../src/contract/failure.ts'
import {
  createdSince,
  createKeysStore,
  isConfirmed,
  isSince,
  sortKeys,
} from '../../../../src/renderer/features/keys/keys-store.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { acme, fakeKeys } from '../../../support/fake-api/data.ts'

const open = async (options: FakeApiOptions = {}, api = createFakeApi({ profiles: [acme], ...options })) => {
  const keys = createKeysStore({ api, now: () => 0, randomBytes: (length) => new Uint8Array(length) }, acme.id)
  await keys.keys.load()
  const named = (name: string) => {
    const key = keys.keys.store.getState().data?.value.find((one) => one.name === name)
    if (!key) throw new Error(`no key ${name}`)
    return key
  }
  return { api, keys, named }
}

describe('keys', () => {
  it('sorts active keys first, each group newest first', () => {
    expect(sortKeys(fakeKeys).map(({ name }) => name)).toEqual(['nightly import', 'desk-07', 'desk-03'])
  })

  it('archives a key that this app uses only after its name has been typed', async () => {
    const { keys, named } = await open()
    keys.confirmArchive(named('desk-07'))
    expect(isConfirmed(keys.store.getState())).toBe(false)
    await keys.archive()
    expect(named('desk-07').archived).toBe(false)
    keys.change({ typed: ' desk-07 ' })
    await keys.archive()
    expect(named('desk-07').archived).toBe(true)
    expect(keys.store.getState()).toMatchObject({ step: 'done', what: 'archived' })
  })

  it('archives a key that a profile may use, because its key can’t be read, only after its name has been typed', async () => {
    const { keys, named } = await open({ keys: fakeKeys.map((key) => ({ ...key, maybeUsedBy: ['Nightly'] })) })
    keys.confirmArchive(named('nightly import'))
    expect(isConfirmed(keys.store.getState())).toBe(false)
    keys.change({ typed: 'nightly import' })
    await keys.archive()
    expect(named('nightly import').archived).toBe(true)
  })

  it('drops the result of archiving after the key was reactivated elsewhere', async () => {
    const { api, keys, named } = await open()
    const { id } = named('nightly import')
    keys.confirmArchive(named('nightly import'))
    await keys.archive()
    await keys.keys.refresh()
    expect(keys.store.getState().step).toBe('done')
    await api.reactivateKey({ profileId: acme.id, apiKeyId: id, reason: '' })
    await keys.keys.refresh()
    expect(keys.store.getState().step).toBe('idle')
  })

  it('drops the result of archiving once the list is another organization’s', async () => {
    const api = createFakeApi({ profiles: [acme] })
    let isOther = false
    const ofOther = succeed(fakeKeys.map((key) => ({ ...key, id: key.id + 100 })))
    const listKeys: typeof api.listKeys = async (input) => (isOther ? ofOther : api.listKeys(input))
    const { keys, named } = await open({}, { ...api, listKeys })
    keys.confirmArchive(named('nightly import'))
    await keys.archive()
    expect(keys.store.getState().step).toBe('done')
    isOther = true
    await keys.keys.refresh()
    expect(keys.store.getState().step).toBe('idle')
  })

  it('loads the list again after a refusal, and drops the refusal once a later list differs', async () => {
    const { api, keys, named } = await open()
    const key = named('nightly import')
    keys.confirmArchive(key)
    // Another computer archives the other active key.
    const elsewhere = { profileId: acme.id, apiKeyId: named('desk-07').id }
    await api.archiveKey({ ...elsewhere, confirmation: 'desk-07', compromised: null })
    await keys.archive()
    const refused = { step: 'failed', failure: invalid(['apiKeyId'], 'onlyKey').failure }
    expect(keys.store.getState()).toMatchObject(refused)
    expect(named('desk-07').archived).toBe(true)
    await keys.keys.refresh()
    expect(keys.store.getState()).toMatchObject(refused)
    await api.reactivateKey({ ...elsewhere, reason: '' })
    await keys.keys.refresh()
    expect(keys.store.getState().step).toBe('idle')
  })

  it('reactivates a key after a confirmation', async () => {
    const { keys, named } = await open()
    keys.confirmReactivate(named('desk-03'))
    expect(keys.store.getState()).toMatchObject({ step: 'reactivating', reason: '' })
    await keys.keys.refresh()
    expect(named('desk-03').archived).toBe(true)
    await keys.reactivate()
    expect(named('desk-03').archived).toBe(false)
  })

  it('reports a refusal and keeps the list unchanged', async () => {
    const { keys, named } = await open({ failing: { archiveKey: { kind: 'forbidden', detail: 'no' } } })
    keys.confirmArchive(named('nightly import'))
    await keys.archive()
    expect(keys.store.getState()).toMatchObject({
      step: 'failed',
      what: 'archived',
      failure: { kind: 'forbidden' },
      isUnconfirmed: false,
    })
    expect(named('nightly import').archived).toBe(false)
  })

  describe('after the answer to a change is lost', () => {
    const lost = { ...fail({ kind: 'unavailable', cause: 'cut' }), unconfirmed: true } as const
    /** Opens the keys with an API that loses the response to an archiving and, unless `setListed`, those to the lists after it. */
    const loseAnswer = async () => {
      const api = createFakeApi({ profiles: [acme] })
      let isListed = true
      let answer: Awaited<ReturnType<typeof api.archiveKey>> = lost
      const listKeys: typeof api.listKeys = (input) => (isListed ? api.listKeys(input) : Promise.resolve(lost))
      const opened = await open({}, { ...api, listKeys, archiveKey: async () => answer })
      const setListed = (to: boolean): void => void (isListed = to)
      const key = opened.named('nightly import')
      const archiveElsewhere = (compromised: string | null = null) =>
        api.archiveKey({ profileId: acme.id, apiKeyId: key.id, confirmation: '', compromised })
      const reactivateElsewhere = () =>
        api.reactivateKey({ profileId: acme.id, apiKeyId: key.id, reason: 'It was replaced there.' })
      const archive = async () => {
        opened.keys.confirmArchive(key)
        await opened.keys.archive()
      }
      const setAnswer = (to: typeof answer): void => void (answer = to)
      return { ...opened, key, setListed, setAnswer, archive, archiveElsewhere, reactivateElsewhere }
    }

    it('says that the change was made if the list shows it', async () => {
      const { keys, archive, setListed, archiveElsewhere } = await loseAnswer()
      setListed(false)
      await archive()
      expect(keys.store.getState()).toMatchObject({ step: 'failed', isUnconfirmed: true })
      await archiveElsewhere()
      await keys.keys.refresh()
      expect(keys.store.getState()).toMatchObject({ step: 'failed', isUnconfirmed: true })
      setListed(true)
      await keys.keys.refresh()
      expect(keys.store.getState()).toMatchObject({ step: 'done', what: 'archived' })
    })

    it('says that the change was made although a second try failed', async () => {
      const { keys, archive, setListed, setAnswer, archiveElsewhere } = await loseAnswer()
      setListed(false)
      await archive()
      setAnswer(fail({ kind: 'unreachable', cause: 'refused' }))
      await archive()
      expect(keys.store.getState()).toMatchObject({ failure: { kind: 'unreachable' }, isUnconfirmed: true })
      await archiveElsewhere()
      setListed(true)
      await keys.keys.refresh()
      expect(keys.store.getState()).toMatchObject({ step: 'done', what: 'archived' })
    })

    it('does not take a failure for unclear once a list shows that the earlier change was not made', async () => {
      const { keys, key, archive, setListed, setAnswer } = await loseAnswer()
      setListed(false)
      await archive()
      keys.confirmArchive(key)
      setListed(true)
      await keys.keys.refresh()
      setAnswer(fail({ kind: 'unreachable', cause: 'refused' }))
      await keys.archive()
      expect(keys.store.getState()).toMatchObject({ step: 'failed', isUnconfirmed: false })
    })

    it('still says so after a second try was canceled', async () => {
      const { keys, key, archive, setListed } = await loseAnswer()
      setListed(false)
      await archive()
      keys.confirmArchive(key)
      keys.cancel()
      expect(keys.store.getState()).toMatchObject({ step: 'failed', isUnconfirmed: true })
    })

    it.each([true, false])('answers it after the screen was closed; the change was made: %s', async (isMade) => {
      const { keys, archive, setListed, archiveElsewhere } = await loseAnswer()
      setListed(false)
      await archive()
      if (isMade) await archiveElsewhere()
      keys.leave()
      keys.enter()
      expect(keys.store.getState()).toMatchObject({ step: 'failed', isUnconfirmed: true })
      setListed(true)
      await keys.keys.refresh()
      expect(keys.store.getState().step).toBe(isMade ? 'done' : 'idle')
      keys.leave()
      keys.enter()
      expect(keys.store.getState().step).toBe('idle')
    })

    it('says that the reason was not saved if the list shows the change without it', async () => {
      const { keys, named, archiveElsewhere } = await loseAnswer()
      keys.confirmArchive(named('nightly import'))
      keys.change({ isCompromised: true, reason: 'It was in an email.' })
      await keys.archive()
      await archiveElsewhere()
      await keys.keys.refresh()
      expect(keys.store.getState()).toMatchObject({ step: 'done', unsavedReason: { failure: null } })
    })

    it('keeps why the reason was not saved until the list shows the change', async () => {
      const api = createFakeApi({ profiles: [acme] })
      const reasonFailure = { kind: 'storage', reason: 'full' } as const
      const { keys, named } = await open({}, { ...api, archiveKey: async () => ({ ...lost, reasonFailure }) })
      const { id: apiKeyId } = named('nightly import')
      keys.confirmArchive(named('nightly import'))
      keys.change({ isCompromised: true, reason: 'It was in an email.' })
      await keys.archive()
      expect(keys.store.getState()).toMatchObject({ step: 'failed', isUnconfirmed: true })
      await api.archiveKey({ profileId: acme.id, apiKeyId, confirmation: '', compromised: null })
      await keys.keys.refresh()
      expect(keys.store.getState()).toMatchObject({ step: 'done', unsavedReason: { failure: reasonFailure } })
    })

    it('says that the reason was not saved although the key has an earlier mark', async () => {
      const { keys, named, archiveElsewhere, reactivateElsewhere } = await loseAnswer()
      await archiveElsewhere('It was in an email.')
      await reactivateElsewhere()
      keys.confirmArchive(named('nightly import'))
      keys.change({ isCompromised: true, reason: 'It was in a chat.' })
      await keys.archive()
      await archiveElsewhere()
      await keys.keys.refresh()
      expect(keys.store.getState()).toMatchObject({ step: 'done', unsavedReason: { failure: null } })
    })

    it('does not say that the result is unclear once a later list shows that the change was not made', async () => {
      const { keys, archive } = await loseAnswer()
      await archive()
      expect(keys.store.getState()).toMatchObject({ step: 'failed', isUnconfirmed: true })
      await keys.keys.refresh()
      expect(keys.store.getState().step).toBe('idle')
    })
  })

  it('lists the archived key if its reason couldn’t be saved, and keeps why', async () => {
    const api = createFakeApi({ profiles: [acme] })
    const reasonFailure = { kind: 'storage', reason: 'full' } as const
    const archiveKey: typeof api.archiveKey = async (input) => {
      const archived = await api.archiveKey(input)
      return archived.ok ? succeed({ ...archived.value, reasonFailure }) : archived
    }
    const { keys, named } = await open({}, { ...api, archiveKey })
    keys.confirmArchive(named('nightly import'))
    keys.change({ isCompromised: true, reason: 'It was in an email.' })
    await keys.archive()
    expect(keys.store.getState()).toMatchObject({
      step: 'done',
      what: 'archived',
      unsavedReason: { failure: reasonFailure },
    })
    expect(named('nightly import').archived).toBe(true)
  })

  describe('on a screen that was closed', () => {
    const leaveDuringArchiving = async () => {
      const api = createFakeApi({ profiles: [acme] })
      const held = Promise.withResolvers<null>()
      const reasonFailure = { kind: 'storage', reason: 'full' } as const
      const archiveKey: typeof api.archiveKey = async (input) => {
        await held.promise
        const archived = await api.archiveKey(input)
        return archived.ok ? succeed({ ...archived.value, reasonFailure }) : archived
      }
      const { keys, named } = await open({}, { ...api, archiveKey })
      keys.confirmArchive(named('nightly import'))
      keys.change({ isCompromised: true, reason: 'It was in an email.' })
      const archiving = keys.archive()
      keys.leave()
      return { keys, reasonFailure, finish: () => (held.resolve(null), archiving) }
    }

    it('show the result of an action that ended in the meantime, until the screen is closed again', async () => {
      const { keys, reasonFailure, finish } = await leaveDuringArchiving()
      await finish()
      keys.enter()
      expect(keys.keys.store.getState()).toEqual({ step: 'idle', data: null })
      await keys.keys.refresh()
      expect(keys.store.getState()).toMatchObject({ step: 'done', unsavedReason: { failure: reasonFailure } })
      keys.leave()
      keys.enter()
      expect(keys.store.getState().step).toBe('idle')
    })

    it('show an action that is still running', async () => {
      const { keys, finish } = await leaveDuringArchiving()
      keys.enter()
      expect(keys.store.getState().step).toBe('working')
      await finish()
      expect(keys.store.getState().step).toBe('done')
    })
  })

  it('archives a compromised key with a reason, and reactivates it only with another', async () => {
    const { keys, named } = await open()
    keys.confirmArchive(named('nightly import'))
    keys.change({ isCompromised: true })
    expect(isConfirmed(keys.store.getState())).toBe(false)
    keys.change({ reason: 'It was in an email.' })
    await keys.archive()
    expect(named('nightly import').mark?.compromised.reason).toBe('It was in an email.')
    keys.confirmReactivate(named('nightly import'))
    expect(keys.store.getState().step).toBe('reactivating')
    await keys.reactivate()
    expect(named('nightly import').archived).toBe(true)
    keys.change({ reason: 'The email was never sent.' })
    await keys.reactivate()
    expect(named('nightly import')).toMatchObject({ archived: false, mark: { reactivated: { by: 'ana' } } })
  })
})

const july = Date.parse('2026-07-01T00:00:00Z')
const names = (since: Parameters<typeof createdSince>[1]) => createdSince(fakeKeys, since, july).map(({ id }) => id)

it.each([
  ['ever', [1, 2, 3]],
  ['year', [1, 2, 3]],
  ['month', [2]],
  ['day', []],
] as const)('shows the keys created since %s', (since, ids) => expect(names(since)).toEqual(ids))

it('always shows a key whose creation time is unknown', () => {
  const keys = fakeKeys.map((key) => ({ ...key, createdAt: null }))
  expect(createdSince(keys, 'day', july).length).toBe(keys.length)
})

it('accepts only the filter’s own values', () => expect([isSince('week'), isSince('toString')]).toEqual([true, false]))

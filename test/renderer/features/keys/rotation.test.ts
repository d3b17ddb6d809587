import { describe, expect, it } from 'vitest'
import { type Failure, invalid, rotationStops } from '../../../../src/contract/failure.ts'
import {
  createRotationStore,
  isResultShown,
  profilesToRotate,
  unreadProfiles,
  stoppedTexts,
  toneOf,
} from '../../../../src/renderer/features/keys/rotation.tsx'
import type { ListedKey } from '../../../../src/contract/key.ts'
import { messages } from '../../../../src/messages/index.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { fakeRotation } from '../../../support/fake-api/keys.ts'
import { acme, fakeKeys } from '../../../support/fake-api/data.ts'

const open = async (options: FakeApiOptions = {}) => {
  const api = createFakeApi({ profiles: [acme], ...options })
  let listed = 0
  const deps = { api, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  const changed = (): void => void (listed += 1)
  const rotate = createRotationStore(deps, acme.id, changed)
  await rotate.rotation.load()
  const known = () => rotate.rotation.store.getState().data?.value ?? null
  return { rotate, known, listed: () => listed }
}

const connectionCut: Failure = { kind: 'unavailable', cause: 'cut' }

describe('the rotation of a key', () => {
  it('is confirmed, runs, and reloads the list', async () => {
    const { rotate, known, listed } = await open()
    rotate.confirm()
    expect(rotate.store.getState().step).toBe('confirming')
    expect(listed()).toBe(1)
    await rotate.rotate()
    expect(rotate.store.getState().step).toBe('idle')
    expect(known()).toMatchObject({ step: 'done', deadAfterMilliseconds: 1_240 })
    expect(listed()).toBe(2)
  })

  it('reports why it was refused', async () => {
    const { rotate, known } = await open({ failing: { rotateKey: connectionCut } })
    await rotate.rotate()
    expect(rotate.store.getState()).toEqual({ step: 'refused', failure: connectionCut })
    expect(known()).toBeNull()
  })

  it('can be resumed or undone after it has stopped', async () => {
    const rotation = fakeRotation(acme.id, '2026-11-21T09:00:00.000Z', {
      step: 'storing',
      failure: connectionCut,
      isRunning: false,
    })
    const one = await open({ rotation })
    expect(one.known()).toMatchObject({ step: 'storing', isRunning: false })
    await one.rotate.resume()
    expect(one.known()?.step).toBe('done')
    const other = await open({ rotation })
    await other.rotate.undo()
    expect(other.known()?.step).toBe('undone')
  })

  it('reflects what main announces', async () => {
    const { rotate, known } = await open()
    const stop = rotate.follow()
    await rotate.rotate()
    stop()
    expect(known()?.step).toBe('done')
  })
})

describe('the confirmation of a rotation', () => {
  const [key] = fakeKeys
  if (key === undefined) throw new Error('There is no key.')
  const keyOf = (...usedBy: string[]): ListedKey => ({ ...key, archived: false, usedBy })

  const ready = (value: ListedKey[]) => ({ step: 'ready', data: { value, at: 0 } }) as const

  it('names every profile that uses the key', () => {
    const keys = [keyOf('Other'), keyOf(acme.name, 'Delta', 'Delta'), keyOf()]
    expect(profilesToRotate(acme, ready(keys))).toEqual([acme.name, 'Delta', 'Delta'])
  })

  it('names all profiles, however many they are', () => {
    const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus']
    const { confirmProfiles } = messages.rotation
    expect(confirmProfiles(names)).toContain('7')
    expect(confirmProfiles(names)).toContain(messages.common.list(names))
  })

  it('names the profiles whose keys couldn’t be read as ones that may use the key', () => {
    const keys = ready([{ ...keyOf(acme.name), maybeUsedBy: ['Delta', 'Echo'] }])
    expect(profilesToRotate(acme, keys)).toEqual([acme.name])
    expect(unreadProfiles(keys)).toEqual(['Delta', 'Echo'])
    expect(unreadProfiles(ready([keyOf(acme.name)]))).toEqual([])
    expect(unreadProfiles({ step: 'failed', failure: connectionCut, at: 0, data: keys.data })).toEqual([])
    expect(messages.rotation.confirmUnread(['Delta', 'Echo'])).toContain(messages.common.list(['Delta', 'Echo']))
  })

  it('names none from an older list, while it is read again or if that fails', () => {
    const { data } = ready([keyOf(acme.name, 'Delta')])
    expect(profilesToRotate(acme, { step: 'loading', since: 0, data, failed: null })).toEqual([])
    expect(profilesToRotate(acme, { step: 'failed', failure: connectionCut, at: 0, data })).toEqual([])
  })

  it('names none if the list doesn’t tell which key is the profile’s', () => {
    expect(profilesToRotate(acme, { step: 'idle', data: null })).toEqual([])
    expect(profilesToRotate(acme, ready([keyOf(acme.name, 'Delta'), keyOf(acme.name)]))).toEqual([])
    expect(profilesToRotate(acme, ready([{ ...keyOf(acme.name), archived: true }, keyOf('Delta')]))).toEqual([])
  })
})

describe('a stopped rotation', () => {
  const { status, statusOverride, keyRejected } = messages.rotation

  it.each(['archiving', 'tidying', 'tidyingBack'] as const)(
    'says what to do if the service now rejects the key of the profile: %s',
    (step) => {
      const rotation = fakeRotation(acme.id, '2026-11-21T09:00:00.000Z', { step, failure: connectionCut })
      const failed = (failure: Failure) => ({ step: 'failed', failure, at: 0, data: null }) as const
      const rejected = failed({ kind: 'unauthorized', detail: '' })
      const reloading = { step: 'loading', since: 0, data: null, failed: rejected } as const
      for (const keys of [rejected, reloading])
        expect(stoppedTexts(rotation, keys)).toEqual([status[step], keyRejected(step)])
      expect(stoppedTexts(rotation, failed(connectionCut))).toEqual([status[step]])
    },
  )

  it.each([null, connectionCut])('does not show its step as in progress, even after a restart: %j', (failure) => {
    const at = '2026-11-21T09:00:00.000Z'
    const stopped = fakeRotation(acme.id, at, { step: 'storing', failure, isRunning: false })
    expect(toneOf(stopped, 'storing')).toBe('check')
    expect(toneOf({ ...stopped, isRunning: true }, 'storing')).toBe('busy')
  })

  it('names only actions that it offers', () => {
    const { undo, resume, resumeUndo } = messages.rotation
    expect(keyRejected('archiving')).toContain(undo)
    expect(keyRejected('tidying')).toContain(resume)
    expect(keyRejected('tidying')).not.toContain(undo)
    expect(keyRejected('restoring')).toContain(resumeUndo)
  })

  it('does not claim that a key works, because it may have been archived elsewhere since then', () => {
    const overrides = rotationStops.map((code) => statusOverride('archiving', invalid([], code).failure) ?? '')
    const rejected = statusOverride('switching', { kind: 'unauthorized', detail: '' })
    for (const text of [...Object.values(status), ...overrides, rejected])
      expect(text).not.toMatch(/\b(key|one) (works|no longer does)\b|\bis rejecting\b/)
  })

  it('says of the key of a lost answer nothing that the rotation may have changed already', () => {
    expect(status.creating).not.toMatch(/still active|will be archived/)
  })
})

describe('the result of a rotation', () => {
  const oldKey = { id: 1, name: 'Front office', prefix: 'dgr_4fQa' }
  const rotation = fakeRotation(acme.id, '2026-11-21T09:00:00.000Z', { step: 'done', oldKey, isRunning: false })
  const ready = (keys: ListedKey[]) => ({ step: 'ready', data: { value: keys, at: 0 } }) as const
  const failed = { step: 'failed', failure: connectionCut, at: 0, data: null } as const

  it('is shown if one of its keys is listed', () => {
    const [listed, ...others] = fakeKeys
    expect(listed).toMatchObject({ id: oldKey.id, prefix: oldKey.prefix })
    expect(isResultShown(rotation, ready(fakeKeys))).toBe(true)
    expect(isResultShown({ ...rotation, oldKey: { ...oldKey, id: 900 }, newKey: oldKey }, ready(fakeKeys))).toBe(true)
    expect(isResultShown(rotation, ready(others))).toBe(false)
  })

  it('is not shown once a later list shows that the archived key is active again', () => {
    const end = Date.parse(rotation.times.at(-1)?.at ?? '')
    const listedAt = (at: number, archived: boolean) =>
      ({ step: 'ready', data: { value: fakeKeys.map((key) => ({ ...key, archived })), at } }) as const
    expect(isResultShown(rotation, listedAt(end + 1, true))).toBe(true)
    expect(isResultShown(rotation, listedAt(end + 1, false))).toBe(false)
    // The list may have been read before the key was archived.
    expect(isResultShown(rotation, listedAt(end, false))).toBe(true)
    // Neither of these results says that the old key was archived.
    expect(isResultShown({ ...rotation, ending: 'otherKey' }, listedAt(end + 1, false))).toBe(true)
    expect(isResultShown({ ...rotation, step: 'undone' }, listedAt(end + 1, false))).toBe(true)
  })

  it('is not shown above the keys of another organization, even if one has the same name', () => {
    const ofOther = fakeKeys.map((key) => ({ ...key, id: key.id + 100, name: oldKey.name }))
    expect(isResultShown(rotation, ready(ofOther))).toBe(false)
    expect(isResultShown(rotation, { ...failed, data: ready(ofOther).data })).toBe(false)
  })

  it('is shown without a list only once loading failed', () => {
    const loading = { step: 'loading', since: 0, data: null } as const
    expect(isResultShown(rotation, { ...loading, failed: null })).toBe(false)
    expect(isResultShown(rotation, failed)).toBe(true)
    expect(isResultShown(rotation, { ...loading, failed })).toBe(true)
  })
})

it('describes a result in the past tense, because the keys may change while it is shown', () => {
  const { done, oldKeyNotTested, switched, undone, ending } = messages.rotation
  const endings = Object.values(ending).flatMap(({ title, text }) => [title, text('desk-07')])
  const results = [done('desk-07', 'desk-08'), oldKeyNotTested, switched(['Acme Billing']), undone('desk-07')]
  for (const text of [...results, ...endings])
    expect(text).not.toMatch(/\b(works|uses|keeps|has|lists|rejects|is archived)\b|^Used by/)
})

import { describe, expect, it } from 'vitest'
import { valueOf } from '../../support/test-desk.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { rotationDesk, stopAt } from './rotation-desk.ts'

const refusedBy = (code: string) => ({ ok: false, failure: { kind: 'invalid', issues: [{ code }] } })

describe('two profiles with one key', () => {
  it('have one rotation: the second is told of it, may not begin another, and may go on with it', async () => {
    const desk = await rotationDesk()
    const second = await desk.connect('Acme, second', desk.key)
    const stopped = await stopAt(desk, 'creating')
    expect(stopped.profiles.map(({ profileId }) => profileId)).toEqual([desk.profileId])
    const read = await valueOf(desk.ask.readRotation({ profileId: second }))
    expect(read.rotation).toMatchObject({ rotationId: stopped.rotationId, step: 'creating' })
    expect(await desk.rotate(second)).toMatchObject(refusedBy('rotationOpen'))
    expect((await desk.resume(second)).step).toBe('done')
    expect([await desk.works(), await desk.works(second)]).toEqual([true, true])
  })

  it('that rotate in the same moment make one new key', async () => {
    const desk = await rotationDesk()
    const second = await desk.connect('Acme, second', desk.key)
    const both = await Promise.all([desk.rotate(), desk.rotate(second)])
    expect(both.filter(({ ok }) => ok).length).toBe(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject(refusedBy('keysBusy'))
    expect(desk.asked.filter((line) => line.startsWith('POST ')).length).toBe(1)
    expect([await desk.works(), await desk.works(second)]).toEqual([true, true])
  })

  it('are told apart from one with another key, which is rotated by itself', async () => {
    const desk = await rotationDesk()
    const { text } = await desk.otherKey()
    const third = await desk.connect('Acme, third', text)
    await stopAt(desk, 'creating')
    expect(await valueOf(desk.ask.readRotation({ profileId: third }))).toEqual({ rotation: null })
    expect((await valueOf(desk.rotate(third))).step).toBe('done')
    expect((await desk.resume()).step).toBe('done')
  })
})

describe('while a rotation runs', () => {
  it('no profile of its origin gets another key or is removed', async () => {
    const desk = await rotationDesk()
    const { text } = await desk.otherKey()
    const held = Promise.withResolvers<'go'>()
    const reached = Promise.withResolvers<null>()
    desk.setFate((line) => {
      if (!line.startsWith('POST ')) return 'go'
      reached.resolve(null)
      return held.promise
    })
    const rotating = desk.rotate()
    await reached.promise
    expect(await desk.replace(text)).toMatchObject(refusedBy('keysBusy'))
    expect(await desk.ask.removeProfile({ profileId: desk.profileId })).toMatchObject(refusedBy('keysBusy'))
    expect(await desk.ask.undoRotation({ profileId: desk.profileId })).toMatchObject(refusedBy('keysBusy'))
    held.resolve('go')
    expect((await valueOf(rotating)).step).toBe('done')
    expect(await desk.works()).toBe(true)
    expect((await desk.replace(text)).ok).toBe(true)
  })
})

describe('while a rotation stands still', () => {
  it('another key may be put in, but not into memory alone', async () => {
    const desk = await rotationDesk()
    const { text } = await desk.otherKey()
    await stopAt(desk, 'creating')
    expect(await desk.replace(text, 'session')).toMatchObject(refusedBy('rotationOpen'))
    expect((await desk.replace(text)).ok).toBe(true)
  })

  it('a profile that was added with its key is not removed either', async () => {
    const desk = await rotationDesk()
    await stopAt(desk, 'creating')
    const late = await desk.connect('Acme, late', desk.key)
    expect(await desk.ask.removeProfile({ profileId: late })).toMatchObject(refusedBy('rotationOpen'))
  })
})

describe('a disk that does not say whether a rotation is open', () => {
  const deaf = (isDeaf: () => boolean) => (storage: Storage) => ({
    ...storage,
    ask: ((name, input) =>
      isDeaf() && name === 'readSetting' && JSON.stringify(input).includes('key-rotation:')
        ? Promise.resolve({ ok: false, failure: { kind: 'storage', reason: 'locked' } })
        : storage.ask(name, input)) satisfies Storage['ask'],
  })

  it('lets no profile be removed', async () => {
    let isDeaf = false
    const desk = await rotationDesk({ wrapStorage: deaf(() => isDeaf) })
    isDeaf = true
    expect(await desk.ask.removeProfile({ profileId: desk.profileId })).toMatchObject({ failure: { kind: 'storage' } })
    expect((await valueOf(desk.ask.listProfiles({}))).profiles.length).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../src/contract/failure.ts'
import { createRotationStore } from '../../../../src/renderer/features/keys/rotation.tsx'
import { messages } from '../../../../src/messages/index.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { fakeRotation } from '../../../support/fake-api/keys.ts'
import { acme } from '../../../support/fake-api/data.ts'

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
    await rotate.rotate()
    expect(rotate.store.getState().step).toBe('idle')
    expect(known()).toMatchObject({ step: 'done', deadAfterMilliseconds: 1_240 })
    expect(listed()).toBe(1)
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

it('describes a result in the past tense, because the keys may change while it is shown', () => {
  const { done, oldKeyNotTested, switched, undone, ending } = messages.rotation
  const endings = Object.values(ending).flatMap(({ title, text }) => [title, text('desk-07')])
  const results = [done('desk-07', 'desk-08'), oldKeyNotTested, switched(['Acme Billing']), undone('desk-07')]
  for (const text of [...results, ...endings])
    expect(text).not.toMatch(/\b(works|uses|keeps|has|lists|rejects|is archived)\b|^Used by/)
})

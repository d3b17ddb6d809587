import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/contract/failure.ts'
import { createHandOverStore } from '../../../src/renderer/shell/hand-over/hand-over-store.ts'
import { createRotationStore } from '../../../src/renderer/keys/rotation-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { aRotation } from '../../support/fake-desk/fake-keys.ts'
import { acme } from '../../support/fake-desk/fake-world.ts'

const open = async (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk({ profiles: [acme], ...options })
  let listed = 0
  const parts = { desk, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  const changed = (): void => void (listed += 1)
  const rotate = createRotationStore(parts, acme.id, changed)
  const handOver = createHandOverStore(parts, changed)
  await rotate.rotation.ask()
  const known = () => rotate.rotation.store.getState().known?.value ?? null
  return { rotate, handOver, known, listed: () => listed }
}

const cut: Failure = { kind: 'unavailable', cause: 'cut' }

describe('a rotation on the screen', () => {
  it('is asked about, done, and the list read anew', async () => {
    const { rotate, known, listed } = await open()
    rotate.ask()
    expect(rotate.store.getState().step).toBe('asking')
    await rotate.rotate()
    expect(rotate.store.getState().step).toBe('idle')
    expect(known()).toMatchObject({ step: 'done', deadAfterMilliseconds: 1_240 })
    expect(listed()).toBe(1)
  })

  it('that is refused says why', async () => {
    const { rotate, known } = await open({ failing: { rotateKey: cut } })
    await rotate.rotate()
    expect(rotate.store.getState()).toEqual({ step: 'refused', failure: cut })
    expect(known()).toBeNull()
  })

  it('that stopped is gone on with, or taken back', async () => {
    const rotation = aRotation(acme.id, '2026-11-21T09:00:00.000Z', { step: 'storing', failure: cut, isRunning: false })
    const one = await open({ rotation })
    expect(one.known()).toMatchObject({ step: 'storing', isRunning: false })
    await one.rotate.resume()
    expect(one.known()?.step).toBe('done')
    const other = await open({ rotation })
    await other.rotate.undo()
    expect(other.known()?.step).toBe('undone')
  })

  it('follows what main announces', async () => {
    const { rotate, known } = await open()
    const end = rotate.follow()
    await rotate.rotate()
    end()
    expect(known()?.step).toBe('done')
  })
})

describe('a hand-over on the screen', () => {
  it('tells where the sealed file is', async () => {
    const { handOver } = await open()
    await handOver.seal(acme.id)
    expect(handOver.store.getState()).toEqual({ step: 'sealed', fileName: 'Acme-Billing.rundesk-key' })
  })

  it('opens a chosen file only once a passphrase is held by main', async () => {
    const { handOver, listed } = await open()
    await handOver.choose()
    await handOver.open(false)
    expect(handOver.store.getState()).toMatchObject({ step: 'chosen', isOpening: false })
    await handOver.passphrase.type('K7QM2-ABCDE-00000-ZZZZZ-12345')
    await handOver.open(false)
    expect(handOver.store.getState()).toMatchObject({ step: 'opened', profile: { name: 'Handed over' } })
    expect(listed()).toBe(1)
  })

  it('keeps the file when the passphrase was wrong, and lets the passphrase go', async () => {
    const { handOver } = await open({ failing: { openSealedFile: cut } })
    await handOver.choose()
    await handOver.passphrase.type('K7QM2-ABCDE-00000-ZZZZZ-12345')
    await handOver.open(false)
    expect(handOver.store.getState()).toMatchObject({ step: 'chosen', isOpening: false, failure: cut })
    expect(handOver.passphrase.store.getState().step).toBe('empty')
  })

  it('tells a file that is none', async () => {
    const { handOver } = await open({ failing: { chooseSealedFile: cut } })
    await handOver.choose()
    expect(handOver.store.getState()).toEqual({ step: 'failed', failure: cut })
  })
})

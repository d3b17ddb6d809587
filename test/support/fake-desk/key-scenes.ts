import { invalid } from '../../../src/contract/failure.ts'
import { forwardSteps, type Rotation, type RotationStep } from '../../../src/contract/key-rotation.ts'
import type { FakeDeskOptions } from '../fake-desk.ts'
import { aRotation } from './fake-keys.ts'
import { acme, fakeKeys } from './fake-world.ts'

const newKey = { id: 9, name: 'desk-07 ana 2026-11-21 7f3c2a1e', prefix: 'dgr_New0' }

const rotationAt = (step: RotationStep, now: number, more: Partial<Rotation> = {}): Rotation => {
  const done = forwardSteps.slice(0, forwardSteps.findIndex((one) => one === step) + 1)
  const at = (index: number): string => new Date(now - (done.length - index) * 700).toISOString()
  const times = done.map((one, index) => ({ step: one, at: at(index) }))
  return aRotation(acme.id, at(0), { step, newKey, times, ...more })
}

/** What stands about keys when the desk of a scene opens. */
export const keySceneOptions = (scene: string, now: number): Partial<FakeDeskOptions> => {
  if (scene === 'rotating') return { rotation: rotationAt('proving', now) }
  if (scene === 'rotationStopped') {
    const failure = { kind: 'keychain', reason: 'locked' } as const
    return { rotation: rotationAt('switching', now, { failure, isRunning: false }) }
  }
  if (scene === 'rotationEnded')
    return { rotation: rotationAt('creating', now, { step: 'undone', ending: 'noKey', isRunning: false }) }
  if (scene === 'rotationTurned') {
    const { failure } = invalid([], 'oldKeyStays', 'API key was revoked')
    return { rotation: rotationAt('switching', now, { failure, isRunning: false }) }
  }
  const [, orphan] = fakeKeys
  if (scene !== 'orphan' || orphan === undefined) return {}
  const failure = { kind: 'unavailable', cause: 'cut' } as const
  return { creation: (name) => ({ step: 'orphan', failure, orphan: { ...orphan, name } }) }
}

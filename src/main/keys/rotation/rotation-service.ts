import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import { isOver, type KeptRotation, type Rotation } from '../../../contract/key-rotation.ts'
import type { Input } from '../../../contract/operations.ts'
import type { KeyVault } from '../../vault/key-vault.ts'
import type { KeyLock } from '../key-lock.ts'
import type { KeyMarks } from '../key-marks.ts'
import { createFindRotation, type FindRotationParts, isOpen } from './find-rotation.ts'
import { createPrepareRotation, type PrepareRotationParts } from './prepare-rotation.ts'
import { createRotationKeys } from './rotation-keys.ts'
import { createRunSteps } from './run-steps.ts'
import type { StepParts } from './step.ts'

export type RotationParts = FindRotationParts &
  PrepareRotationParts & {
    vault: KeyVault
    /** What is remembered of keys that were archived as compromised. */
    marks: Pick<KeyMarks, 'read'>
    /** One act at a time on the keys of an origin. */
    lock: KeyLock
    wait: (milliseconds: number) => Promise<void>
    /** A name for a new key that was never used before. */
    freshName: () => string
    /** Told of every step, of profiles that have another key, and of a rotation that is over. */
    changed: () => void
    switched: (profileId: string) => void
    over: (rotation: Rotation) => void
    /** Whether a service may be connected here: a policy may have come since a rotation stopped. */
    mayConnect: (origin: string) => boolean
  }

const noRotation = invalid([], 'rotationNone')
const taken = invalid([], 'rotationOpen')

/** Walks rotations, one a profile at a time, and says how they stand. */
const createWalker = (parts: RotationParts) => {
  const running = new Set<string>()
  const freshKeys = new Map<string, StepParts['fresh']>()

  const freshOf = (rotationId: string): StepParts['fresh'] => {
    const fresh = freshKeys.get(rotationId) ?? { current: null }
    freshKeys.set(rotationId, fresh)
    return fresh
  }

  const { write, walk } = createRunSteps({
    ...parts,
    stepParts: (rotation) => ({
      ...parts,
      keys: createRotationKeys({ book: parts.profiles, vault: parts.vault }, rotation),
      clientOf: (key) => parts.createClient({ origin: rotation.origin, key }),
      fresh: freshOf(rotation.rotationId),
    }),
  })

  const told = ({
    origin: _origin,
    custody: _custody,
    names: _names,
    decidedAt: _decided,
    ...rotation
  }: KeptRotation): Rotation => ({
    ...rotation,
    isRunning: running.has(rotation.profileId),
  })

  const finish = (ended: KeptRotation): Rotation => {
    running.delete(ended.profileId)
    parts.changed()
    if (!isOver(ended.step)) return told(ended)
    freshKeys.delete(ended.rotationId)
    parts.over(told(ended))
    return told(ended)
  }

  const go = async (rotation: KeptRotation): Promise<Outcome<Rotation>> => {
    running.add(rotation.profileId)
    try {
      const written = await write(rotation)
      return written.ok ? succeed(finish(await walk(written.value))) : written
    } finally {
      running.delete(rotation.profileId)
    }
  }

  return { go, told, isRunning: (profileId: string) => running.has(profileId) }
}

/** Rotations as a person asks for them: begun, gone on with, taken back, and read. */
export const createRotationService = (parts: RotationParts) => {
  const { clock, lock } = parts
  const { go, told, isRunning } = createWalker(parts)
  const find = createFindRotation(parts)
  const prepare = createPrepareRotation(parts)

  const findStopped = async (profileId: string): Promise<Outcome<KeptRotation>> => {
    const found = await find.ofProfile(profileId)
    if (!found.ok) return found
    if (!isOpen(found.value) || isRunning(found.value.profileId)) return noRotation
    return parts.mayConnect(found.value.origin) ? succeed(found.value) : fail({ kind: 'unreachable', cause: 'policy' })
  }

  const begin = async (profileId: string): Promise<Outcome<Rotation>> => {
    const before = await find.ofProfile(profileId)
    if (!before.ok) return before
    if (isOpen(before.value)) return taken
    const prepared = await prepare(profileId)
    if (!prepared.ok) return prepared
    // The list has told by now which key it is: another profile may have begun with it.
    const other = await find.isOpenOf(prepared.value.origin, prepared.value.oldKey.id)
    if (!other.ok) return other
    return other.value ? taken : go(prepared.value)
  }

  const resume = async (profileId: string): Promise<Outcome<Rotation>> => {
    const found = await findStopped(profileId)
    return found.ok ? go({ ...found.value, failure: null, decidedAt: clock() }) : found
  }

  const undo = async (profileId: string): Promise<Outcome<Rotation>> => {
    const found = await findStopped(profileId)
    if (!found.ok) return found
    if (found.value.step === 'tidying') return noRotation
    const times = [...found.value.times, { step: 'restoring' as const, at: new Date(clock()).toISOString() }]
    return go({ ...found.value, step: 'restoring', times, ending: null, failure: null })
  }

  return {
    async read({ profileId }: Input<'readRotation'>): Promise<Outcome<{ rotation: Rotation | null }>> {
      const found = await find.ofProfile(profileId)
      return found.ok ? succeed({ rotation: found.value === null ? null : told(found.value) }) : found
    },

    /** Two presses are one rotation, also for two profiles: whoever comes second finds the place taken. */
    rotate: ({ profileId }: Input<'rotateKey'>): Promise<Outcome<Rotation>> => lock(profileId, () => begin(profileId)),

    resume: ({ profileId }: Input<'resumeRotation'>): Promise<Outcome<Rotation>> =>
      lock(profileId, () => resume(profileId)),

    /** Once the old key is proved dead there is only the way on. */
    undo: ({ profileId }: Input<'undoRotation'>): Promise<Outcome<Rotation>> => lock(profileId, () => undo(profileId)),

    /** Whether something is under way or stopped that needs this profile; what cannot be read is a failure, and no "no". */
    async isOpen(profileId: string): Promise<Outcome<boolean>> {
      const found = await find.ofProfile(profileId)
      return found.ok ? succeed(isOpen(found.value)) : found
    },
  }
}

export type RotationService = ReturnType<typeof createRotationService>

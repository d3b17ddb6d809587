import { setTimeout as wait } from 'node:timers/promises'
import { fail, type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import {
  type ApiKeySummary,
  isOver,
  type Rotation,
  type RotationStep,
  type StoredRotation,
} from '../../../contract/key.ts'
import type { Input, Operations } from '../../../contract/operations.ts'
import { createServiceOf } from '../../lib/service-origin.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { ServiceClient } from '../../service/client.ts'
import type { Storage } from '../../storage/storage.ts'
import type { KeyVault } from '../../vault/vault.ts'
import type { KeyMarks } from '../keys/key-marks.ts'
import type { Connection, Connections } from '../profiles/connections.ts'
import type { KeyUsers, ProfileStore } from '../profiles/profile-store.ts'
import { createFindRotation, createRotationKeys, createRotationStore } from './rotation-store.ts'
import { forwardSteps, type Progress, type Step, type StepContext } from './steps.ts'
import { undoSteps } from './undo.ts'

type RotationDeps = Pick<Runtime, 'clock' | 'createUuid' | 'announce'> & {
  storage: Pick<Storage, 'run'>
  vault: KeyVault
  profiles: ProfileStore
  users: KeyUsers
  connections: Connections
  createClient: (connection: Connection) => ServiceClient
  /** Returns the name that a rotation is recorded with. */
  operatorName: () => string
  /** The keys that were archived as compromised. */
  marks: Pick<KeyMarks, 'find'>
  /** Returns a name for a new key that has never been used before. */
  createKeyName: () => string
  /** Whether a policy still allows an origin. */
  mayConnect: (origin: string) => boolean
  /** Invoked for each profile whose key was changed. */
  onKeyChanged: (profileId: string) => void
  /** Invoked for each rotation that is over. */
  onRotation: (summary: RotationSummary) => void
}

type RotationOperations = Pick<
  Operations,
  'readRotation' | 'listOpenRotations' | 'rotateKey' | 'resumeRotation' | 'undoRotation'
>

const noRotation = invalid([], 'rotationNone')
const alreadyOpen = invalid([], 'rotationOpen')

/**
 * Creates the operations of key rotation: start, resume, undo and read. Each step is recorded on disk before it starts,
 * so a rotation can be resumed after a crash.
 */
export const createRotation = (deps: RotationDeps): { operations: RotationOperations; guard: ProfileGuard } => {
  const { clock } = deps
  const lock = createKeyLock(deps.profiles)
  const rotations = createRotationStore(deps.storage)
  const find = createFindRotation({ rotations, profiles: deps.profiles, vault: deps.vault })
  const running = new Set<string>()
  const freshKeys = new Map<string, StepContext['fresh']>()

  const stepContext = (rotation: StoredRotation): Omit<StepContext, 'rotation' | 'note'> => {
    const fresh = freshKeys.get(rotation.rotationId) ?? { current: null }
    freshKeys.set(rotation.rotationId, fresh)
    return {
      keys: createRotationKeys({ profiles: deps.profiles, vault: deps.vault }, rotation),
      users: deps.users,
      marks: deps.marks,
      clientOf: (key) => deps.createClient({ origin: rotation.origin, key }),
      createKeyName: deps.createKeyName,
      fresh,
      onKeyChanged: deps.onKeyChanged,
      clock,
      wait: (milliseconds) => wait(milliseconds),
    }
  }

  const changed = (): void => deps.announce('rotationsChanged', {})

  const write = async (rotation: StoredRotation): Promise<Outcome<StoredRotation>> => {
    const written = await rotations.write(rotation)
    changed()
    return written
  }

  /** Reads the record again, because a step may have added to it. */
  const reread = async (rotation: StoredRotation): Promise<Outcome<StoredRotation>> => {
    const read = await rotations.read(rotation.profileId)
    return read.ok ? succeed(read.value ?? rotation) : read
  }

  const advance = async (rotation: StoredRotation, progress: Progress): Promise<Outcome<StoredRotation>> => {
    const { stop: failure = null, ...change } = progress
    const read = await reread(rotation)
    // Overwriting a record that cannot be read could lose the name of a new key.
    if (!read.ok) return read
    const times = [...read.value.times, { step: progress.step, at: new Date(clock()).toISOString() }]
    return write({ ...read.value, ...change, times, failure })
  }

  const stop = async (rotation: StoredRotation, failure: Failure): Promise<StoredRotation> => {
    const read = await reread(rotation)
    if (!read.ok) return { ...rotation, failure }
    const stopped = { ...read.value, failure }
    // Return it even if the write fails: the record on disk still contains the step.
    await write(stopped)
    return stopped
  }

  /** Runs steps until the rotation is over or stops. */
  const runSteps = async (start: StoredRotation): Promise<StoredRotation> => {
    let rotation = start
    for (;;) {
      const step = steps[rotation.step]
      if (step === undefined) return rotation
      const current = rotation
      const note: StepContext['note'] = (change) => write({ ...current, ...change })
      const done = await step({ ...stepContext(current), rotation: current, note })
      if (!done.ok) return stop(current, done.failure)
      const next = await advance(current, done.value)
      if (!next.ok) return stop(current, next.failure)
      if (next.value.failure !== null) return next.value
      rotation = next.value
    }
  }

  const toRotation = ({
    origin: _origin,
    keyStorage: _keyStorage,
    names: _names,
    decidedAt: _decidedAt,
    ...rotation
  }: StoredRotation): Rotation => ({ ...rotation, isRunning: running.has(rotation.profileId) })

  const run = async (rotation: StoredRotation): Promise<Outcome<Rotation>> => {
    running.add(rotation.profileId)
    try {
      const written = await write(rotation)
      if (!written.ok) return written
      const ended = await runSteps(written.value)
      running.delete(rotation.profileId)
      changed()
      if (isOver(ended.step)) {
        freshKeys.delete(ended.rotationId)
        deps.onRotation(rotationSummary(toRotation(ended)))
      }
      return succeed(toRotation(ended))
    } finally {
      running.delete(rotation.profileId)
    }
  }

  const start = async (profileId: string): Promise<Outcome<Rotation>> => {
    const before = await find.openOf(profileId)
    if (!before.ok) return before
    if (before.value !== null) return alreadyOpen
    const prepared = await prepare(deps, profileId)
    if (!prepared.ok) return prepared
    // The list has identified the key; another profile may have started to rotate it.
    const other = await find.isOpenOf(prepared.value.origin, prepared.value.oldKey.id)
    if (!other.ok) return other
    return other.value ? alreadyOpen : run(prepared.value)
  }

  const findStopped = async (profileId: string): Promise<Outcome<StoredRotation>> => {
    const found = await find.openOf(profileId)
    if (!found.ok) return found
    if (found.value === null || running.has(found.value.profileId)) return noRotation
    return deps.mayConnect(found.value.origin) ? succeed(found.value) : fail({ kind: 'unreachable', cause: 'policy' })
  }

  const resume = async (profileId: string): Promise<Outcome<Rotation>> => {
    const found = await findStopped(profileId)
    return found.ok ? run({ ...found.value, failure: null, decidedAt: clock() }) : found
  }

  /** Undoes a stopped rotation. Once it is proved that the old key is archived, the rotation can only be completed. */
  const undo = async (profileId: string): Promise<Outcome<Rotation>> => {
    const found = await findStopped(profileId)
    if (!found.ok) return found
    if (found.value.step === 'tidying') return noRotation
    const times = [...found.value.times, { step: 'restoring' as const, at: new Date(clock()).toISOString() }]
    return run({ ...found.value, step: 'restoring', times, ending: null, failure: null })
  }

  return {
    operations: {
      async readRotation({ profileId }) {
        const found = await find.lastOf(profileId)
        return found.ok ? succeed({ rotation: found.value === null ? null : toRotation(found.value) }) : found
      },
      async listOpenRotations() {
        const open = await find.allOpen()
        return open.ok ? succeed(open.value.map(toRotation)) : open
      },
      rotateKey: ({ profileId }) => lock(profileId, () => start(profileId)),
      resumeRotation: ({ profileId }) => lock(profileId, () => resume(profileId)),
      undoRotation: ({ profileId }) => lock(profileId, () => undo(profileId)),
    },
    guard: createProfileGuard(lock, async (profileId) => {
      const found = await find.openOf(profileId)
      return found.ok ? succeed(found.value !== null) : found
    }),
  }
}

const steps: Partial<Record<RotationStep, Step>> = { ...forwardSteps, ...undoSteps }

/** Creates the record of a rotation, with the key to rotate as currently listed by the service. */
const prepare = async (
  { connections, createClient, clock, createUuid, operatorName }: RotationDeps,
  profileId: string,
): Promise<Outcome<StoredRotation>> => {
  const connection = await connections.open(profileId)
  if (!connection.ok) return connection
  const { profile, origin, key } = connection.value
  if (profile.kind === 'practice') return invalid([], 'practiceKey')
  // A new key kept only in memory would be lost when the app quits, because it is never displayed.
  if (profile.keyStorage === 'session') return invalid([], 'sessionKey')
  const keys = await createClient({ origin, key }).keys({ includeArchived: false })
  if (!keys.ok) return keys
  const own = ownKeyIn(keys.value)
  if (!own.ok) return own
  const { id, name, prefix } = own.value
  const decidedAt = clock()
  return succeed({
    rotationId: createUuid(),
    profileId,
    origin,
    keyStorage: profile.keyStorage,
    step: 'keeping',
    oldKey: { id, name, prefix },
    newKey: null,
    profiles: [{ profileId, name: profile.name }],
    keyless: [],
    by: operatorName(),
    times: [{ step: 'keeping', at: new Date(decidedAt).toISOString() }],
    deadAfterMilliseconds: null,
    ending: null,
    failure: null,
    names: [],
    decidedAt,
  })
}

/**
 * Returns the one active key whose prefix matches the profile's key; fails if the list contains none or more than one.
 */
const ownKeyIn = (keys: readonly ApiKeySummary[]): Outcome<ApiKeySummary> => {
  const [own, ...others] = keys.filter(({ usedByThisApp, archived }) => usedByThisApp && !archived)
  return own === undefined || others.length > 0 ? invalid([], 'ownKeyUnclear') : succeed(own)
}

/** Protects a profile's key, or the profile itself, while a rotation may need it. */
export type ProfileGuard = {
  replacing<T>(
    input: Pick<Input<'replaceKey'>, 'profileId' | 'keyStorage'>,
    action: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>>
  unlessRotating<T>(profileId: string, action: () => Promise<Outcome<T>>): Promise<Outcome<T>>
}

const createProfileGuard = (
  lock: KeyLock,
  isRotating: (profileId: string) => Promise<Outcome<boolean>>,
): ProfileGuard => {
  const refuseIfRotating = async <T>(profileId: string, action: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const rotating = await isRotating(profileId)
    if (!rotating.ok) return rotating
    return rotating.value ? invalid([], 'rotationOpen') : action()
  }

  return {
    /**
     * A stopped rotation allows another key, because that is one way to resolve it. A key kept only in memory is not
     * allowed: the key that the rotation stores next would be lost when the app quits.
     */
    replacing: ({ profileId, keyStorage }, action) =>
      lock(profileId, () => (keyStorage === 'session' ? refuseIfRotating(profileId, action) : action())),
    /** For a removal, and for an export, because the rotation or its undo may archive the exported key. */
    unlessRotating: (profileId, action) => lock(profileId, () => refuseIfRotating(profileId, action)),
  }
}

/** Runs an action on the key of a profile, or fails with `keysBusy` while another one runs at the same service. */
type KeyLock = <T>(profileId: string, action: () => Promise<Outcome<T>>) => Promise<Outcome<T>>

/** Creates one lock per service. It fails instead of waiting, so that no one rotates a key that was just created. */
const createKeyLock = (profiles: ProfileStore): KeyLock => {
  const locked = new Set<string>()

  return async (profileId, action) => {
    const profile = await profiles.find(profileId)
    if (!profile.ok) return profile
    // A practice organization creates its own keys, which are never rotated.
    if (profile.value.kind === 'practice') return action()
    const list = await profiles.list()
    if (!list.ok) return list
    const service = createServiceOf(list.value.profiles)(profile.value.origin)
    if (locked.has(service)) return invalid([], 'keysBusy')
    locked.add(service)
    try {
      return await action()
    } finally {
      locked.delete(service)
    }
  }
}

export type RotationSummary = Record<string, string | number | null>

/** Returns the log entry of a rotation that is over: the key IDs, the result, and the time of each step. */
const rotationSummary = (rotation: Rotation): RotationSummary => ({
  rotationId: rotation.rotationId,
  end: rotation.step,
  ending: rotation.ending,
  oldKeyId: rotation.oldKey.id,
  newKeyId: rotation.newKey?.id ?? null,
  profiles: rotation.profiles.length,
  by: rotation.by,
  deadAfterMilliseconds: rotation.deadAfterMilliseconds,
  times: rotation.times.map(({ step, at }) => `${step} ${at}`).join(', '),
})

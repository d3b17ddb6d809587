import type { Rotation } from '../../../src/contract/key.ts'
import { type AppProcess } from '../support/app-process.ts'
import { backPoints, forwardPoints, type RotatePoint } from './crash-points.ts'
import type { RotateSetup } from './rotate-setup.ts'
import { valueOf } from '../../support/value-of.ts'

/** How an interrupted rotation is continued. */
export type Continuation = 'resume' | 'undo'

/** The state before a rotation: the number of working keys, the key of the profiles, and the previous rotation. */
type Before = { working: number; key: string; rotationId: string | null }

/** Checks that the service accepts the key of each profile, which must always be true. */
const lockedOut = ({ service, profileIds, keyOf }: RotateSetup): string[] =>
  profileIds
    .filter((profileId) => {
      const text = keyOf(profileId)
      return text === null || !service.accepts(text)
    })
    .map((profileId) => `profile ${profileIds.indexOf(profileId)} has no working key`)

const read = async (setup: RotateSetup, app: AppProcess): Promise<Rotation | null> =>
  (await valueOf(app.run('readRotation', { profileId: setup.profileIds[0] }))).rotation

/** Starts the app again and completes or undoes the interrupted rotation. */
const completeRotation = async (
  setup: RotateSetup,
  continuation: Continuation,
  before: Before,
): Promise<{ end: Rotation | null; problems: string[] }> => {
  const [profileId] = setup.profileIds
  const app = await setup.open()
  const found = await read(setup, app)
  const problems = found?.isRunning === true ? ['the rotation is reported as running'] : []
  const act = async (): Promise<Rotation | null> => {
    // The rotation was interrupted before it was recorded, so nothing was done. Start from the beginning.
    if (found === null || found.rotationId === before.rotationId) return valueOf(app.run('rotateKey', { profileId }))
    if (found.step === 'done' || found.step === 'undone') return found
    const isBack = ['restoring', 'switchingBack', 'archivingNew', 'tidyingBack'].includes(found.step)
    return continuation === 'undo' && found.step !== 'tidying' && !isBack
      ? valueOf(app.run('undoRotation', { profileId }))
      : valueOf(app.run('resumeRotation', { profileId }))
  }
  const end = await act()
  for (const one of setup.profileIds)
    if ((await app.run('checkProfile', { profileId: one }))?.ok !== true) problems.push('a profile does not work')
  await app.end()
  setup.last.rotationId = end?.rotationId ?? null
  return { end, problems }
}

/** Checks that after the end, both profiles have the same key, no other key was lost, and no copy is left. */
const problemsAtEnd = (setup: RotateSetup, end: Rotation | null, before: Before): string[] => {
  const { service, profileIds, keyOf } = setup
  const [first, second] = profileIds.map((one) => keyOf(one))
  const isBack = end?.step === 'undone'
  const checks: [boolean, string][] = [
    [end?.step === 'done' || isBack, `ended at ${end?.step}: ${JSON.stringify(end?.failure)}`],
    [first !== null && first === second, 'the profiles have different keys'],
    [(first === before.key) === isBack, 'the profiles have the wrong key'],
    [service.accepts(before.key) === isBack, isBack ? 'the old key does not work' : 'the old key still works'],
    [service.working() === before.working, `${service.working()} working keys, not ${before.working}: one was lost`],
    [setup.copies() === 0, `${setup.copies()} copies left in the keychain`],
  ]
  return checks.filter(([isMet]) => !isMet).map(([, problem]) => problem)
}

const crash = async (
  setup: RotateSetup,
  point: RotatePoint,
  operation: 'rotateKey' | 'undoRotation',
): Promise<string[]> => {
  const app = await setup.open(point)
  const answer = await app.run(operation, { profileId: setup.profileIds[0] })
  const crashed = answer === null && (await setup.exited(app))
  if (!crashed) await app.kill()
  return [...(crashed ? [] : ['the crash did not happen']), ...lockedOut(setup)]
}

const starting = (setup: RotateSetup): Before => ({
  working: setup.service.working(),
  key: setup.keyOf(setup.profileIds[0]) ?? '',
  rotationId: setup.last.rotationId,
})

/** Kills the app at a point of a rotation; the next app resumes or undoes it. Returns the problems. */
export const crashForward = async (setup: RotateSetup, name: string, continuation: Continuation): Promise<string[]> => {
  const point = forwardPoints[name]
  if (point === undefined) throw new Error(`There is no point "${name}".`)
  const before = starting(setup)
  const crashed = await crash(setup, point, 'rotateKey')
  const { end, problems } = await completeRotation(setup, continuation, before)
  return [...crashed, ...problems, ...lockedOut(setup), ...problemsAtEnd(setup, end, before)]
}

const archived = forwardPoints['old key test recorded']

/**
 * Kills the app at a point of an undo whose old key was already archived; the next app completes it. Returns the
 * problems.
 */
export const crashBack = async (setup: RotateSetup, name: string): Promise<string[]> => {
  const point = backPoints[name]
  if (point === undefined || archived === undefined) throw new Error(`There is no point "${name}".`)
  const before = starting(setup)
  const problems = await crash(setup, archived, 'rotateKey')
  problems.push(...(await crash(setup, point, 'undoRotation')))
  const ended = await completeRotation(setup, 'resume', before)
  return [...problems, ...ended.problems, ...lockedOut(setup), ...problemsAtEnd(setup, ended.end, before)]
}

/** Runs a rotation without a crash. Returns the milliseconds from the decision to the 401, or null on a problem. */
export const rotateWithoutCrash = async (setup: RotateSetup): Promise<number | null> => {
  const before = starting(setup)
  const app = await setup.open()
  const rotation = await valueOf(app.run('rotateKey', { profileId: setup.profileIds[0] }))
  await app.end()
  setup.last.rotationId = rotation.rotationId
  return problemsAtEnd(setup, rotation, before).length === 0 ? rotation.deadAfterMilliseconds : null
}

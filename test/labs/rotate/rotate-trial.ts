import type { Rotation } from '../../../src/contract/key-rotation.ts'
import { type DeskProcess, valueOf } from '../support/desk-process.ts'
import { backPoints, forwardPoints, type RotatePoint } from './points.ts'
import type { RotateHouse } from './rotate-house.ts'

/** What becomes of a rotation that was cut off: gone on with, or taken back. */
export type Wish = 'resume' | 'undo'

/** What stood before a rotation: how many keys worked, which one the profiles had, and the rotation before. */
type Before = { working: number; key: string; rotationId: string | null }

/** A key that nobody could use would lock people out: each profile's own must be taken by the service, at every moment. */
const lockedOut = ({ service, profileIds, keyOf }: RotateHouse): string[] =>
  profileIds
    .filter((profileId) => {
      const text = keyOf(profileId)
      return text === null || !service.takes(text)
    })
    .map((profileId) => `profile ${profileIds.indexOf(profileId)} has no working key`)

const read = async (house: RotateHouse, desk: DeskProcess): Promise<Rotation | null> =>
  (await valueOf(desk.ask('readRotation', { profileId: house.profileIds[0] }))).rotation

/** Brings what was cut off to its end in a desk that lives. */
const bringToEnd = async (
  house: RotateHouse,
  wish: Wish,
  before: Before,
): Promise<{ end: Rotation | null; problems: string[] }> => {
  const [profileId] = house.profileIds
  const desk = await house.open()
  const found = await read(house, desk)
  const problems = found?.isRunning === true ? ['it is said to be running'] : []
  const act = async (): Promise<Rotation | null> => {
    // Cut off before it was written down: nothing had been done, and it is begun anew.
    if (found === null || found.rotationId === before.rotationId) return valueOf(desk.ask('rotateKey', { profileId }))
    if (found.step === 'done' || found.step === 'undone') return found
    const isBack = ['restoring', 'switchingBack', 'archivingNew', 'tidyingBack'].includes(found.step)
    return wish === 'undo' && found.step !== 'tidying' && !isBack
      ? valueOf(desk.ask('undoRotation', { profileId }))
      : valueOf(desk.ask('resumeRotation', { profileId }))
  }
  const end = await act()
  for (const one of house.profileIds)
    if ((await desk.ask('checkProfile', { profileId: one }))?.ok !== true) problems.push('a profile does not work')
  await desk.end()
  house.last.rotationId = end?.rotationId ?? null
  return { end, problems }
}

/** What must be true once it is over: one key for both, nobody else's, and no copy beside. */
const problemsAtEnd = (house: RotateHouse, end: Rotation | null, before: Before): string[] => {
  const { service, profileIds, keyOf } = house
  const [first, second] = profileIds.map((one) => keyOf(one))
  const isBack = end?.step === 'undone'
  const checks: [boolean, string][] = [
    [end?.step === 'done' || isBack, `ended at ${end?.step}: ${JSON.stringify(end?.failure)}`],
    [first !== null && first === second, 'the profiles have different keys'],
    [(first === before.key) === isBack, 'the profiles have the wrong key'],
    [service.takes(before.key) === isBack, isBack ? 'the old key is dead' : 'the old key is alive'],
    [service.working() === before.working, `${service.working()} working keys, not ${before.working}: one was lost`],
    [house.copies() === 0, `${house.copies()} copies left in the keychain`],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}

const crash = async (house: RotateHouse, point: RotatePoint, ask: 'rotateKey' | 'undoRotation'): Promise<string[]> => {
  const desk = await house.open(point)
  const answered = await desk.ask(ask, { profileId: house.profileIds[0] })
  const came = answered === null && (await house.gone(desk))
  if (!came) await desk.kill()
  return [...(came ? [] : ['the crash never came']), ...lockedOut(house)]
}

const starting = (house: RotateHouse): Before => ({
  working: house.service.working(),
  key: house.keyOf(house.profileIds[0]) ?? '',
  rotationId: house.last.rotationId,
})

/** Ends a desk at a point on its way to a new key, and lets the next one go on or take it back; gives what was wrong. */
export const crashForward = async (house: RotateHouse, name: string, wish: Wish): Promise<string[]> => {
  const point = forwardPoints[name]
  if (point === undefined) throw new Error(`There is no point “${name}”.`)
  const before = starting(house)
  const crashed = await crash(house, point, 'rotateKey')
  const { end, problems } = await bringToEnd(house, wish, before)
  return [...crashed, ...problems, ...lockedOut(house), ...problemsAtEnd(house, end, before)]
}

const archived = forwardPoints['proof of the end written down']

/** Ends a desk on its way back from a rotation whose old key was archived already; the next one brings it to its end. */
export const crashBack = async (house: RotateHouse, name: string): Promise<string[]> => {
  const point = backPoints[name]
  if (point === undefined || archived === undefined) throw new Error(`There is no point “${name}”.`)
  const before = starting(house)
  const problems = await crash(house, archived, 'rotateKey')
  problems.push(...(await crash(house, point, 'undoRotation')))
  const ended = await bringToEnd(house, 'resume', before)
  return [...problems, ...ended.problems, ...lockedOut(house), ...problemsAtEnd(house, ended.end, before)]
}

/** A rotation that nothing disturbs: the milliseconds from the decision to the 401, or null where it did not end well. */
export const rotateInPeace = async (house: RotateHouse): Promise<number | null> => {
  const before = starting(house)
  const desk = await house.open()
  const rotation = await valueOf(desk.ask('rotateKey', { profileId: house.profileIds[0] }))
  await desk.end()
  house.last.rotationId = rotation.rotationId
  return problemsAtEnd(house, rotation, before).length === 0 ? rotation.deadAfterMilliseconds : null
}

import type { Rotation } from '../../../contract/key-rotation.ts'

export type RotationFacts = Record<string, string | number | null>

/** The one entry of the log about a rotation that is over: which keys by their ids, how it ended, and when each step began. */
export const rotationFacts = (rotation: Rotation): RotationFacts => ({
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

import { type Failure, type Outcome, succeed } from '../../../contract/failure.ts'
import { type KeptRotation, type RotationStep } from '../../../contract/key-rotation.ts'
import { back } from './back.ts'
import { forward } from './forward.ts'
import type { RotationBook } from './rotation-book.ts'
import type { Progress, Step, StepParts } from './step.ts'

export type RunStepsParts = {
  rotations: RotationBook
  /** What the steps of this rotation work with, but for the rotation itself and its notes. */
  stepParts: (rotation: KeptRotation) => Omit<StepParts, 'rotation' | 'note'>
  /** Told of every step. */
  changed: () => void
  clock: () => number
}

const steps: Partial<Record<RotationStep, Step>> = { ...forward, ...back }

/** Makes the walk through the steps. SECURITY: each step is on the disk before it is begun, as with calls. */
export const createRunSteps = ({ rotations, stepParts, changed, clock }: RunStepsParts) => {
  const write = async (rotation: KeptRotation): Promise<Outcome<KeptRotation>> => {
    const written = await rotations.write(rotation)
    changed()
    return written
  }

  /** What the disk has by now: a step may have noted more on its way. */
  const noted = async (rotation: KeptRotation): Promise<Outcome<KeptRotation>> => {
    const read = await rotations.read(rotation.profileId)
    return read.ok ? succeed(read.value ?? rotation) : read
  }

  const advance = async (
    rotation: KeptRotation,
    { stop: why, ...progress }: Progress,
  ): Promise<Outcome<KeptRotation>> => {
    const read = await noted(rotation)
    // Written over what could not be read, the name of a new key could be lost.
    if (!read.ok) return read
    const base = read.value
    const times = [...base.times, { step: progress.step, at: new Date(clock()).toISOString() }]
    return write({ ...base, ...progress, times, failure: why ?? null })
  }

  const stop = async (rotation: KeptRotation, failure: Failure): Promise<KeptRotation> => {
    const read = await noted(rotation)
    const stopped = { ...(read.ok ? read.value : rotation), failure }
    if (!read.ok) return stopped
    // What stands on the disk is where it is; why it stopped is told in any case.
    await write(stopped)
    return stopped
  }

  const walk = async (begun: KeptRotation): Promise<KeptRotation> => {
    let rotation = begun
    for (;;) {
      const step = steps[rotation.step]
      if (step === undefined) return rotation
      const now = rotation
      const note: StepParts['note'] = (change) => write({ ...now, ...change })
      const done = await step({ ...stepParts(now), rotation: now, note })
      if (!done.ok) return stop(now, done.failure)
      const next = await advance(now, done.value)
      if (!next.ok) return stop(now, next.failure)
      if (next.value.failure !== null) return next.value
      rotation = next.value
    }
  }

  return { write, walk }
}

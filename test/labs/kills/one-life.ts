import { setTimeout as wait } from 'node:timers/promises'
import type { DeskProcess } from '../support/desk-process.ts'
import type { LabHouse } from '../support/lab-house.ts'
import type { LabOrder } from '../support/run-lab-desk.ts'
import type { WarmDesks } from '../support/warm-desks.ts'

export type LifeParts = {
  house: LabHouse
  desks: WarmDesks
  plant: Partial<LabOrder>
  random: () => number
  /** Told of every call that was answered as durable. */
  promise: (callId: string) => void
}

/** How long a life lasts once its first call is durable, at the most, in milliseconds. */
const longestLife = 200
/** Every so many lives one is ended while it is still starting: it settles then what the one before left behind. */
const startUpShare = 0.1
const longestStartUp = 400

/** Places one call after the other until the desk is gone; `first` hears when one is durable. */
const placeCalls = async (desk: DeskProcess, { house, promise }: LifeParts, first: () => void): Promise<void> => {
  for (;;) {
    const draft = house.nextDraft()
    const answer = await desk.ask('triggerCall', draft)
    if (answer === null) return
    if (!answer.ok) throw new Error(`a call was refused: ${JSON.stringify(answer.failure)}`)
    promise(draft.callId)
    first()
  }
}

const live = async (desk: DeskProcess, parts: LifeParts): Promise<void> => {
  await desk.ready
  const dialling = Promise.withResolvers<void>()
  const width = 1 + Math.floor(parts.random() * 6)
  const callers = Array.from({ length: width }, () => placeCalls(desk, parts, dialling.resolve))
  await Promise.race([dialling.promise, ...callers])
  await wait(parts.random() * longestLife)
  await desk.kill()
  await Promise.all(callers)
}

/** One life of a desk, from its order to kill −9 at a moment of chance. */
export const liveOnce = async (parts: LifeParts): Promise<void> => {
  const desk = await parts.desks.open({ ...parts.house.order, ...parts.plant })
  if (parts.random() >= startUpShare) return live(desk, parts)
  await wait(parts.random() * longestStartUp)
  await desk.kill()
}

import type { WarmDesks } from '../support/warm-desks.ts'
import { callPoints } from './call-points.ts'
import { type CallTrial, crashOnce, judgeLater } from './call-trial.ts'
import { openCrashHouse } from './crash-house.ts'
import { settleHouse } from './one-round.ts'

export type OffsetParts = {
  desks: WarmDesks
  random: () => number
  /** After how many bytes of the request the desk ends. */
  offsets: readonly number[]
  requestBytes: number
  onCrash: () => void
}

/** Ends a desk after each of these numbers of bytes, on one data folder; gives what was wrong. */
export const crashAtOffsets = async (parts: OffsetParts): Promise<string[]> => {
  const { desks, random, offsets, requestBytes, onCrash } = parts
  const point = callPoints['mid-request']
  if (point === undefined) throw new Error('There is no point in the middle of a request.')
  const house = await openCrashHouse(desks, random)
  try {
    const trials: [number, CallTrial][] = []
    for (const offset of offsets) {
      const share = (offset - 0.5) / (requestBytes - 1)
      trials.push([offset, await crashOnce(house, point, { share, requestBytes })])
      onCrash()
    }
    await settleHouse(house)
    return trials.flatMap(([offset, trial]) =>
      [...trial.problems, ...judgeLater(house, trial)].map((problem) => `byte ${offset}: ${problem}`),
    )
  } finally {
    await house.close()
  }
}

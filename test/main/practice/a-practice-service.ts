import {
  createPracticeService,
  type PracticeService,
  type PracticeServiceParts,
} from '../../../src/main/practice/practice-service.ts'

/** Numbers from 0 up to 1 that are the same every time for the same seed. */
export function seededRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A practice service in a world that stands still at this moment and is the same every time. */
export function aPracticeService(change: Partial<PracticeServiceParts> = {}): PracticeService {
  return createPracticeService({
    clock: { now: () => Date.parse('2026-11-21T10:00:00.500Z') },
    random: seededRandom(),
    firstRunId: 7001,
    ...change,
  })
}

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startIndexer } from '../../../../src/main/storage/search/search-index.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** Starts an indexer and completes its first step; `steps` are the times of the later steps, in milliseconds. */
const start = async (hasMore: () => boolean = () => false) => {
  const steps: number[] = []
  const startedAt = performance.now() + 2_000
  const step = (): boolean => {
    steps.push(performance.now() - startedAt)
    return hasMore()
  }
  const indexer = startIndexer({ step, mergeGrown: () => false, checkpoint: () => undefined })
  onTestFinished(indexer.stop)
  await vi.advanceTimersByTimeAsync(2_000)
  steps.length = 0
  /** Writes every 100 milliseconds. */
  const write = async (count: number): Promise<void> => {
    for (let written = 0; written < count; written += 1) {
      indexer.wake()
      await vi.advanceTimersByTimeAsync(100)
    }
  }
  return { steps, write }
}

it('indexes after consecutive writes, not between them', async () => {
  const { steps, write } = await start()
  await write(15)
  expect(steps).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(steps).toEqual([1_400 + 250])
})

it('indexes after two seconds of writes at the latest', async () => {
  const { steps, write } = await start()
  await write(100)
  expect(steps).toHaveLength(4)
  expect(steps[0]).toBeLessThanOrEqual(2_000 + 250)
})

it('continues without a delay once it has started, even while calls are written', async () => {
  let left = 0
  const { steps, write } = await start(() => left > 0 && (left -= 1) > 0)
  left = 50
  await write(25)
  expect(steps).toHaveLength(50)
  expect((steps.at(-1) ?? 0) - (steps[0] ?? 0)).toBe(49 * 2)
})

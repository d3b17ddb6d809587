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

it('continues while calls are written, and waits longer after a step during which one was written', async () => {
  const { steps, write } = await start(() => true)
  await write(25)
  const delays = steps.slice(1).map((at, index) => at - (steps[index] ?? 0))
  expect(delays.slice(0, 3)).toEqual([50, 2, 2])
  expect(delays.filter((delay) => delay === 50).length).toBeGreaterThan(1)
  expect(new Set(delays)).toEqual(new Set([2, 50]))
})

/** The number of trials, the seed of every random choice, and a progress callback. */
type LabOptions = {
  n: number
  seed: number
  progress: (done: number, of: number) => void
}

/** The figures, whether the injected bug was found, and whether every check passed. */
export type LabReport = {
  figures: Record<string, number | string | boolean | Record<string, number>>
  control: { caught: boolean }
  ok: boolean
}

/**
 * A long experiment that checks a claim. `standard` is the number of trials that the claim is based on, `short` the
 * number for a test run. An injected bug is part of the lab, never of the app; `control` says whether the lab found it.
 */
export type Lab = {
  name: string
  standard: number
  short: number
  /** Needs the built app, a screen and a keychain; skipped where they are missing. */
  needs?: 'window'
  run(options: LabOptions): Promise<LabReport>
}

/** Runs a task for every item, at most `concurrency` at a time, and returns the results in the order of the items. */
export const mapConcurrently = async <T, R>(
  concurrency: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next
      next += 1
      const item = items[index]
      if (item !== undefined) results[index] = await work(item, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return results
}

/** Returns the items in random order. */
export const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item)

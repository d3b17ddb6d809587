import type { Search } from './search.ts'

/** Milliseconds: after a write until it is taken in, between two steps, after trouble, and until an old history is begun. */
const [soon, between, patience, atFirst] = [250, 2, 10_000, 2_000]

/** After so many milliseconds without anything to do the file is put on the disk. */
const quiet = 5_000

/**
 * Lets the search file follow the history when nobody waits: a moment after each write, step by step. Returns how to wake
 * it, and how to end it.
 */
export const keepUp = (search: Search): { wake: () => void; stop: () => void } => {
  let planned: { act: () => void; timer: NodeJS.Timeout } | null = null
  let stopped = false

  const plan = (milliseconds: number, act: () => void): void => {
    if (planned !== null) clearTimeout(planned.timer)
    planned = stopped ? null : { act, timer: setTimeout(act, milliseconds).unref() }
  }

  const trying = (act: () => void): void => {
    planned = null
    try {
      act()
    } catch {
      // A disk that is full or a file that was damaged: the history does not depend on it, and it is tried again.
      plan(patience, step)
    }
  }

  const rest = (): void => trying(() => search.settle())

  const step = (): void =>
    trying(() => {
      if (search.step()) plan(between, step)
      else plan(quiet, rest)
    })

  plan(atFirst, step)
  return {
    /** Something was written: a step that is planned already will see it. */
    wake(): void {
      if (planned?.act !== step) plan(soon, step)
    },
    stop(): void {
      stopped = true
      if (planned !== null) clearTimeout(planned.timer)
    },
  }
}

type Entry = { at: number; order: number; ofDesk: boolean; act: () => void }

/**
 * A time that passes only when it is told to. The desk's own timers and its forward clock stand still while the
 * computer sleeps; the world goes on. All times are in milliseconds; `now` counts from the beginning of the history.
 */
export const createVirtualTime = (epoch: number) => {
  let entries: Entry[] = []
  let now = 0
  let slept = 0
  let wallError = 0
  let order = 0

  const put = (entry: Omit<Entry, 'order'>): (() => void) => {
    const kept = { ...entry, order: (order += 1) }
    entries.push(kept)
    return () => {
      entries = entries.filter((one) => one !== kept)
    }
  }

  const takeNext = (until: number): Entry | undefined => {
    let next: Entry | undefined
    for (const one of entries)
      if (one.at <= until && (next === undefined || one.at < next.at || (one.at === next.at && one.order < next.order)))
        next = one
    if (next !== undefined) entries.splice(entries.indexOf(next), 1)
    return next
  }

  return {
    epoch,
    now: (): number => now,
    /** What the computer's wall clock shows. */
    wall: (): number => epoch + now + wallError,
    monotonic: (): number => 5_000 + now - slept,
    setWall(error: number): void {
      wallError = error
    },
    /** A timer of the desk. */
    after: (milliseconds: number, act: () => void): (() => void) =>
      put({ at: now + Math.max(0, milliseconds), ofDesk: true, act }),
    /** Something that happens in the world, whatever the computer does. */
    at: (moment: number, act: () => void): (() => void) => put({ at: moment, ofDesk: false, act }),
    /** The computer sleeps from now on for so long. */
    sleep(milliseconds: number): void {
      slept += milliseconds
      for (const entry of entries) if (entry.ofDesk) entry.at += milliseconds
    },
    /** Lets time pass until a moment, or until there is nothing left to wait for. */
    async pass(until: number, isEnough: () => boolean = () => false): Promise<void> {
      for (;;) {
        // Everything here waits on promises or on this time: one turn of the loop lets all promises settle.
        await new Promise((resolve) => setImmediate(resolve))
        if (isEnough()) return
        const next = takeNext(until)
        if (next === undefined) break
        now = Math.max(now, next.at)
        next.act()
      }
      now = Math.max(now, until)
    },
  }
}

export type VirtualTime = ReturnType<typeof createVirtualTime>

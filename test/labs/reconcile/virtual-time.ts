type Entry = { at: number; order: number; ofApp: boolean; act: () => void }

/**
 * Virtual time in milliseconds; `now` counts from the start of the history. The app's timers and its monotonic clock
 * stop while the computer sleeps; other events do not.
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
    /** The computer's wall clock. */
    wall: (): number => epoch + now + wallError,
    monotonic: (): number => 5_000 + now - slept,
    setWall(error: number): void {
      wallError = error
    },
    /** Sets a timer of the app; returns a function that cancels it. */
    after: (milliseconds: number, act: () => void): (() => void) =>
      put({ at: now + Math.max(0, milliseconds), ofApp: true, act }),
    /** Schedules an event outside the computer. */
    at: (moment: number, act: () => void): (() => void) => put({ at: moment, ofApp: false, act }),
    /** Puts the computer to sleep now, for this long. */
    sleep(milliseconds: number): void {
      slept += milliseconds
      for (const entry of entries) if (entry.ofApp) entry.at += milliseconds
    },
    /** Advances time to `until`, or until `isEnough` returns true. */
    async pass(until: number, isEnough: () => boolean = () => false): Promise<void> {
      for (;;) {
        // One turn of the event loop settles all promises.
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

import type { Desk } from '../../../contract/desk.ts'

/** Hands announced changes on, one batch after the other: what is announced while one is taken in goes into the next. */
export const followChanges = (
  desk: Desk,
  isWanted: () => boolean,
  take: (callIds: readonly string[]) => Promise<void>,
): (() => void) => {
  const changed = new Set<string>()
  let isTaking = false
  const takeAll = async (): Promise<void> => {
    isTaking = true
    while (changed.size > 0) {
      const callIds = [...changed]
      changed.clear()
      await take(callIds)
    }
    isTaking = false
  }
  return desk.onCallsChanged(({ callIds }) => {
    if (!isWanted()) return
    for (const callId of callIds) changed.add(callId)
    if (!isTaking) void takeAll()
  })
}

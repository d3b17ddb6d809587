/** The one thing that ends an exchange from our side: its time is over. */
export type Deadline = { signal: AbortSignal; isOver(): boolean; clear(): void }

/** Starts a deadline of so many milliseconds; clear it when the exchange is over. */
export const startDeadline = (milliseconds: number): Deadline => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), milliseconds)
  return {
    signal: controller.signal,
    isOver: () => controller.signal.aborted,
    clear: () => clearTimeout(timer),
  }
}

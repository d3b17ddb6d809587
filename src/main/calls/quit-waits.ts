/** What quitting waits for: answers that are out, answers that the disk has not taken, and the time that is left at most. */
export type QuitWaits = {
  calls: number
  unwritten: number
  /** Until the last answer is there or given up, in milliseconds; 0 when none is out. Later on: until the app ends by itself. */
  milliseconds: number
}

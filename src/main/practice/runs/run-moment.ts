/** Whether a moment has come; null is a moment that never comes. */
export function hasPassed(moment: number | null, now: number): boolean {
  return moment !== null && moment <= now
}

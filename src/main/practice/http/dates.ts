/** A moment as the service's `datetime` fields write it: microseconds and `Z`; a fraction of zero is left out (measured). */
export function dateWithZ(ms: number): string {
  return `${dateText(ms)}Z`
}

/** A moment as the service's text fields write it: the same with `+00:00` (measured). */
export function dateWithOffset(ms: number): string {
  return `${dateText(ms)}+00:00`
}

/** A moment with milliseconds, as one kind of log entry has it (measured). */
export function dateWithMilliseconds(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}

function dateText(ms: number): string {
  const text = new Date(ms).toISOString().replace('Z', '')
  return text.endsWith('.000') ? text.slice(0, -4) : `${text}000`
}

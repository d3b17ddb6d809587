/** The value of a header; of several the first, null when there is none. */
export const single = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** An HTTP date as ISO 8601, or null when it is none. */
export const isoDate = (text: string | null): string | null => {
  const milliseconds = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}

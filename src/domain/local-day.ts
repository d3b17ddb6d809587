/** Returns the local day of a time in milliseconds since 1970, such as `2026-11-21`. */
export const localDay = (at: number): string => {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

const form = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * The moment in milliseconds since 1970 that an ISO text means, or undefined when it is none. A date alone is its first
 * moment; without a zone it is read in the service's own, which here is UTC (measured).
 */
export function parseMoment(text: string): number | undefined {
  const found = form.exec(text)
  if (found === null) return undefined
  const zoned = found[1] === undefined && text.length > 10 ? `${text}Z` : text
  const moment = Date.parse(zoned.replace(' ', 'T'))
  return Number.isNaN(moment) ? undefined : moment
}

/** Which zones a number's prefix lies in, and how many of its digits told it. */
export type ZonesOfPrefix = { zones: string[]; prefix: string }

export type ZoneFinder = (dial: string) => Promise<ZonesOfPrefix | null>

/** SECURITY: a zone comes from a table or from the page; only one that this runtime knows is given to a clock. */
export const isKnownZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat
  } catch {
    // A RangeError is how Intl says that it does not know a zone: an older runtime, or no zone at all.
    return false
  }
}

const readTable = (table: string): Map<string, string[]> => {
  const groups = table.replaceAll('\n', '').split(';')
  return new Map(
    groups.flatMap((group) => {
      const [zones = '', prefixes = ''] = group.split('=')
      return prefixes.split(',').map((prefix): [string, string[]] => [prefix, zones.split('&')])
    }),
  )
}

/**
 * Finds the zones of an E.164 number by the longest prefix that the table knows; null for a prefix it does not know and
 * for what is no number. The table is loaded with the first question.
 */
export const createZoneFinder = (loadTable: () => Promise<string>): ZoneFinder => {
  let table: Promise<Map<string, string[]>> | null = null
  return async (dial) => {
    if (!/^\+\d+$/.test(dial)) return null
    table ??= loadTable().then(readTable)
    const known = await table
    for (let length = Math.min(9, dial.length - 1); length > 0; length -= 1) {
      const prefix = dial.slice(1, length + 1)
      const zones = known.get(prefix)?.filter(isKnownZone)
      if (zones !== undefined && zones.length > 0) return { zones, prefix }
    }
    return null
  }
}

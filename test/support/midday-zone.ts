/**
 * Returns the name of a time zone in which it is currently between 12:00 and 13:00. Scenes show calls of the last few
 * minutes as today's calls, which is wrong right after midnight.
 */
export const middayZone = (now: Date): string => {
  const hoursAhead = 12 - now.getUTCHours()
  // The signs in these names are reversed: Etc/GMT-5 is five hours ahead of UTC.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}

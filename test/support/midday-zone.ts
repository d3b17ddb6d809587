/**
 * Returns the name of a time zone in which it is between 12:00 and 13:00 now. Scenes show calls of the last minutes as
 * calls of today, which is wrong after midnight.
 */
export const middayZone = (now: Date): string => {
  const hoursAhead = 12 - now.getUTCHours()
  // The signs of these names are reversed: Etc/GMT-5 is five hours ahead of UTC.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}

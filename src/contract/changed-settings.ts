import type { Settings } from './settings.ts'

/** The names of the settings that differ by their values, in the order in which they are written. */
export const changedSettings = (wanted: Settings, known: Settings): (keyof Settings)[] =>
  // Both went through the schema, which takes no names but its own and puts the parts of each value into one order.
  (Object.keys(wanted) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(known[name]),
  )

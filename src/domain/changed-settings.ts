import type { Settings } from '../contract/settings.ts'

/** Returns the names of the settings whose values differ, in the schema's order. */
export const changedSettings = (wanted: Settings, known: Settings): (keyof Settings)[] =>
  // The schema parsed both: it drops unknown names and orders the properties, so their JSON can be compared.
  (Object.keys(wanted) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(known[name]),
  )

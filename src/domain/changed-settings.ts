import type { Settings } from '../contract/settings.ts'

/** The names of the settings with different values, in the order of the schema. */
export const changedSettings = (wanted: Settings, known: Settings): (keyof Settings)[] =>
  // Both were parsed by the schema, which drops unknown names and orders the properties, so that their JSON is comparable.
  (Object.keys(wanted) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(known[name]),
  )

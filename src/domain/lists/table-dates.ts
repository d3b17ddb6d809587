/** When the tables that map postal codes, states and numbers to time zones were last checked. */
export const placeTablesDate = '2026-11-22'

/** When the rules for the federal holidays of the US were last checked. */
export const holidaysDate = '2026-11-25'

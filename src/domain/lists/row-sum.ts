import type { RowState } from '../../contract/list.ts'
import { type Placed, placedIn } from '../call-state.ts'

/** The sums of a list's totals. */
export type Sum = 'called' | 'notCalled' | 'unknown'

/** As in files that are read later, a call that isn't known to be placed yet is unknown. */
const sums: Readonly<Record<Placed, Sum>> = { yes: 'called', no: 'notCalled', unknown: 'unknown', notYet: 'unknown' }

/** Returns the sum that includes the rows in a state, except for rows that may have been called without a record. */
export const sumOf = (state: RowState): Sum =>
  state === 'held' || state === 'ready' || state === 'refused' || state === 'skipped' || state === 'stopped'
    ? 'notCalled'
    : sums[placedIn(state)]

import { type CallDetail, callEnds, type CallState } from '../../../src/contract/call.ts'
import type { ListRow, RowState } from '../../../src/contract/list.ts'
import { fakeCall } from './data.ts'

/** Returns the call of a list's row; null if the row was not called. */
export const callOfRow = (row: ListRow): CallDetail | null => {
  const { callId, changedAt, phoneNumber, phoneNumberDisplay } = row
  if (callId === null || changedAt === null || phoneNumber === null) return null
  const sentAt = Date.parse(changedAt) - 1_000
  const since = new Date(sentAt).toISOString()
  const outcome = outcomeOf(row, since)
  const [, name, amount] = row.cells
  const past: CallState[] = [{ state: 'queued' }, { state: 'sending', since }]
  return {
    call: fakeCall(row.row, sentAt, outcome, { callId, phoneNumber, phoneNumberDisplay }),
    learned: null,
    note: null,
    initialContext: { customer_name: name ?? '', amount_due: amount ?? '' },
    erasedAt: null,
    events: [
      ...past.map((one) => ({ at: since, state: one.state, outcome: one })),
      ...(outcome.state === 'sending' ? [] : [{ at: changedAt, state: outcome.state, outcome }]),
    ],
  }
}

const outcomeOf = ({ state, workflowRunId }: ListRow, since: string): CallState => {
  if (state === 'sending') return { state, since }
  if (state === 'rejected') return { state, status: 402, detail: '', issues: [] }
  if (workflowRunId === null) return { state: 'unknown', cause: 'cut', status: null, detail: '' }
  const kind = endOf(state)
  return {
    state: 'accepted',
    workflowRunId,
    workflowRunName: `WR-API-${workflowRunId}`,
    status: 'initiated',
    reconciled: false,
    progress: 'started',
    ...(kind === undefined ? {} : { end: { kind, disposition: null, durationSeconds: null } }),
  }
}

const endOf = (state: RowState) => callEnds.find((end) => end === state)

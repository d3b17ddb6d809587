import type { CallState } from '../../contract/call.ts'
import type { ExportedCall, exportFormats } from '../../contract/call-filter.ts'
import type { Run } from '../../contract/run.ts'
import { csvRow } from './csv.ts'

export type ExportFormat = (typeof exportFormats)[number]

/** How the run of a call ended, where the service was followed until it told; both are null where nobody knows. */
export type RunEnd = Pick<Run, 'durationSeconds' | 'disposition'>

/** A call as it is written, with the end of its run. */
export type ExportedLine = ExportedCall & { end: RunEnd }

type Column = { name: string; of: (exported: ExportedLine) => string | number | null }

const runOf = (outcome: CallState): number | null =>
  outcome.state === 'accepted' || outcome.state === 'failedAtProvider' ? outcome.workflowRunId : null

/** The words that came back, from the service or from the person who closed the call. */
const wordsOf = (outcome: CallState): string => {
  switch (outcome.state) {
    case 'rejected':
    case 'failedAtProvider':
    case 'unknown':
      return outcome.detail
    case 'closedByOperator':
      return outcome.note
    case 'accepted':
      return outcome.status
    case 'notSent':
      return outcome.cause
    case 'queued':
    case 'sending':
    case 'candidate':
    case 'notFound':
    case 'cancelled':
      return ''
  }
}

const columns: readonly Column[] = [
  { name: 'call_id', of: ({ call }) => call.callId },
  { name: 'prepared_at', of: ({ call }) => call.preparedAt },
  { name: 'profile', of: ({ call }) => call.profileName },
  { name: 'practice', of: ({ call }) => (call.practice ? 'yes' : 'no') },
  { name: 'agent', of: ({ call }) => call.agentName },
  { name: 'agent_uuid', of: ({ call }) => call.agentUuid },
  { name: 'phone_number', of: ({ call }) => call.phoneNumber },
  { name: 'state', of: ({ call }) => call.outcome.state },
  { name: 'run_id', of: ({ call }) => runOf(call.outcome) },
  { name: 'run_name', of: ({ call }) => (call.outcome.state === 'accepted' ? call.outcome.workflowRunName : null) },
  { name: 'words', of: ({ call }) => wordsOf(call.outcome) },
  // The request was over then, not the talk: what a spreadsheet would compute with must not carry the other's name.
  { name: 'request_ended_at', of: ({ call }) => call.endedAt },
  { name: 'duration_seconds', of: ({ end }) => end.durationSeconds },
  { name: 'disposition', of: ({ end }) => end.disposition },
  { name: 'calls_from', of: ({ call }) => call.telephonyConfigurationName },
  { name: 'calls_from_id', of: ({ call }) => call.telephonyConfigurationId },
  { name: 'caller_id', of: ({ call }) => call.fromPhoneNumberText },
  { name: 'caller_id_id', of: ({ call }) => call.fromPhoneNumberId },
  { name: 'redial_of', of: ({ call }) => call.redialOf },
  { name: 'note', of: ({ note }) => note },
  { name: 'context', of: ({ initialContext }) => JSON.stringify(initialContext) },
]

/** Spreadsheets take a file without this mark for one of another alphabet. */
const byteOrderMark = '\ufeff'

/** What stands before the first call: the names of the columns, in a CSV file only. */
export const exportHead = (format: ExportFormat): string =>
  format === 'csv' ? byteOrderMark + csvRow(columns.map(({ name }) => name)) : ''

/** One call as a line of the file: the columns of a CSV file, or everything about it as one JSON object. */
export const exportLine = (format: ExportFormat, exported: ExportedLine): string => {
  if (format === 'csv') return csvRow(columns.map(({ of }) => of(exported)))
  const { call, initialContext, note, end } = exported
  const { endedAt: requestEndedAt, ...rest } = call
  return `${JSON.stringify({ ...rest, requestEndedAt, ...end, note, initialContext })}\n`
}

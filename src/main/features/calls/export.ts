import { basename } from 'node:path'
import type { CallState, Learned } from '../../../contract/call.ts'
import type { Export, ExportedCall, exportFormats } from '../../../contract/call-list.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { Input } from '../../../contract/operations.ts'
import { foundRunOf } from '../../../domain/answered-calls.ts'
import {
  decisionOf,
  displayStateOf,
  durationOf,
  endOf,
  knownPlacedOf,
  runIdsOf,
  runNameOf,
  shownOutcome,
} from '../../../domain/call-state.ts'
import { localDay } from '../../../domain/local-day.ts'
import { fileMessages, stateTags } from '../../../messages/native.ts'
import type { SuggestedFile } from '../../app/runtime.ts'
import { type Pieces, writeFileAtomically } from '../../lib/write-file.ts'
import type { Storage } from '../../storage/storage.ts'
import { csvRow } from '../../lib/csv.ts'

type ExportFormat = (typeof exportFormats)[number]

export type ExportCallsDeps = {
  storage: Pick<Storage, 'run'>
  chooseFile: (offered: SuggestedFile) => Promise<string | null>
  clock: () => number
  /** Reports how many calls have been written so far. */
  announce: (calls: number) => void
}

/** The number of calls that are read and written at a time. */
const pageSize = 200

/** Writes calls to files, one export after the other. */
export const createExportCalls = ({ storage, chooseFile, clock, announce }: ExportCallsDeps) => {
  let last: Promise<unknown> = Promise.resolve()
  let cancelled = false

  /** Yields the text of the file page by page; returns false if the export was canceled. */
  async function* pieces({ search, filter, format }: Input<'exportCalls'>, count: (calls: number) => void): Pieces {
    yield succeed(exportHead(format))
    let next: number | null = null
    for (;;) {
      const page: Outcome<{ calls: ExportedCall[]; next: number | null }> = await storage.run('exportCalls', {
        search,
        filter,
        next,
        limit: pageSize,
      })
      if (!page.ok) {
        yield page
        return false
      }
      const lines = page.value.calls.map(({ call, ...rest }) =>
        exportLine(format, { call: { ...call, outcome: shownOutcome(call, clock()) }, ...rest }),
      )
      yield succeed(lines.join(''))
      count(lines.length)
      ;({ next } = page.value)
      if (cancelled) return false
      if (next === null) return true
    }
  }

  const run = async (request: Input<'exportCalls'>): Promise<Outcome<Export>> => {
    const ending = request.format === 'csv' ? 'csv' : 'jsonl'
    const name = `rundesk-calls-${localDay(clock())}.${ending}`
    const file = await chooseFile({ name, format: request.format })
    cancelled = false
    if (file === null) return succeed({ file: null, calls: 0 })
    let calls = 0
    const written = await writeFileAtomically(
      file,
      pieces(request, (more) => announce((calls += more))),
    )
    if (!written.ok) return written
    return succeed(written.value ? { file: basename(file), calls } : { file: null, calls: 0 })
  }

  return {
    /** Exports calls once the previous export has finished or failed. */
    run(request: Input<'exportCalls'>): Promise<Outcome<Export>> {
      const result = last.then(() => run(request))
      last = result.catch(() => undefined)
      return result
    },
    /** Cancels the export in progress and removes its file. */
    cancel(): void {
      cancelled = true
    },
  }
}

type Column = { name: string; of: (exported: ExportedCall) => string | number | null }

/** Returns the service's message about the request, or why the request was not sent. */
const detailOf = (outcome: CallState): string => {
  switch (outcome.state) {
    case 'rejected':
    case 'failedAtProvider':
    case 'unknown':
      return outcome.detail
    case 'accepted':
      return outcome.status
    case 'notSent':
      return outcome.cause
    case 'queued':
    case 'sending':
    case 'candidate':
    case 'notFound':
    case 'closedByOperator':
    case 'cancelled':
      return ''
  }
}

/** Returns what is known about a call: the state as displayed, whether it was placed, and the user's decision. */
const resultOf = ({ call }: ExportedCall) => {
  const { outcome } = call
  return {
    state: stateTags[displayStateOf(outcome)],
    callPlaced: knownPlacedOf(outcome),
    decision: decisionOf(outcome),
    runDespiteDecision: foundRunOf(outcome),
    workflowRunIds: runIdsOf(call),
    durationSeconds: durationOf(outcome),
    disposition: endOf(outcome)?.disposition ?? null,
  }
}

/** Returns the extracted values by name. */
const valuesOf = ({ variables }: Learned): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]))

/** Returns how a user resolved the call, in the words of the evidence file; null if no user has. */
const decisionTextOf = ({ outcome }: ExportedCall['call']): string | null => {
  const decision = decisionOf(outcome)
  return decision && fileMessages.evidence.decisions[decision.decision]
}

const columns: readonly Column[] = [
  { name: 'call_id', of: ({ call }) => call.callId },
  { name: 'prepared_at', of: ({ call }) => call.preparedAt },
  { name: 'profile', of: ({ call }) => call.profileName },
  { name: 'practice', of: ({ call }) => (call.practice ? 'yes' : 'no') },
  { name: 'agent', of: ({ call }) => call.agentName },
  { name: 'agent_uuid', of: ({ call }) => call.agentUuid },
  { name: 'phone_number', of: ({ call }) => call.phoneNumber },
  { name: 'state', of: (exported) => resultOf(exported).state },
  { name: 'call_placed', of: (exported) => resultOf(exported).callPlaced },
  { name: 'run_id', of: (exported) => resultOf(exported).workflowRunIds.join('; ') },
  { name: 'run_name', of: ({ call }) => runNameOf(call) ?? null },
  { name: 'message', of: ({ call }) => detailOf(call.outcome) },
  { name: 'decision', of: ({ call }) => decisionTextOf(call) },
  { name: 'decided_by', of: (exported) => resultOf(exported).decision?.who ?? null },
  { name: 'decided_at', of: (exported) => resultOf(exported).decision?.at ?? null },
  { name: 'decision_note', of: (exported) => resultOf(exported).decision?.note ?? null },
  // `answered`, `own` or `possible`: call_placed is "no" by the decision, but a run is known.
  { name: 'run_despite_decision', of: (exported) => resultOf(exported).runDespiteDecision },
  // The time when the request ended, not the conversation, so it must not be used to compute durations. Empty if Rundesk
  // was interrupted before the request ended, or never sent it.
  { name: 'request_ended_at', of: ({ call }) => call.endedAt },
  { name: 'duration_seconds', of: (exported) => resultOf(exported).durationSeconds },
  { name: 'disposition', of: (exported) => resultOf(exported).disposition },
  { name: 'tags', of: ({ learned }) => learned && learned.tags.join('; ') },
  { name: 'learned', of: ({ learned }) => learned && JSON.stringify(valuesOf(learned)) },
  { name: 'steps', of: ({ learned }) => learned && learned.steps.join(' → ') },
  { name: 'cost_credits', of: ({ learned }) => learned && learned.credits },
  { name: 'telephony_configuration', of: ({ call }) => call.telephonyConfigurationName },
  { name: 'telephony_configuration_id', of: ({ call }) => call.telephonyConfigurationId },
  { name: 'caller_id', of: ({ call }) => call.fromPhoneNumberText },
  { name: 'caller_id_id', of: ({ call }) => call.fromPhoneNumberId },
  { name: 'redial_of', of: ({ call }) => call.redialOf },
  { name: 'note', of: ({ note }) => note },
  { name: 'context', of: ({ initialContext }) => JSON.stringify(initialContext) },
]

/** Without a byte order mark, spreadsheets assume an encoding other than UTF-8. */
const byteOrderMark = '\ufeff'

/** Returns the first line of a CSV file; an empty string for JSON Lines. */
const exportHead = (format: ExportFormat): string =>
  format === 'csv' ? byteOrderMark + csvRow(columns.map(({ name }) => name)) : ''

/** Returns one call as a line: the CSV columns, or a JSON object with everything. */
const exportLine = (format: ExportFormat, exported: ExportedCall): string => {
  if (format === 'csv') return csvRow(columns.map(({ of }) => of(exported)))
  const { call, initialContext, note, learned } = exported
  const { endedAt: requestEndedAt, ...rest } = call
  return `${JSON.stringify({ ...rest, requestEndedAt, ...resultOf(exported), learned, note, initialContext })}\n`
}

import { common, time } from './common.ts'

/** Remaining minutes and whole seconds, never below zero. */
const countdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  // Non-breaking spaces keep each number with its unit.
  return seconds < 60
    ? `${seconds}\u00a0s`
    : `${Math.floor(seconds / 60)}\u00a0min\u00a0${String(seconds % 60).padStart(2, '0')}\u00a0s`
}

const summaryStart = (runId: number | null): string => (runId === null ? 'may be ringing' : `found as run ${runId}`)

/** Finding out the outcome of a call, and resolving it manually. */
export const reconciliation = {
  title: 'What Rundesk is doing',
  late: 'The response is late.',
  found: (id: number) => `Found as run ${id}. Still waiting for the response.`,
  withoutReference: 'Without a call reference, Rundesk can only suggest possible matches by number and time.',
  waitsForCarrier: 'A report from the carrier may still resolve this call.',
  noCarrierReport:
    'When Rundesk last read the run, the service had no report from its carrier. First check the run, once the service can be reached. If there is still no report, find out whether the phone rang, then resolve this call manually.',
  noProfile:
    'This call’s profile was removed, so Rundesk can’t check what happened. Look the call up in the service’s dashboard, then resolve it.',
  refused: 'This key can’t read the service’s run lists. Check the service’s dashboard:',
  ofAgent:
    'This key can read only the agent’s own run list, which can’t prove that there’s no run. Check the service’s dashboard:',
  decide: 'The service’s lists showed nothing more. Look up the run, then resolve the call.',
  candidates: (ids: readonly number[]) => (ids.length === 1 ? 'Possible match' : `${ids.length} possible matches`),
  foundList: 'Found run',
  doNotCall: 'Don’t call this number until this is resolved. You can call other numbers.',
  /** The status line: what Rundesk does now or next, and the last check. */
  checking: 'Checking the service now.',
  nextCheck: (ms: number) => (ms <= 0 ? 'Next check at any moment.' : `Next check in ${countdown(ms)}.`),
  waiting: 'No more checks until the response arrives.',
  stopped: 'Automatic checks have stopped. You can check manually at any time.',
  lastCheck: (age: string) => `Last check ${age}.`,
  earliest: '“Not found”',
  notBefore: (ms: number) => `in ${countdown(ms)} at the earliest`,
  failed: (why: string) => `Last check: ${why}`,
  window: 'Time',
  windowOf: (from: string, to: string) => `${time.full(from)} to ${time.full(to)}`,
  service: 'Service address',
  number: 'Number',
  agent: 'Agent',
  checkNow: 'Check now',
  checkingNow: 'Checking…',
  noChange: 'Checked: no change.',
  notChecked: 'Couldn’t check this call',
  resolve: 'Resolve manually…',
  lookUp: 'Look up',
  lookUpRun: (id: number) => `Look up run ${id}`,
  /** `runId`: the call's run, which may be over; null if none is known. */
  summary: (ms: number | null, runId: number | null) =>
    `${summaryStart(runId)}, ${ms === null ? 'needs your decision' : `next check in ${countdown(ms)}`}`,
  summaryNoReport: 'no carrier report when last read, check the run first',
  summaryNow: (runId: number | null) => `${summaryStart(runId)}, checking now…`,
  callAgain: 'Call again…',
  callAgainHint: 'Fills in the form. Nothing is sent until you press Call.',
  profileRemoved: 'This call’s profile was removed, so you can’t repeat the call.',
  countdown,
  dialog: {
    title: 'Resolve this call manually',
    text: 'Record what happened and how you know. This unlocks the number.',
    about: (number: string, at: string) => `${number}, sent ${time.full(at)}.`,
    runs: (ids: readonly number[]) => `Rundesk found ${common.list(ids.map((id) => `run ${id}`))}.`,
    question: 'Was the call placed?',
    placed: 'Yes, it was placed',
    placedHint: (hasRun: boolean) => `The phone rang${hasRun ? '' : ', or the dashboard shows the call'}.`,
    notPlaced: 'No, it wasn’t placed',
    notPlacedHint: (hasRun: boolean) =>
      `${hasRun ? 'The run’s details or the recipient confirm that' : 'The dashboard shows no such call, or the recipient says'} the phone didn’t ring. You can call again.`,
    note: 'How do you know?',
    noteHint: 'For example: asked the recipient at 14:05, the phone didn’t ring.',
    resultRequired: 'Choose whether the call was placed.',
    save: 'Resolve call',
    saving: 'Saving…',
    alreadyResolved: 'Already resolved',
    alreadyResolvedText: (title: string) => `Outcome: ${title}. No action needed.`,
  },
}

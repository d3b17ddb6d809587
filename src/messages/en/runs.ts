import { type LiveRun, progressOf } from '../../contract/run.ts'
import { longestDial } from '../../domain/call-state.ts'
import { common, time } from './common.ts'
import { awaitingResult, endOf, endReasons, plainText } from './call-end.ts'
import { callState, type OutcomeText } from './outcome.ts'
import type { CallState } from '../../contract/call.ts'
import { followedOutcome } from '../../domain/call-end.ts'
import { type DisplayState, displayStates, type NumberRange } from '../../contract/call-list.ts'
import { stateTags } from './state-tags.ts'

/** Plain wording for the carrier's status values. */
const carrierStatuses: Record<string, string> = {
  initiated: 'started',
  queued: 'queued by the carrier',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'ended',
}

const progressLabels = { dialing: 'dialing', ringing: 'ringing', answered: 'in conversation' }

/**
 * Returns the state of a run at `now`; null if it is unknown. Once dialing is over, a run is not shown as being dialed.
 * `preparedAt` and `now` are times of this computer, because the clock of the service may differ.
 */
const stateOf = ({ run, step }: LiveRun, preparedAt: string | null, now: number): string | null => {
  if (run === null) return null
  const progress = progressOf(run)
  if (progress === 'ended') return endOf(run)
  if (step === 'stale') return 'no updates for 25 minutes'
  const isDialingOver = preparedAt !== null && now - Date.parse(preparedAt) > longestDial
  if (progress !== 'dialing' || !isDialingOver) return progressLabels[progress]
  return run.carrierCallId === null && run.steps.length === 0 ? 'no carrier report when last read' : null
}

/** An accepted call while it is in progress. */
export const live = {
  /** The progress for screen readers, or null if none is known yet. */
  announcement: (liveRun: LiveRun, preparedAt: string | null, now: number): string | null => {
    const state = stateOf(liveRun, preparedAt, now)
    return state === null ? null : `Call: ${state}`
  },
  /** The progress, with its age while it may still change, or null if none is known yet. */
  summary: (liveRun: LiveRun, preparedAt: string | null, now: number): string | null => {
    const state = stateOf(liveRun, preparedAt, now)
    if (state === null) return null
    // After the end, the age of the report would read like the time since the end.
    const isOver = liveRun.run?.isCompleted === true || liveRun.step === 'stale'
    const age = liveRun.reportedAt === null || isOver ? null : now - Date.parse(liveRun.reportedAt)
    // Values under 6 s old count as live; older ones show their age.
    return age === null || age < 6_000 ? state : `${state}, ${time.ago(age)}`
  },
  /** Describes a call's outcome with the last report about its run, as `callState.describe` does. */
  describe: (outcome: CallState, liveRun: LiveRun | null, isListed = false, hasProfile = true): OutcomeText => {
    const shown = followedOutcome(outcome, liveRun)
    const text = callState.describe(shown.outcome, isListed, hasProfile)
    return shown.awaitsResult ? { ...text, ...awaitingResult } : text
  },
  stale:
    'The service still shows this run as in progress, although no call lasts that long. Live updates have stopped.',
  /** The service's end reason and the carrier's status in plain text. Unknown values are shown as received. */
  endReason: (disposition: string) => plainText(disposition),
  carrierStatus: (status: string) => plainText(status.replaceAll('_', '-'), { ...endReasons, ...carrierStatuses }),
}

/** Every state with its tag, in the order of the filter; `unknown` includes `toCheck`. */
const stateNames: readonly (readonly [DisplayState, string])[] = displayStates
  .filter((state) => state !== 'toCheck')
  .map((state) => [state, stateTags[state]])

/** A range in words; null leaves that end open. */
const range = (from: string | null, to: string | null): string => {
  if (from === null) return `up to ${to ?? ''}`
  return to === null ? `from ${from}` : from === to ? from : `${from} – ${to}`
}

const inRange = ({ from, to }: NumberRange, inWords: (value: number) => string): string =>
  range(from === null ? null : inWords(from), to === null ? null : inWords(to))

/** The filters next to the search. */
const filters = {
  title: 'Filters',
  stateTitle: 'State',
  anyState: 'Any state',
  states: (n: number) => `${n} states`,
  agentTitle: 'Agent',
  anyAgent: 'Any agent',
  agents: (n: number) => `${n} agents`,
  noAgents: 'No agents called yet.',
  profileTitle: 'Profile',
  anyProfile: 'All profiles',
  profiles: (n: number) => `${n} profiles`,
  practiceTitle: 'Practice or real',
  practice: { both: 'Real and practice', real: 'Real calls', practice: 'Practice' },
  learnedTitle: 'What the agent learned',
  anythingLearned: 'Any learned value',
  learned: (n: number) => `${n} values`,
  nothingLearned: 'No agent has reported anything yet.',
  facets: {
    result: (value: string) => `Result: ${plainText(value)}`,
    tag: (value: string) => `Tag: ${value}`,
    variable: (value: string) => `Has ${value}`,
  },
  duration: {
    title: 'Duration',
    any: 'Any duration',
    shown: (limits: NumberRange) => `Duration ${inRange(limits, time.duration)}`,
    hint: 'Minutes and seconds (1:30) or only seconds (90). Calls without a reported duration aren’t shown.',
    error: 'Enter a time such as 1:30, or seconds such as 90.',
  },
  credits: {
    title: 'Cost in credits',
    any: 'Any cost',
    shown: (limits: NumberRange) => `Cost ${inRange(limits, common.count)}`,
    hint: 'For example, 0.5. Calls without a reported cost aren’t shown.',
    error: 'Enter a number such as 0.5.',
  },
  /** The ends of a range. */
  ends: { from: 'Minimum', to: 'Maximum' },
  maximumTooLow: 'Enter a value that isn’t less than the minimum.',
  remove: (filter: string) => `Remove filter: ${filter}`,
  removed: (filter: string) => `Filter removed: ${filter}`,
  dayTitle: 'Created on',
  days: {
    any: 'Any day',
    today: 'Today',
    yesterday: 'Yesterday',
    sevenDays: 'Last 7 days',
    month: 'This month',
  },
  between: (from: string | null, until: string | null) => {
    if (from === null) return `Until ${until ?? ''}`
    return until === null ? `From ${from}` : from === until ? from : `${from} – ${until}`
  },
  fromDay: 'From',
  untilDay: 'To',
  clear: 'Clear',
}

/** The note on a call. */
const note = {
  title: 'Note',
  add: 'Add a note',
  edit: 'Edit',
  field: 'Note on this call',
  hint: 'Ctrl+Enter to save · Esc to keep a draft',
  save: 'Save note',
  saving: 'Saving…',
  discard: 'Discard',
  draft: 'Unsaved draft',
  goOn: 'Continue writing',
  /** Announced when the field is closed without saving. */
  kept: 'The note isn’t saved. Your draft is kept until you quit Rundesk.',
  savedAt: (age: string) => `Saved ${age}`,
  saved: 'Note saved.',
  removed: 'Note removed.',
  failed: 'Couldn’t save the note. Your text is still here.',
  left: (n: number) => `${n} characters left`,
}

/** The recording and the transcript of a call. */
const talk = {
  title: 'Recording and transcript',
  listen: 'Listen',
  showTranscript: 'Show transcript',
  transcript: 'Transcript',
  speakers: { agent: 'agent', callee: 'recipient', other: 'note' },
  player: 'Recording',
  play: 'Play',
  pause: 'Pause',
  position: 'Playback position',
  at: (now: string, whole: string) => `${now} of ${whole}`,
  fetchingRecording: 'Loading the recording…',
  readingRecording: (percent: number) => `Loading the recording… ${percent}%`,
  fetchingTranscript: 'Loading the transcript…',
  neverRecorded: 'The service has no recording of this call.',
  neverTranscribed: 'The service has no transcript of this call.',
  noRecording: 'No recording yet. It’s usually available a few seconds after the call ends.',
  noTranscript: 'No transcript yet. It’s usually available a few seconds after the call ends.',
  recordingFailed: 'Couldn’t load the recording',
  unplayable: 'This recording’s format isn’t supported',
  transcriptFailed: 'Couldn’t load the transcript',
  noSpeech: 'No speech.',
  fromLiveNotes: 'Based on the service’s live notes, because the transcript couldn’t be loaded.',
  truncated: 'Transcript truncated.',
}

/** Saved views. */
const views = {
  button: 'Views',
  title: 'Saved views',
  none: 'No saved views yet. Search or filter, then save the view here.',
  saveAs: 'Save this view…',
  update: (name: string) => `Update “${name}”`,
  rename: (name: string) => `Rename “${name}”…`,
  delete: (name: string) => `Delete “${name}”`,
  deleted: (name: string) => `View “${name}” deleted.`,
  saved: (name: string) => `View “${name}” saved.`,
  saveTitle: 'Save view',
  renameTitle: 'Rename view',
  name: 'Name',
  hint: 'Saves the search and filters. Relative dates such as “Today” stay relative.',
  save: 'Save',
  noName: 'Enter a name.',
  taken: 'Another view already has this name.',
  failed: 'Couldn’t save the view',
}

const callCount = (n: number): string => `${common.count(n)} ${n === 1 ? 'call' : 'calls'}`

/** Exporting calls. */
const exports = {
  button: 'Export',
  title: 'Export the calls shown',
  formats: { csv: 'For spreadsheets', jsonLines: 'For programs' },
  formatNames: { csv: 'CSV', jsonLines: 'JSON Lines' },
  writing: (n: number) => `Exporting… ${callCount(n)} so far.`,
  cancel: 'Cancel export',
  written: (n: number, file: string) => `${callCount(n)} exported to ${file}.`,
  formulaNote:
    'Cells starting with = + - @ (phone numbers too) get a leading apostrophe, so spreadsheets don’t treat them as formulas.',
  failed: 'Export failed',
}

/** The Runs screen. */
export const runs = {
  title: 'Runs',
  filters,
  stateNames,
  note,
  exports,
  talk,
  views,
  search: 'Search runs',
  searchPlaceholder: 'Number, run ID, name, note',
  /** The number of calls; `+` marks a count that was cut off. */
  count: (total: number, isExact: boolean, narrowed: boolean) =>
    narrowed
      ? `${common.count(total)}${isExact ? '' : '+'} found`
      : `${common.count(total)} ${total === 1 ? 'call' : 'calls'} on this computer`,
  preparing: (left: number) =>
    `Building the search index: searching older calls takes longer (${common.count(left)} left).`,
  searching: 'Searching…',
  loading: 'Loading the history…',
  /** The selected row, counted from the newest. */
  row: (n: number) => `row ${common.count(n)}`,
  goingToEnd: 'going to the oldest call…',
  hint: 'J/K to move · Enter to open · N for a note · R to repeat · ? for all shortcuts',
  list: 'Calls, newest first',
  foundById: (run: number) => `Run ${run}, by ID`,
  ofRun: (agent: string, profile: string, startedAt: string) => `${agent} · ${profile} · ${startedAt}`,
  columns: {
    time: 'Time',
    state: 'State',
    number: 'Number',
    agent: 'Agent',
    run: 'Run',
    profile: 'Profile',
    duration: 'Duration',
    cost: 'Cost',
    outcome: 'Outcome',
    learned: 'Learned',
  },
  emptyTitle: 'No calls yet',
  emptyText:
    'Every call placed from this computer appears here, with the request and the result. Place your first call on the Call screen.',
  goCall: 'Go to Call',
  noResults: 'No results',
  noOtherResults: 'No other results',
  noResultsText: (search: string) =>
    search
      ? `No calls match “${search}”. Try part of the number, a run ID, an agent, a name or a note, or clear the filters.`
      : 'No calls match these filters.',
  clear: 'Clear search and filters',
  failed: 'Couldn’t load the history',
  drawer: {
    label: (title: string) => `Details of ${title}`,
    run: (id: number) => `run ${id}`,
    copyRun: 'Copy run ID',
    possibleRuns: (n: number): string => (n === 1 ? 'Possible run' : 'Possible runs'),
    repeat: 'Repeat',
    close: 'Close details',
    timeline: 'Timeline',
    result: 'Result',
    request: 'Request',
    service: 'From the service',
    refresh: 'Refresh from the service',
    updatedAt: (age: string) => `From the service, updated ${age}`,
    failedAt: (age: string) => `The last update failed ${age}:`,
    noRun: 'No run ID to look up.',
    otherProfile: 'This call’s profile was removed, so the service can’t be contacted with its key.',
    number: 'Number',
    agent: 'Agent UUID',
    configuration: 'Configuration',
    callerId: 'Caller ID',
    reference: 'Reference',
    referenceAs: (name: string, callId: string) => `${name}: ${callId}`,
    context: 'Context',
    noContext: 'none',
    contextErased: 'erased on this computer',
    stillAtService:
      'The call’s personal data was erased on this computer. The service may still have it: what it reports is shown below.',
    theDefault: 'organization’s default',
    provider: 'provider’s choice',
    to: 'Sent to',
    withId: (name: string, id: number) => `${name} (ID ${id})`,
    idOnly: (id: number) => `ID ${id}`,
    redialOf: 'Retry of an earlier call that wasn’t placed.',
    earlier: 'Show the earlier call',
    loading: 'Loading the call…',
  },
}

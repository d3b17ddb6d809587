import type { IssueCode } from '../../contract/failure.ts'
import type { Brake, List, RowState } from '../../contract/list.ts'
import type { Profile } from '../../contract/profile.ts'
import type { ListRule } from '../../domain/lists/list-policy.ts'
import { common, dueTime, time } from './common.ts'
import { type CallTimes, calls, callsOfButton, check, options, paceText, rows, start } from './list-check.ts'
import { brakes, type BrakeText } from './list-brakes.ts'
import { drawer } from './list-drawer.ts'
import { table } from './list-table.ts'
import { shell } from './shell.ts'
import { stateTags } from './state-tags.ts'

const rowTags: Record<RowState, string> = {
  ...stateTags,
  held: 'held',
  ready: 'ready',
  refused: 'refused',
  skipped: 'left out',
  stopped: 'list stopped',
}

const listStates: Record<List['state'], string> = {
  reading: 'reading',
  draft: 'not started',
  running: 'running',
  paused: 'paused',
  finished: 'finished',
  stopped: 'stopped',
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Outcomes that the counters and the chart tell apart. */
const outcomes = {
  reached: capitalized(stateTags.reached),
  voicemail: capitalized(stateTags.voicemail),
  noAnswer: capitalized(stateTags.noAnswer),
  busy: capitalized(stateTags.busy),
  other: 'Other',
  notPlaced: 'Not placed',
  unknown: capitalized(stateTags.unknown),
  inProgress: 'In progress',
  waiting: 'Waiting',
}

type ListSums = Readonly<Record<'called' | 'notCalled' | 'unknown' | 'inProgress', number>>

const listTotals = ({ called, notCalled, unknown, inProgress }: ListSums): string =>
  `${common.count(called)} called · ${common.count(notCalled)} not called · ${common.count(unknown)} unknown${inProgress === 0 ? '' : ` · ${common.count(inProgress)} in progress`}`

/** What happens to a list, for a user who has none yet. */
const steps: Record<'check' | 'start' | 'report', readonly [title: string, text: string]> = {
  check: ['Check', 'Each row is ready, held or refused, with the reason. Fix a whole group with one keystroke.'],
  start: [
    'Start and watch',
    'Pause at any time. After a crash, the list is paused. Resume it to continue where it left off.',
  ],
  report: [
    'Report',
    'Called, not called and unknown rows add up to the rows in your file. No row is called twice by mistake.',
  ],
}

/** The first page of the screen: open a file or an earlier list. */
const home = {
  intro: 'Call everyone in a file with one agent. Every row ends as called, not called (with the reason) or unknown.',
  open: 'Open a list',
  drop: 'Drop a file here',
  dropNow: 'Drop to open',
  formats: 'Excel, CSV or TSV, up to 100 MB. No one is called until you press Start.',
  chooseFile: 'Choose file…',
  paste: 'Paste rows…',
  example: 'Only the number column is required',
  exampleHint: 'Other columns fill in the agent’s variables. Rundesk matches them for you.',
  exampleHeaders: ['Phone', 'Name', 'Policy'],
  exampleTargets: ['number', 'customer_name', 'policy_number'],
  exampleRows: [
    ['503 555 0118', 'Joan Peters', 'HB-20412'],
    ['(206) 555-0138', 'Luis Ortega', 'HB-20413'],
    ['+1 415 555 0177', 'Marisol Vega', 'HB-20417'],
  ],
  steps,
  practice: 'Practice list',
  practiceText:
    '150 rows that cover every kind of damaged number, outcome and failure. No phone rings. Takes about 2 minutes.',
  openPractice: 'Open the practice list',
  opening: 'Opening the file…',
  earlier: 'Your lists',
  noProfile: 'profile removed',
  openFailed: 'Couldn’t open this file. Nothing was imported.',
  loadFailed: 'Couldn’t load your lists.',
  remove: 'Remove…',
  removeLabel: (name: string) => `Remove ${name}…`,
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeText: 'Its rows are deleted from this computer. Calls that were placed stay in Runs.',
  removeCalled: 'Other lists from its file may then call the same numbers again without asking.',
  removeConfirm: 'Remove list',
  removed: (name: string) => `${name} removed.`,
  removeFailed: 'Couldn’t remove this list.',
  pasteTitle: 'Paste rows from a spreadsheet',
  pasteField: 'Rows, including headers',
  pasteHint: 'Copy the rows in your spreadsheet, then paste them here.',
  pasteOpen: 'Check rows',
  totals: listTotals,
  fileState: (list: List, called: number, total: number): string =>
    list.state === 'draft' || list.state === 'reading'
      ? rows(total)
      : `${common.count(called)} of ${rows(total)} called`,
}

/** Whether calls of a paused list are in progress or unknown, next to a text that says that the list paused. */
const callsOfPaused = (inProgress: number, unknown: number): string =>
  [
    inProgress + unknown === 0 ? 'No call is in progress.' : '',
    inProgress === 0 ? '' : `${calls(inProgress)} may still be in progress.`,
    unknown === 0 ? '' : `${calls(unknown)} ${unknown === 1 ? 'has' : 'have'} an unknown outcome.`,
  ]
    .filter(Boolean)
    .join(' ')

/** What the user can do instead of resuming a list. */
const otherList = (change: string): string =>
  `Or stop the list, and create a new list from its remaining rows with ${change}.`

/** Says before a list is stopped how many of its rows can be added to a new list. */
const newListText = (leftovers: number | 'counting' | null): string => {
  if (leftovers === 0) return ''
  if (leftovers === 'counting') return 'Counting the rows that you can add to a new list…'
  const some = leftovers === null ? 'remaining rows' : rows(leftovers)
  return `You can add ${some} to a new list, including any that were refused, left out or not reached.`
}

/** A running or paused list. */
const run = {
  about: (agent: string, from: string | null, startedAt: string | null, now: number) =>
    start.line(agent, from, startedAt === null ? null : `started ${time.hourOrDate(startedAt, now)}`),
  pause: 'Pause',
  pausing: 'Pausing…',
  stop: 'Stop…',
  /** `profile`: the name of the list's profile, on its page; null in the banner, which already shows it. */
  resume: (n: number, profile: string | null = null, times: CallTimes | null = null, now = 0) =>
    start.line(`Resume: ${callsOfButton(n, times, now)}`, null, profile),
  resuming: 'Resuming…',
  paused: (inProgress: number, unknown: number) => `Paused. ${callsOfPaused(inProgress, unknown)}`,
  callsOfPaused,
  noneReady: 'No row is ready to be called. Decide on the held rows before you resume.',
  /** No row is ready or held, and some are refused because of the do-not-call list. */
  allRefused: 'The list can’t resume: no row is ready to be called',
  allRefusedText: (n: number) =>
    `${rows(n)} ${n === 1 ? 'is' : 'are'} refused because of the do-not-call list. If an entry is wrong, remove it in Needs you. If a file is wrong or has expired, remove it under Do-not-call files… on the Lists screen. Rundesk then compares the rows with the do-not-call list again. If the entries and files are right, choose Stop… to end the list.`,
  pausedTitle: 'Paused by you',
  brake: (reason: Brake): BrakeText => brakes[reason],
  brakeDetail: (detail: string) => `Details: ${detail}`,
  openKeys: 'Open Keys',
  progress: 'Progress',
  finished: (done: number, total: number) => `${common.count(done)} of ${common.count(total)} finished`,
  pace: paceText,
  waitsFor: (until: string, now: number) => `The next call is due ${dueTime(until, now)}.`,
  pausedAt: (at: string, now: number) => `paused ${time.atOrOn(at, now)}`,
  outcome: (name: keyof typeof outcomes) => outcomes[name],
  /** An outcome of the chart, in the words of the table: the states of the rows that have it. */
  outcomeStates: (states: readonly RowState[]) =>
    capitalized([...new Set(states.map((state) => rowTags[state]))].join(', ')),
  counters: 'Rows by outcome',
  chart: (minutes: number) => (minutes === 1 ? 'Outcomes per minute' : `Outcomes per ${common.count(minutes)} minutes`),
  asTable: 'Show as table',
  period: 'Time',
  noOutcomes: 'The first outcome appears here.',
  groups: {
    active: 'In progress',
    unknown: 'Unknown',
    finished: 'Finished',
    remaining: 'Remaining',
  },
  groupNotes: {
    active: '',
    unknown: 'Each number stays locked until its call is resolved.',
    finished: 'latest first',
    remaining: '',
  },
  remaining: ({
    waiting,
    held,
    refused,
    left,
    stopped,
  }: Readonly<Record<'waiting' | 'held' | 'refused' | 'left' | 'stopped', number>>) =>
    [
      `${common.count(waiting)} waiting`,
      held > 0 ? `${common.count(held)} held` : '',
      refused > 0 ? `${common.count(refused)} refused` : '',
      left > 0 ? `${common.count(left)} left out` : '',
      stopped > 0 ? `${common.count(stopped)} stopped` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  stopTitle: (name: string) => `Stop “${name}”?`,
  /**
   * `leftovers`: how many rows can be copied, also those that were refused, left out or not reached; null if they couldn't
   * be counted. `unclear`: how many of the `notCalled` rows may have been called without a record, and are never copied.
   */
  stopText: (notCalled: number, leftovers: number | 'counting' | null, unclear: number, inProgress: number) =>
    [
      `${rows(notCalled)} won’t be called.`,
      inProgress === 0 ? '' : `${calls(inProgress)} may be in progress and won’t be ended.`,
      newListText(leftovers),
      unclear === 0 ? '' : `${rows(unclear)} may have been called already and can’t be added to a new list.`,
    ]
      .filter(Boolean)
      .join(' '),
  stopConfirm: 'Stop the list',
  failed: 'The list wasn’t changed.',
  resumeFailed: 'The list didn’t resume.',
  /** Why a list that has started didn't resume because of its agent. Only a new list can have another agent. */
  agentProblems: {
    listAgent: `The agent is archived, unpublished or unknown. Ask your administrator to restore or publish it. ${otherList('another agent')}`,
    listAgentSilent: `The agent has no opening, so it wouldn’t say anything. Ask your administrator to add one. ${otherList('another agent')}`,
  } satisfies Partial<Record<IssueCode, string>>,
  /** Follows the rule of the policy that doesn't allow a paused list. */
  notAllowed: (rule: ListRule): string =>
    rule === 'noLists' ? 'Ask your administrator.' : `Ask your administrator. ${otherList('other options')}`,
}

/** A finished or stopped list. */
const done = {
  /** The end has a date if the list didn't end on the day on which it started. */
  about: (agent: string, from: string | null, startedAt: string | null, endedAt: string | null, now: number) => {
    if (startedAt === null) return start.line(agent, from, null)
    const end = endedAt === null ? '' : time.hourOrDate(endedAt, Date.parse(startedAt))
    return start.line(agent, from, `${time.hourOrDate(startedAt, now)}–${end}`)
  },
  showRows: 'Show rows',
  showResult: 'Show result',
  saveReport: 'Save report',
  saving: 'Saving…',
  saved: (file: string, n: number) => `Saved ${rows(n)} to ${file}.`,
  saveFailed: 'Couldn’t save the report.',
  fullNumbers: 'Full numbers in the report',
  rowsInFile: 'Rows in the file',
  called: 'Called',
  notCalled: 'Not called',
  unknown: 'Unknown',
  /** The numbers of the `mayHaveBeenCalled` rows aren't locked. */
  unknownNote: (unknown: number, inProgress: number, mayHaveBeenCalled: number): string =>
    [
      unknown === 1 ? 'This number stays locked. Don’t call it again until its call is resolved.' : '',
      unknown > 1 ? 'These numbers stay locked. Don’t call them again until their calls are resolved.' : '',
      mayHaveBeenCalled > 0
        ? `${rows(mayHaveBeenCalled)} may have been called: calls may be missing from the history. Check the service’s dashboard before you call ${mayHaveBeenCalled === 1 ? 'it' : 'them'}.`
        : '',
      unknown + mayHaveBeenCalled + inProgress === 0 ? 'Every call has a known outcome.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  sum: (all: number, called: number, notCalled: number, unknown: number) =>
    `${rows(all)} in the file: ${listTotals({ called, notCalled, unknown, inProgress: 0 })}`,
  doNotCall: 'Do not call',
  doNotCallText: (n: number): string =>
    `In ${n === 1 ? 'this call' : 'these calls'}, the agent reported that the person must not be called again.`,
  doNotCallReason: (list: string) => `Reported in a call of “${list}”`,
  doNotCallAdd: 'Do not call again',
  doNotCallAddOf: (number: string) => `Do not call again: ${number}`,
  doNotCallUndo: 'Undo…',
  doNotCallUndoOf: (number: string) => `Undo… ${number}`,
  doNotCallAddAll: (n: number) => (n === 1 ? 'Add 1 number' : `Add ${common.count(n)} numbers`),
  doNotCallAdded: (n: number) =>
    n === 1 ? '1 number added to the do-not-call list.' : `${common.count(n)} numbers added to the do-not-call list.`,
  doNotCallListed: 'On the list',
  doNotCallFailed: 'Couldn’t add every number. Numbers without a check mark aren’t on the do-not-call list.',
  doNotCallUnread: 'Couldn’t load the numbers that must not be called again.',
  leftovers: 'New list from the remaining rows',
  makeList: (n: number) => `Create a list with ${rows(n)}`,
  unknownNever: 'Rows with an unknown outcome are never added.',
  /** Why rows can't be added that the numbers above include. */
  unclearNever: (n: number): string => `${rows(n)} may have been called already and can’t be added.`,
  othersNever: (n: number): string =>
    `${rows(n)} can’t be added: ${n === 1 ? 'its' : 'their'} data was erased, or an earlier call may have reached ${n === 1 ? 'the person' : 'the people'}.`,
  counting: 'Counting the rows that can be added…',
  nothingLeft: 'No rows can be added.',
  made: (n: number) => `New list with ${rows(n)} created.`,
  copyFailed: 'Couldn’t create the list.',
}

/** A list in other places: the banner, the inbox, the rail, announcements. */
const elsewhere = {
  /** A list's profile. A practice profile can have any name. */
  owner: ({ kind, name }: Pick<Profile, 'kind' | 'name'>): string =>
    kind === 'practice' && name !== shell.practice ? `${name} · ${shell.practice}` : name,
  interrupted: (name: string, sums: ListSums) => `“${name}” was interrupted: ${listTotals(sums)}`,
  show: 'Show list',
  progress: (percent: number) => `${percent}%`,
  /** The progress of a running list, in the window title and as the label of its percentage. */
  progressOf: (name: string, percent: number) => `${percent}% of ${name}`,
  pausedTag: 'list paused',
  /** The new state of a list, in a notification. */
  announcement: ({ name, state, brake }: Pick<List, 'name' | 'state' | 'brake'>): string =>
    state === 'paused' && brake !== null ? `${name}: ${brakes[brake.reason].title}` : `${name}: ${listStates[state]}`,
  /** What follows from the new state, for screen readers: what is still called, or what is in progress or unknown. */
  next: (state: List['state'], waiting: number, active: number, unknown: number): string => {
    if (state === 'running') return `${calls(waiting)} remaining.`
    return state === 'paused' ? callsOfPaused(active, unknown) : ''
  },
}

/** Call lists. */
export const lists = {
  title: 'Lists',
  state: (state: List['state']) => listStates[state],
  rowTag: (state: RowState) => rowTags[state],
  /** A row that is ready if the check of its list, which failed, finds nothing more. */
  uncheckedTag: 'not checked',
  waitingTag: 'waiting',
  profileRemoved: 'Its profile was removed, so its rows can’t be called.',
  home,
  check,
  options,
  start,
  run,
  drawer,
  done,
  table,
  elsewhere,
}

import { common } from './common.ts'
import { exports } from './run-exports.ts'
import { filters, stateNames } from './run-filters.ts'
import { note } from './run-note.ts'
import { talk } from './run-talk.ts'
import { views } from './run-views.ts'

/** Words of the Runs screen. */
export const runs = {
  title: 'Runs',
  filters,
  stateNames,
  note,
  exports,
  talk,
  views,
  search: 'Search runs',
  searchPlaceholder: 'Number, run id, name, note',
  /** How many calls there are; above what is counted there are more than that. */
  count: (total: number, isExact: boolean, narrowed: boolean) =>
    narrowed
      ? `${common.count(total)}${isExact ? '' : '+'} found`
      : `${common.count(total)} ${total === 1 ? 'call' : 'calls'} on this computer`,
  preparing: (left: number) =>
    `The search is still being prepared: ${common.count(left)} older calls are found too, more slowly.`,
  searching: 'Searching …',
  loading: 'Reading the history …',
  /** Which row is chosen, counted from the newest. */
  row: (n: number) => `row ${common.count(n)}`,
  goingToEnd: 'going to the oldest …',
  hint: 'J K move · Enter opens · N note · R repeats · ? all keys',
  list: 'Calls, newest first',
  foundById: (run: number) => `Run ${run}, by its id`,
  ofRun: (agent: string, profile: string, time: string) => `${agent} · ${profile} · ${time}`,
  columns: {
    time: 'Time',
    state: 'State',
    number: 'Number',
    agent: 'Agent',
    run: 'Run',
    profile: 'Profile',
    became: 'What became of it',
  },
  emptyTitle: 'No calls yet',
  emptyText:
    'Every call placed from this computer is kept here, with what was sent and what came back. Place the first one on the Call screen.',
  goCall: 'Go to Call',
  noneTitle: 'Nothing found',
  noneElse: 'Nothing else found',
  noneText: (search: string) =>
    search
      ? `No call matches “${search}”. Search a part of the number, a run id, an agent, a name or a note; filters that are on leave out more.`
      : 'No call passes these filters.',
  clear: 'Clear search and filters',
  failed: 'The history could not be read',
  drawer: {
    label: (title: string) => `Details of ${title}`,
    run: (id: number) => `run ${id}`,
    copyRun: 'Copy run id',
    repeat: 'Repeat',
    close: 'Close details',
    happened: 'What happened',
    became: 'What came back',
    sent: 'What was sent',
    service: 'What the service says',
    ask: 'Ask the service now',
    askedAt: (age: string) => `Told by the service ${age}`,
    noRun: 'There is no run id to ask about.',
    otherProfile: 'The profile of this call was removed, so the service cannot be asked with its key.',
    number: 'Number',
    agent: 'Agent UUID',
    configuration: 'Configuration',
    callerId: 'Caller ID',
    reference: 'Reference',
    referenceAs: (name: string, callId: string) => `${name}: ${callId}`,
    context: 'Context',
    noContext: 'none',
    theDefault: 'the organization’s default',
    provider: 'the provider’s choice',
    to: 'Sent to',
    withId: (name: string, id: number) => `${name} (id ${id})`,
    idOnly: (id: number) => `id ${id}`,
    erased: 'number erased',
    redialOf: 'A person called again after an earlier call that was not placed.',
    earlier: 'Show the earlier call',
    loading: 'Reading the record …',
  },
}

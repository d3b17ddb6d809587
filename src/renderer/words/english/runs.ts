import { common } from './common.ts'

/** Words of the Runs screen. */
export const runs = {
  title: 'Runs',
  search: 'Search runs',
  searchPlaceholder: 'Number, run id, agent or name',
  count: (shown: number, total: number, search: string) =>
    search
      ? `${common.count(total)} found`
      : `${common.count(total)} calls on this computer${shown < total ? ', newest first' : ''}`,
  searching: 'Searching …',
  hint: 'J K move · Enter opens · C copies the run id',
  list: 'Calls, newest first',
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
  noneText: (search: string) =>
    `No call matches “${search}”. Search a part of the number, a run id, an agent or a name.`,
  clear: 'Clear the search',
  failed: 'The history could not be read',
  drawer: {
    label: (title: string) => `Details of ${title}`,
    run: (id: number) => `run ${id}`,
    copyRun: 'Copy run id',
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

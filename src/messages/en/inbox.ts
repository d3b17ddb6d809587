import { common, time } from './common.ts'

/** Everything that needs the user's attention. */
export const inbox = {
  title: 'Needs you',
  count: (now: number, later: number) =>
    [`${common.count(now)} now`, later > 0 ? `${common.count(later)} later` : '', 'from all profiles']
      .filter(Boolean)
      .join(', '),
  /** The number in the navigation, for screen readers. */
  badge: (count: number) => `${common.count(count)} ${count === 1 ? 'item needs' : 'items need'} your attention`,
  items: 'Items',
  selected: 'Selected item',
  profiles: 'Profile',
  all: 'All',
  failed: 'Couldn’t load the unresolved calls.',
  emptyTitle: 'Nothing needs your attention',
  emptyText: 'Unresolved calls, rejected keys, paused lists and reminders from all profiles appear here.',
  groups: {
    calls: 'Don’t call again yet',
    keys: 'Calling is blocked',
    lists: 'Paused lists',
    reminders: 'Reminders',
    later: 'Later',
  },
  keyRefused: 'key rejected',
  reminder: 'reminder',
  keyOf: (profile: string) => `Key of ${profile}`,
  keyLine: 'Rejected (401). This profile can’t place calls.',
  keyRefusedTitle: 'The service rejected the key',
  keyRefusedText: (at: string) =>
    `Last rejected ${time.full(at)}. This profile can’t place calls until its key is replaced.`,
  openKeys: 'Open Keys',
  openInRuns: 'Open in Runs',
  reminderLine: (state: string, at: string) => `Call at ${time.hour(at)}: ${state}.`,
  reminderTitle: (at: string) => `Reminder for ${time.minute(at)}`,
  reminderText: 'Only fills in the form; you place the call.',
  dueNow: 'due now',
  dueAt: (at: string, now: number) => (time.isSameDay(at, now) ? `at ${time.hour(at)}` : time.minute(at)),
  fillForm: 'Fill in the form',
  done: 'Done, remove the reminder',
  removeEntry: 'Remove…',
}

/** The page of a number. */
export const person = {
  next: 'Next',
  loading: 'Loading…',
  failed: 'Couldn’t load this number.',
  calls: 'Calls from this computer',
  noCalls: 'No calls from this computer.',
  more: 'Older calls are in Runs.',
  note: 'Note:',
  openCall: (at: string) => `Open in Runs: the call from ${time.minute(at)}`,
  mayCall: 'Remove from the do-not-call list…',
  runs: 'Runs in the service, last 7 days',
  updated: (age: string) => `updated ${age}`,
  notAnswered: 'The service didn’t respond, so its runs can’t be shown.',
  noRuns: 'No runs to this number.',
  runsFailed: 'Couldn’t load the service’s runs.',
  runStates: { failed: 'failed', ended: 'ended', dialing: 'dialing', placed: 'placed' },
  elsewhere: 'not from this computer',
  lookUp: (run: number) => `Look up run ${run}`,
}

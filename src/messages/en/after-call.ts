import type { LearnedBrief } from '../../contract/call-list.ts'
import type { DoNotCall, DoNotCallImport } from '../../contract/person.ts'
import { common, time } from './common.ts'

/** What the agent learned in a call. */
export const learned = {
  title: 'What the agent learned',
  tags: 'Tags',
  steps: 'Steps',
  /** Tags, and values with their names, in one line. */
  inShort: ({ tags, variables }: LearnedBrief) =>
    [tags.join(', '), ...variables.map(({ name, value }) => `${name}: ${value}`)].filter(Boolean).join(' · '),
  inCredits: (credits: number) => `${common.count(credits)} ${credits === 1 ? 'credit' : 'credits'}`,
  /** The steps and the cost in the card's header. */
  summary: (steps: number, credits: number | null) =>
    [
      steps > 0 ? `${common.count(steps)} ${steps === 1 ? 'step' : 'steps'}` : '',
      credits === null ? '' : learned.inCredits(credits),
    ]
      .filter(Boolean)
      .join(' · '),
}

/** The actions after a call. */
export const afterCall = {
  actions: 'What to do next',
  openTranscript: 'Open transcript',
  listen: 'Listen',
  remindMe: 'Remind me in 30 minutes',
  reminderAt: (at: string) => `Reminder at ${time.hour(at)}`,
  reminderSet: (at: string) => `Reminder set for ${time.hour(at)}. It only fills in the form; you place the call.`,
  reminderRemoved: 'Reminder removed.',
  doNotCall: 'Do not call again',
  isDoNotCall: 'On the do-not-call list',
  note: 'Note',
  noteDraft: 'Note (unsaved draft)',
  noteOn: (number: string) => `Note on the call to ${number}`,
  person: 'Number details',
}

/** Numbers that must not be called again. */
export const doNotCall = {
  title: 'Do not call',
  added: (number: string, hadReminder: boolean) =>
    `${number} is on the do-not-call list.${hadReminder ? ' Its reminder was removed.' : ''}`,
  removed: (number: string) => `Do-not-call entry removed: ${number}.`,
  numberOf: ({ phoneNumberDisplay }: DoNotCall) => phoneNumberDisplay || 'an erased number',
  /**
   * Who added a number, when and why; or which imported file lists it, and until when. An erased number and a file have the
   * time, too, because little else distinguishes them from others. Its reason is the source of a file, because a person's is erased.
   */
  since: ({
    phoneNumber,
    addedBy,
    addedAt,
    reason,
    importExpiresAt,
  }: Pick<DoNotCall, 'addedBy' | 'addedAt' | 'reason' | 'importExpiresAt'> & {
    phoneNumber?: DoNotCall['phoneNumber'] | undefined
  }) => {
    const isErased = phoneNumber === null
    if (importExpiresAt !== undefined)
      return `A do-not-call file (${reason}) lists this number or a prefix of it. ${addedBy} imported it on ${time.full(addedAt)}${importExpiresAt === null ? '' : `; it applies until ${time.lastDay(importExpiresAt)}`}.`
    if (isErased && reason !== '')
      return `A do-not-call file (${reason}) listed this number or a prefix of it. ${addedBy} imported it on ${time.full(addedAt)}.`
    return `Added to the do-not-call list by ${addedBy} on ${isErased ? time.full(addedAt) : time.date(addedAt)}.${reason === '' ? '' : ` Reason: ${common.sentence(reason)}`}`
  },
  erasedHint:
    'Erased numbers can’t be shown. To find the entry of a certain number, search for the number and open its details.',
  /** Files of numbers that no list calls. */
  files: {
    text: 'Lists never call these numbers. A number that you add while a list is running won’t be called from then on.',
    /** Numbers and prefixes; a number in two files counts twice. */
    entries: (n: number) => (n === 1 ? '1 entry' : `${common.count(n)} entries`),
    practiceOnly: 'For practice calls only. Real calls have a list of their own.',
    manage: 'Do-not-call files…',
    about: ({ numbers, fileName, addedAt, addedBy, expiresAt }: DoNotCallImport) =>
      [
        doNotCall.files.entries(numbers),
        fileName,
        `added by ${addedBy} on ${time.full(addedAt)}`,
        expiresAt === null ? null : `until ${time.lastDay(expiresAt)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    source: 'Source of the numbers',
    sourceHint: 'For example, the name of a registry. Shown before such a number is called.',
    /** `source`: that of the present file, which may be written differently. */
    sameSource: ({ source, expiresAt }: Pick<DoNotCallImport, 'source' | 'expiresAt'>, isExpired: boolean) =>
      isExpired
        ? `The file from ${source} has expired and no longer blocks its numbers.`
        : `There’s already a file from ${source}. Its numbers stay blocked, too, ${expiresAt === null ? '' : `until ${time.lastDay(expiresAt)}, or `}until you remove it.`,
    expires: 'Valid until',
    expiresHint:
      'The last day on which the numbers aren’t called, in this computer’s time zone, for example, 2027-01-31. Leave blank if they don’t expire.',
    expiresError: 'Enter a date, for example, 2027-01-31.',
    expiresPast: 'This date is in the past, so the numbers wouldn’t be blocked. Enter today or a later date.',
    expired: 'expired',
    choose: 'Choose file…',
    /** Names the first cells of which a number or prefix isn't stored, because calls to it are not blocked. */
    added: (numbers: number, refused: number, examples: readonly string[]) => {
      const added = `${doNotCall.files.entries(numbers)} added.`
      if (refused === 0) return added
      const cells = `${common.count(refused)} ${refused === 1 ? 'cell was' : 'cells were'} skipped or read only in part`
      const named = common.list(examples.map((cell) => `“${cell}”`))
      return `${added} ${cells}${refused > examples.length ? ', for example,' : ':'} ${named}. Use whole numbers, or prefixes with their country code and at least three digits, such as +1900*.`
    },
    remove: 'Remove…',
    removeLabel: (source: string, addedAt: string) => `Remove ${source}, added on ${addedAt}…`,
    removeConfirm: (n: number) => `Remove ${doNotCall.files.entries(n)}`,
    removed: (source: string) => `${source} removed.`,
    failed: 'Couldn’t change the do-not-call files.',
  },
  dialog: {
    title: (number: string) => `Do not call ${number} again?`,
    /** A practice entry has no effect on real calls, and the other way around. */
    text: (isPractice: boolean): string =>
      isPractice
        ? 'Rundesk will ask before a practice call to this number, and practice lists will never call it. You can remove it later in Needs you.'
        : 'Rundesk will ask before anyone calls this number from this computer, and lists will never call it. You can remove it later in Needs you.',
    reminder: 'The reminder for this number will be removed.',
    reason: 'Reason',
    reasonHint: 'Optional. Shown before the next call, for example, “asked us to stop”.',
    save: 'Do not call again',
    failed: 'Couldn’t add the number. Rundesk won’t ask before it’s called.',
    removeTitle: (number: string) => `Remove ${number} from the do-not-call list?`,
    removeText:
      'Rundesk will no longer ask before a call because of this entry. It still asks if a do-not-call file or another entry has the number.',
    remove: 'Remove',
    removeFailed: 'Couldn’t remove the number.',
  },
}

const calls = (count: number): string => `${common.count(count)} ${count === 1 ? 'call' : 'calls'}`

/** The day in numbers. */
export const day = {
  label: 'Today in numbers',
  scope: 'Show calls for',
  /** Practice calls and real calls are not counted together. */
  scopes: (isPractice: boolean) => ({
    profile: 'This profile',
    everyProfile: isPractice ? 'All practice profiles' : 'All real profiles',
    organization: 'Organization',
  }),
  noCalls: {
    everyProfile: (isPractice: boolean): string =>
      isPractice ? 'No practice calls today from this computer' : 'No real calls today from this computer',
    organization: 'No outbound calls in this organization today',
  },
  noCallsText: 'Calls from other computers, campaigns and programs also appear here.',
  failed: 'Couldn’t load the organization’s calls.',
  updated: (age: string) => `From the service, updated ${age}`,
  /** The service has more runs than were counted. */
  incomplete: (read: number, total: number) =>
    `Incomplete: only ${common.count(read)} of today’s ${common.count(total)} runs were counted.`,
  /** For an organization's calls, which are counted from the service's runs only. */
  resolved: 'Calls that were resolved manually may still count as unknown.',
  byHour: 'Calls by hour',
  byAgent: 'Calls by agent',
  asTable: 'Show as table',
  outcomes: 'Outcomes',
  calls: (count: number, isAtLeast: boolean) => (isAtLeast ? `at least ${calls(count)}` : calls(count)),
  talkTime: 'Talk time',
  /** Hours and minutes, or minutes and seconds below one hour. */
  talk: (seconds: number) => {
    if (seconds < 3_600) return time.duration(seconds)
    const minutes = Math.round(seconds / 60)
    return `${common.count(Math.floor(minutes / 60))} h ${minutes % 60} min`
  },
  moreAgents: (count: number) => `and ${common.count(count)} more in the table`,
  agentByNumber: (id: string) => `agent ${id}`,
  hourColumn: 'Hour',
  agentColumn: 'Agent',
  callsColumn: 'Calls',
  hour: (hour: number) => String(hour).padStart(2, '0'),
  /** The chart for screen readers. */
  chart: (hours: readonly { hour: number; calls: number }[]) =>
    `Calls by hour: ${hours.map(({ hour, calls: count }) => `${day.hour(hour)}:00 ${common.count(count)}`).join(', ')}`,
  /** The bar of an agent for screen readers. */
  agentBar: (agent: string, counts: readonly (readonly [outcome: string, count: number])[]) =>
    `${agent}: ${counts.map(([outcome, count]) => `${outcome} ${common.count(count)}`).join(', ')}`,
  names: {
    reached: 'Reached',
    noAnswer: 'No answer',
    busy: 'Busy',
    notPlaced: 'Not placed',
    unknown: 'Unknown',
    other: 'Other',
  },
}

/** How many items need the user's attention; a lower bound if it isn't exact. */
type Attention = { items: number; isExact: boolean }

/** Everything that needs the user's attention. */
export const inbox = {
  title: 'Needs you',
  count: ({ items, isExact }: Attention, later: number) =>
    [
      `${isExact ? '' : 'at least '}${common.count(items)} now`,
      later > 0 ? `${common.count(later)} later` : '',
      'from all profiles',
    ]
      .filter(Boolean)
      .join(', '),
  /** The number in the navigation, for screen readers. */
  badge: ({ items, isExact }: Attention) =>
    `${isExact ? '' : 'at least '}${common.count(items)} ${items === 1 ? 'item needs' : 'items need'} your attention`,
  badgeNumber: ({ items, isExact }: Attention) => `${common.count(items)}${isExact ? '' : '+'}`,
  moreCalls: (n: number, isExact: boolean) =>
    `${isExact ? '' : 'At least '}${common.count(n)} older ${n === 1 ? 'call is' : 'calls are'} in Runs, with the filter “unknown”.`,
  items: 'Items',
  selected: 'Selected item',
  profiles: 'Profile',
  all: 'All',
  profileRemoved: '(profile removed)',
  failed: 'Couldn’t load the unresolved calls.',
  emptyTitle: 'Nothing needs your attention',
  /** While calls may be missing from the history, which the banner says. */
  emptyInGap: 'Nothing else needs your attention',
  emptyText:
    'Unresolved calls, rejected and unreadable keys, stopped key rotations, lists that Rundesk paused, and reminders from all profiles appear here.',
  groups: {
    calls: 'Don’t call again yet',
    keys: 'Rejected and unreadable keys',
    rotations: 'Key rotations',
    lists: 'Paused lists',
    reminders: 'Reminders',
    later: 'Later',
  },
  keyRefused: 'rejected',
  keyUnreadable: 'unavailable',
  reminder: 'reminder',
  keyOf: (profile: string) => `Key for ${profile}`,
  keyLine: 'Rundesk couldn’t read this profile’s key',
  keyRefusedTitle: 'The service rejected this profile’s key',
  keyRefusedText: (at: string) =>
    `First rejected on ${time.full(at)}. Check the key again: if the service accepts it, this entry disappears. Otherwise, replace or reactivate it in Keys.`,
  checkKey: 'Check key again',
  rotationStopped: 'stopped',
  rotationText: 'It can’t continue by itself. Finish it in Keys.',
  openKeys: 'Open Keys',
  openInRuns: 'Open in Runs',
  /** Below the outcome of a call that was selected when its outcome became known. */
  noLongerListed: 'This call no longer needs your attention. Select the next item.',
  reminderLine: (state: string, at: string, now: number) => `Result of the call ${time.atOrOn(at, now)}: ${state}.`,
  reminderTitle: (at: string) => `Reminder for ${time.minute(at)}`,
  reminderText: 'Only fills in the form; you place the call.',
  dueNow: 'due now',
  dueAt: time.atOrOn,
  fillForm: 'Fill in the form',
  done: 'Done, remove the reminder',
  removeEntry: 'Remove…',
}

/** The page of a number. */
export const person = {
  back: 'Back',
  next: 'Next',
  loading: 'Loading…',
  failed: 'Couldn’t load this number.',
  calls: 'Calls from this computer',
  /** Practice calls and real calls to a number are listed on separate pages. */
  noCalls: (isPractice: boolean): string =>
    `No ${isPractice ? 'practice' : 'real'} call in the history has this number. The history doesn’t keep the number of a call whose personal data was erased or removed.`,
  onlyCalls: (isPractice: boolean): string =>
    isPractice ? 'Only practice calls are listed.' : 'Practice calls aren’t listed.',
  more: 'Older calls are in Runs.',
  note: 'Note:',
  openCall: (at: string) => `Open in Runs: the call from ${time.minute(at)}`,
  mayCall: 'Remove from the do-not-call list…',
  runs: 'Runs in the service, last 7 days',
  updated: (age: string) => `updated ${age}`,
  olderRuns: 'Only the newest 100 runs were read, so older ones may be missing.',
  noRuns: 'No runs to this number.',
  runsFailed: 'Couldn’t load the service’s runs.',
  runStates: {
    failed: 'failed',
    ended: 'ended',
    noReport: 'no report from the carrier',
    placed: 'placed',
    unknown: 'may have been dialed',
  },
  elsewhere: 'not in this computer’s history',
  lookUp: (run: number) => `Look up run ${run}`,
}

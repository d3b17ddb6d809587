import type { ListPolicy, PolicyReason, PolicySetting } from '../../contract/policy.ts'
import type { Settings } from '../../contract/settings.ts'
import { common, time } from './common.ts'
import { options as listOptions } from './list-check.ts'
import { storageNext, storageWhy } from './failure.ts'
import { systemIntegration } from './system-integration.ts'
import type { storageReasons } from '../../contract/failure.ts'
import type { HistoryHealth, historyLosses } from '../../contract/app-status.ts'

/** Why an erasure is not complete. The file may be the history, the search index or a backup. */
const erasureWhy: Record<StorageReason, string> = {
  ...storageWhy,
  unavailable: 'A file couldn’t be changed.',
  locked: 'Another program is using one of the files.',
  readOnly: 'A file, its folder or the disk is read-only.',
  diskError: 'The disk reported an error.',
  corrupt: 'A file is damaged.',
}

/**
 * Where a number may be until its erasure is finished. The history file and its write-ahead log are rewritten last, and
 * contain the number until then.
 */
const erasedLater = (hasMentions: boolean): string =>
  `${hasMentions ? 'other calls, list rows, ' : ''}the history file and its journal, the search index and the backups`

type RecoveredHistory = NonNullable<HistoryHealth['recovered']>

const historyLoss: Record<(typeof historyLosses)[number], string> = {
  damaged:
    'The history file was damaged or replaced by an older copy. Rundesk restored what it could from the file and the backups.',
  shorter: 'The history file was damaged or replaced by an older copy.',
  unverified: 'Rundesk couldn’t confirm that the history is complete: some of its files are missing or damaged.',
}

const missingFile: Record<NonNullable<RecoveredHistory['startedFrom']>, string> = {
  backup: 'The history file was missing. Rundesk started from the newest usable backup.',
  empty: 'The history file was missing. Rundesk started with an empty history because there was no usable backup.',
}

/** What to do after a loss. The user acknowledges it at `place`; an empty text where the button is. */
const describeNext = (place: string): string =>
  `Check your profiles, call lists, settings and do-not-call list, and repeat any erasures made in that time. Before you call a number again, check the service’s dashboard: missing calls may have been sent to it. Rundesk asks before each call until you press “${common.acknowledgeLoss}”${place}. After that, it can’t ask because of a missing call.`

type KnownLoss = Pick<RecoveredHistory, 'missing' | 'lostLists'>

/**
 * What is known to be missing from the history. The numbers are minimums: a loss before the restored backup, or after
 * the last recorded length, isn't counted.
 */
const knownLosses = ({ missing, lostLists }: KnownLoss): string[] => [
  ...(missing
    ? [missing === 1 ? 'At least 1 call is missing.' : `At least ${common.count(missing)} calls are missing.`]
    : []),
  ...(lostLists
    ? [
        lostLists === 1
          ? 'At least 1 call list is missing.'
          : `At least ${common.count(lostLists)} call lists are missing.`,
      ]
    : []),
]

/**
 * Unless all is known to be lost, a part is known to be if the history was found shorter, or calls or lists are known to
 * be missing.
 */
const lossTitle = ({ cause, lostAll, ...known }: KnownLoss & { cause: string; lostAll: boolean }): string => {
  if (lostAll) return 'The history was lost'
  return cause === 'shorter' || knownLosses(known).length > 0
    ? 'Part of the history was lost'
    : 'Part of the history may be missing'
}

type LossDetail = 'reason' | 'missingCalls' | 'missingLists' | 'lostAll'

/** What the doctor says about a loss; `detail` returns an empty string for an unknown number. */
export const describeLoss = (detail: (name: LossDetail) => string): string => {
  const known = { missing: Number(detail('missingCalls')), lostLists: Number(detail('missingLists')) }
  return [
    `${lossTitle({ cause: detail('reason'), lostAll: detail('lostAll') === 'true', ...known })}.`,
    ...knownLosses(known),
  ].join(' ')
}

/** What the doctor says about the last loss, which the user has acknowledged. */
export const describeNotedLoss = (detail: (name: LossDetail | 'lostAt' | 'events') => string): string =>
  `${describeLoss(detail)} This was found on ${time.date(detail('lostAt'))} and acknowledged. All ${detail('events')} events in the history are intact.`

/** Why changes may be missing from the history, from when, and what is known to be missing. */
const describeGap = ({ cause, startedFrom, gapFrom, at, ...known }: RecoveredHistory): string =>
  [
    startedFrom === null ? historyLoss[cause] : missingFile[startedFrom],
    `Changes ${gapFrom === null ? `before ${time.full(at)}` : `between ${time.full(gapFrom)} and ${time.full(at)}`} may be missing, including calls, call lists, profiles, do-not-call numbers, erasures, settings, and which keys are marked as compromised.`,
    ...knownLosses(known),
  ].join(' ')

const describeSalvaged = (count: number): string => {
  if (count === 0) return 'No calls could be recovered from the replaced file.'
  return `${count === 1 ? '1 call was' : `${common.count(count)} calls were`} recovered from the replaced file.`
}

/** How many calls of the replaced file couldn't be read; null if that can't be found out. */
const describeUnreadable = (count: number | null): string => {
  if (count === null) return 'Rundesk couldn’t find out how many calls it can’t read.'
  if (count === 0) return 'It has no calls that can’t be read.'
  return `It has ${count === 1 ? '1 call' : `${common.count(count)} calls`} that can’t be read.`
}

const policyReasonTexts: Record<PolicyReason, (at: string | null) => string> = {
  unreadable: () => 'You don’t have permission to read it.',
  notAFile: () => 'It isn’t a regular file.',
  tooLarge: () => 'It’s larger than 64 KiB.',
  owner: () => 'It isn’t owned by this computer’s administrator.',
  writable: () => 'Users who aren’t administrators can change it.',
  notText: () => 'It isn’t UTF-8 text.',
  notJson: () => 'It isn’t valid JSON.',
  content: (at) => (at === null ? 'It isn’t a Rundesk policy.' : `“${at}” is unknown or has an invalid value.`),
}

const settingLabels: Record<keyof Settings, string> = {
  operatorName: 'operator name',
  repeatMinutes: 'repeat-call warning',
  dialSeconds: 'request timeout',
  keepPersonalDataDays: 'data retention',
  homeCountry: 'default country',
  quietHours: 'quiet hours',
  proxy: 'proxy',
  extraCertificatesFile: 'additional certificates',
  links: 'links',
  globalShortcut: 'global shortcut',
  notifications: 'notifications',
  theme: 'appearance',
}

/** The names of settings in a list. A name unknown to this version is kept. */
export const settingNames = (listed: readonly string[]): string =>
  listed.map((name) => new Map(Object.entries(settingLabels)).get(name) ?? name).join(', ')

const listTypeNames = (types: NonNullable<ListPolicy['types']>): string =>
  common.list(types.map((type) => listOptions.type(type).toLowerCase()))

/** The rules of a policy for call lists, as sentences. */
const listRules = ({ hours, holidays, types, consentRequired, maxCalls, maxAtOnce }: ListPolicy): string =>
  [
    types?.length === 0 && 'Call lists aren’t allowed.',
    types !== undefined && types.length > 0 && `Lists can be used only for ${listTypeNames(types)}.`,
    hours && `Lists call only between ${hours.from} and ${hours.to}, in the recipient’s local time.`,
    holidays?.length === 0 && 'Lists may call on holidays.',
    holidays !== undefined &&
      holidays.length > 0 &&
      `Lists don’t call on ${holidays.length === 1 ? '1 holiday' : `${common.count(holidays.length)} holidays`} set by your administrator.`,
    consentRequired &&
      consentRequired.length > 0 &&
      // Marketing lists always need consent.
      `Consent is ${types?.includes('marketing') === false ? '' : 'also '}required for ${listTypeNames(consentRequired)}.`,
    maxCalls !== undefined && `A list pauses after ${common.count(maxCalls)} ${maxCalls === 1 ? 'call' : 'calls'}.`,
    maxAtOnce !== undefined &&
      (maxAtOnce === 1 ? 'Lists call one number at a time.' : `Lists place up to ${maxAtOnce} calls at once.`),
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')

/** The policy that an administrator sets for a computer. */
export const policy = {
  title: 'Policy for this computer',
  text: 'Set by your administrator. It can’t be changed here.',
  locked: 'Managed by your organization.',
  refused: 'The policy file was rejected',
  why: (reason: PolicyReason, at: string | null): string => policyReasonTexts[reason](at),
  lastValidKept: 'The last valid policy stays in effect.',
  noPolicy: 'No policy is in effect.',
  next: 'Ask your administrator to fix it. Rundesk reads the file when it starts.',
  file: 'File',
  origins: 'Services',
  everyOrigin: 'all allowed',
  plainHttp: 'Plain HTTP',
  plainHttpYes: 'also on the local network',
  plainHttpNo: 'this computer only',
  settings: 'Locked settings',
  lists: 'Call lists',
  listRules,
  none: 'none',
  names: (locked: readonly PolicySetting[]): string => settingNames(locked),
}

type StorageReason = (typeof storageReasons)[number]

/** The Settings screen. */
export const settings = {
  appearance: {
    title: 'Appearance',
    theme: 'Color scheme',
    themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
  },
  title: 'Settings',
  text: 'These settings apply to all profiles on this computer.',
  range: (from: number, to: number) => `A whole number from ${common.count(from)} to ${common.count(to)}.`,
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  revert: 'Revert',
  notSaved: 'Not saved',
  failed: 'Couldn’t load settings',
  calling: {
    title: 'Calling',
    repeat: 'Warn before calling the same number again within (minutes)',
    repeatHint:
      'Applies across all profiles; practice and real calls are counted separately. Enter 0 to be asked only while an earlier call may still be in progress, and for 25 minutes after one that was resolved as not placed although it has a run.',
    dial: 'Call request timeout (seconds)',
    dialHint:
      'The service itself times out after 300 s. A shorter timeout only leaves more calls with an unknown outcome.',
    keep: 'Keep numbers and contexts for (days)',
    keepHint: 'After that, they’re removed from the history. Run IDs and outcomes are kept.',
  },
  person: 'Your name, for the audit log',
  personHint: 'Optional. If blank, the log shows only your account on this computer. Your name isn’t sent anywhere.',
  numbers: {
    title: 'Numbers',
    country: 'Default country for numbers without a country code',
    noCountry: 'None: choose the country for each number',
    countryHint: 'If no country is set, a number like (415) 555-0123 isn’t dialed until someone chooses its country.',
    quiet: 'Warn during quiet hours at the recipient’s location',
    quietHint: 'Shows a warning only; calls are never blocked.',
    quietFrom: 'Quiet from',
    quietTo: 'Quiet until',
    time: 'Enter a time, for example, 21:00.',
    sameTimes: 'The two times must be different.',
  },
  systemIntegration,
  network: {
    title: 'Network',
    proxy: 'Proxy',
    modes: {
      system: 'System proxy',
      none: 'No proxy',
      manual: 'Manual',
    },
    modeHints: {
      system: 'Uses this computer’s proxy settings, including environment variables and PAC files.',
      none: 'Connects directly.',
      manual: 'Used for all services except practice and this computer.',
    },
    url: 'Proxy address',
    urlHint: 'http://proxy.example.com:8080, without a user name or password.',
    user: 'User name',
    userHint: 'Leave blank if the proxy doesn’t need one.',
    password: 'Proxy password',
    passwordHint: 'Stored in the keychain and never shown again.',
    passwordFirst: 'Save the proxy and its user name first.',
    passwordUnused: 'Not used: your organization set no user name for this proxy.',
    savePassword: 'Save password',
    passwordEmpty: 'Enter the password first.',
    passwordSaved: 'Password saved.',
    removePassword: 'Remove saved password',
    passwordRemoved: 'Password removed.',
    certificates: 'Additional CA certificates (PEM file)',
    certificatesHint: 'Full path to a PEM file with your company’s certificates, trusted in addition to the system’s.',
  },
  history: {
    title: 'History',
    text: 'Every call is saved on this computer before it’s sent.',
    failed: 'Couldn’t check the history',
    ok: 'Calls can be saved.',
    stopped: 'Calls can’t be saved, so calling is paused',
    why: (reason: StorageReason) => storageWhy[reason],
    next: (reason: StorageReason) => storageNext[reason],
    recovered: lossTitle,
    gap: describeGap,
    /** What was found of the lost calls. */
    lostCalls: ({ salvaged, unreadable, damagedFile }: RecoveredHistory) =>
      damagedFile === null
        ? []
        : [
            `${describeSalvaged(salvaged)} ${describeUnreadable(unreadable)}`,
            `The replaced file was kept as ${damagedFile}.`,
          ],
    lostKeys:
      'The key of a lost profile may still be in this computer’s keychain, but Rundesk no longer uses it. Add the profile again and enter its key.',
    before: describeNext(''),
    beforeElsewhere: describeNext(' in Settings > History'),
    acknowledge: common.acknowledgeLoss,
    acknowledgeTitle: 'Stop asking before each call?',
    /** `keepDays` is the setting; null if it is unknown. */
    acknowledgeText: (known: KnownLoss, keepDays: number | null) =>
      [
        ...knownLosses(known),
        'Rundesk can’t tell whether a number was called in a call that’s missing. After this, it no longer asks, and someone could be called a second time.',
        ...(keepDays === null
          ? []
          : [
              `It also resumes removing numbers and contexts that are older than ${keepDays === 1 ? '1 day' : `${common.count(keepDays)} days`}.`,
            ]),
        'This can’t be undone.',
      ].join(' '),
    acknowledged: 'Rundesk no longer asks before each call because of the lost history.',
    show: 'Show in Settings',
    backups: 'Backups',
    backupsOf: (count: number, newest: string | null) =>
      newest === null || count === 0 ? 'none yet' : `${common.count(count)}, latest ${time.full(newest)}`,
    backupFailed: (why: string) => `The last backup failed. ${why}`,
    lastCheck: 'Last check',
    unchecked: 'not since Rundesk started',
    checkedAt: (at: string, found: string) => `${time.full(at)}: ${found}`,
    intact: (events: number) => `${common.count(events)} events, all intact`,
    incomplete: (calls: number) =>
      calls === 1
        ? '1 call has a value that can’t be read.'
        : `${common.count(calls)} calls have a value that can’t be read.`,
    broken: (first: number | null) =>
      first === null ? 'events were damaged or modified' : `event ${common.count(first)} was damaged or modified`,
    brokenTitle: 'The history was modified outside Rundesk',
    brokenText: (first: number | null) =>
      `It was changed by another program or a disk error. Contact your IT administrator. ${first === null ? 'Its events' : `Event ${common.count(first)} and all later events`} can’t be trusted.`,
    check: 'Verify the history',
    checking: 'Verifying…',
    checked: (events: number) => `Verified: all ${common.count(events)} events are intact.`,
    checkFailed: (first: number | null) =>
      `Verification failed: ${first === null ? 'events were' : `event ${common.count(first)} was`} damaged or modified.`,
    erase: 'Erase personal data…',
  },
  erase: {
    title: 'Erase personal data',
    text: 'Removes a number and everything saved with it (contexts, names, notes) from the history, the call lists, the search index, the logs and the backups.',
    stays:
      'Run IDs, times and outcomes are kept because they don’t identify anyone. If the number was called within the last 24 hours, it may stay in Rundesk’s memory until Rundesk quits, to prevent an accidental second call. Data at the service isn’t affected: whenever the number is entered, Rundesk reads its runs there and may ask about a recent call.',
    number: 'Number',
    numberHint: 'As dialed, for example, +1 415 555 0123.',
    continue: 'Continue',
    confirmTitle: (number: string) => `Erase ${number}?`,
    confirmText: (number: string) =>
      `Everything saved about ${number} will be removed from this computer. This can’t be undone.`,
    keepDoNotCall: 'Keep the number on the do-not-call list',
    keepDoNotCallHint:
      'Rundesk will still ask before the number is called. Only a hash of the number is saved. The entry doesn’t expire, even if it comes from a do-not-call file that does.',
    kept: 'The number is still on the do-not-call list, as a hash.',
    confirm: (number: string) => `Erase ${number}`,
    working: 'Erasing…',
    doneTitle: (calls: number, rows: number, isUnfinished: boolean): string =>
      isUnfinished ? 'Not completely erased yet' : calls + rows === 0 ? 'No calls or list rows found' : 'Erased',
    done: (number: string, calls: number, rows: number) => {
      if (calls + rows === 0) return `The history has no calls to ${number}, and no call list has a row for it.`
      const parts = [
        calls === 0 ? '' : calls === 1 ? '1 call' : `${common.count(calls)} calls`,
        rows === 0 ? '' : rows === 1 ? '1 list row' : `${common.count(rows)} list rows`,
      ]
      const removed = `${number} was removed from ${parts.filter(Boolean).join(' and ')}.`
      return rows === 0 ? removed : `${removed} Erased rows are never called.`
    },
    unfinished: (hasMentions: boolean) => `The number may still be in ${erasedLater(hasMentions)}.`,
    unfinishedNext: (reason: StorageReason | null) =>
      reason === null
        ? 'Rundesk tries again by itself, shortly after it starts and then every hour. If that fails, the reason is shown here.'
        : `${erasureWhy[reason]} Rundesk tries again by itself, every hour and shortly after it starts.`,
    /** Erasures that are not complete, in Settings. */
    pendingTitle: (count: number) =>
      count === 1 ? '1 erasure isn’t finished' : `${common.count(count)} erasures aren’t finished`,
    pending: (count: number, hasMentions: boolean) => {
      const [numbers, their] = count === 1 ? ['the number', 'its'] : ['the numbers', 'their']
      return `The calls to ${numbers} and ${their} list rows were erased, but ${numbers} may still be in ${erasedLater(hasMentions)}.`
    },
    remaining: 'These files couldn’t be cleaned and may still contain data:',
    remainingNext: 'Delete them manually, or ask your IT administrator.',
  },
}

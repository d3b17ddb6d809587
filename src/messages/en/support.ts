import type { AuditAction } from '../../contract/audit.ts'
import type { EvidenceFault } from '../../contract/evidence.ts'
import { findingCodes, findingFixes } from '../../contract/list.ts'
import { common, time } from './common.ts'
import { check } from './list-check.ts'
import { settingNames } from './settings.ts'
import { untrustedEvents } from './untrusted-events.ts'

type Figures = {
  total: number
  failed: number
  median: number | null
  slowest: number | null
  /** The time at which Rundesk started, if that is less than an hour ago; earlier checks are not known. */
  since: string | null
}

/** The health checks of the last hour in one sentence. */
const describeHour = ({ total, failed, median, slowest, since }: Figures): string => {
  const when = since === null ? 'in the last hour' : `since Rundesk started at ${since}`
  if (total === 0) return `The service wasn’t contacted ${when}.`
  const checks = `${total === 1 ? '1 check' : `${common.count(total)} checks`} ${when}`
  if (median === null || slowest === null) return `${checks}: no response.`
  const failures = failed === 0 ? 'none failed' : `${common.count(failed)} failed`
  return `${checks}: typically ${time.milliseconds(median)}, ${time.milliseconds(slowest)} at most, ${failures}.`
}

/** The Support screen. */
export const support = {
  title: 'Support',
  health: {
    title: 'Service',
    check: 'Check health now',
    text: 'Checks that the service responds, not that calls work.',
  },
  hour: {
    sentence: describeHour,
    versions: (versions: readonly { version: string; since: string }[]) =>
      `Versions: ${versions.map(({ version, since }) => `${version} since ${time.clock(since)}`).join(', ')}.`,
    hourAgo: 'an hour ago',
    now: 'now',
    asTable: 'Show as table',
    columns: { at: 'Time', latency: 'Round trip', version: 'Version' },
  },
  key: {
    title: 'Key',
    check: 'Check the key now',
    works: 'The key works.',
    text: 'Contacts the service with this profile’s key.',
  },
  run: {
    title: 'Look up a run',
    text: 'Look up a run in this computer’s history and in every profile’s service.',
    label: 'Run ID',
    placeholder: 'Enter a run ID',
    lookUp: 'Look up',
    bad: {
      notRunId: 'Enter a whole number from 1 to 2,147,483,647.',
      number: 'This isn’t a run ID. To find the calls to a phone number, search for it in Runs.',
      callId: 'This is the ID of a call, not of a run. To find the call, search for the ID in Runs.',
    },
    here: 'This computer',
    sourceHere: 'this computer',
    sourceHereAsCandidate: 'this computer (possible match)',
    unconfirmed: 'This call may match the run (unconfirmed).',
    of: (profile: string) => `${profile}’s service`,
    refresh: 'Refresh',
    updated: (age: string) => `From the history, updated ${age}`,
    loading: 'Loading the history…',
    notHere: 'No call on this computer matches this run.',
    notThere: 'This organization doesn’t have this run.',
    lastChange: (age: string) => `call last changed ${age}`,
    show: 'Show in Runs',
    /** Opens Runs with the typed number or call ID as its search. */
    search: 'Search in Runs',
    foundIn: (id: number, names: readonly string[]) => `Run ${id} found in: ${common.list(names)}.`,
    looking: (id: number) => `Looking up run ${id}…`,
    notFound: (id: number) => `Run ${id} wasn’t found on this computer or in any profile’s service.`,
    notFullyChecked: (id: number) => `Run ${id} wasn’t found, but some services couldn’t be checked.`,
  },
  evidence: {
    save: 'Save evidence…',
    hint: 'Everything about this call in one sealed file, with masked numbers and no key',
    saving: 'Collecting…',
    saved: (file: string) => `Saved as ${file}. Keep this checksum to detect any later change:`,
    checksum: 'checksum',
    broken: (event: number) =>
      `Event ${common.count(event)} in the history was damaged or modified. ${untrustedEvents}`,
    failed: 'Couldn’t save the evidence',
  },
  verify: {
    title: 'Verify evidence',
    text: 'Check that an evidence file is exactly what Rundesk wrote. The check doesn’t change the file.',
    checksum: 'Checksum (optional)',
    checksumHint: 'Also detects a file that was changed and sealed again.',
    invalidChecksum: 'A checksum has 64 characters: 0–9 and a–f.',
    verify: 'Verify a file…',
    unchanged: (file: string) => `${file} hasn’t changed since its checksum was noted`,
    matchesOwnChecksum: (file: string) => `${file} matches its own checksum`,
    checksumAdvice: 'To rule out that it was changed and sealed again, enter the checksum noted when it was saved.',
    invalid: (file: string, fault: EvidenceFault) =>
      fault === 'otherSeal' ? `${file} doesn’t have the checksum you entered` : `${file} isn’t a valid evidence file`,
    ofRun: (id: number) => `About run ${id}.`,
    ofCall: (id: string) => `About call ${id}.`,
    made: (who: string, when: string, app: string) => `Created by ${who} on ${when} with ${app}.`,
    /** `exact`: how many of the `n` events are in the file with their text. */
    events: (n: number, exact: number) => {
      if (exact === n) return `${n === 1 ? 'The call’s only event is' : `All ${n} events of the call are`} intact.`
      const hidden = 'were masked or erased: only the noted checksum shows whether they were changed.'
      if (exact === 0) return `The details of the call’s ${n === 1 ? 'event' : 'events'} ${hidden}`
      return `${exact} of the call’s ${n} events ${exact === 1 ? 'is' : 'are'} intact. The details of the ${n - exact === 1 ? 'other' : 'others'} ${hidden}`
    },
    historyIntact:
      'All events saved in the history on that computer matched their hashes at the time. This doesn’t prove that none is missing.',
    historyBroken: (first: number, isAffected: boolean) =>
      `Event ${common.count(first)} in the history on that computer was damaged or modified at the time. ${isAffected ? untrustedEvents : 'All events of this call come before it.'}`,
    historyRecovered: (times: number, last: string) =>
      `After this call was created, the history on that computer was found damaged or incomplete (${times === 1 ? last : `${common.count(times)} times, last ${last}`}). Calls and events may be missing from it, including events of this call.`,
    checksumLabel: 'Checksum:',
    failed: 'Couldn’t verify the file',
    faults: {
      seal: () => 'The checksum doesn’t match: the file was changed, or isn’t an evidence file.',
      otherSeal: () =>
        'It’s a valid evidence file, but has another checksum. Check what you entered. If that’s correct, this is another file, or it was changed and sealed again.',
      notEvidence: () => 'It’s sealed, but this version of Rundesk can’t read its contents.',
      event: (event: number | null) => `Event ${event ?? ''} was changed before the file was sealed.`,
    },
  },
  diagnostics: {
    title: 'Diagnostics',
    text: 'Settings, check results, service health since Rundesk started (up to an hour), and the end of the log. No keys, calls, numbers or contexts.',
    show: 'Show diagnostics',
    dialog: 'Diagnostics',
    exactly: 'This is exactly what will be saved. Nothing is sent. You choose who to share it with.',
    save: 'Save…',
    saved: (file: string) => `Saved as ${file}.`,
    failed: 'Couldn’t save the diagnostics',
  },
  keychain: {
    title: 'Keychain',
    usable: 'Keys are saved in this computer’s keychain.',
    notUsable: 'Keys can’t be saved in the keychain',
    check: 'Check again',
    checking: 'Checking the keychain…',
  },
  app: {
    title: 'This app',
    version: 'Rundesk',
    electron: 'Electron',
    chromium: 'Chromium',
    node: 'Node.js',
    platform: 'System',
    runtime: 'Build',
    product: 'release',
    trial: 'test build: practice and this computer only',
  },
  details: {
    status: 'Status',
    latency: 'Round trip',
    version: 'Version',
    checked: 'Checked',
    lastSuccess: 'Last successful check',
    account: 'Account',
    notReported: 'not reported',
  },
  step: (status: string, at: string) => `${at} ${status}`,
  runDetails: {
    name: 'Name',
    state: 'State',
    completed: 'completed',
    running: 'not completed yet',
    created: 'Created',
    called: 'Called number',
    caller: 'Caller number',
    disposition: 'Service’s result',
    error: 'Error',
    duration: 'Duration',
    recording: 'Recording',
    transcript: 'Transcript',
    available: 'available',
    notAvailable: 'not available',
    steps: 'Carrier events',
    noSteps: (isCompleted: boolean): string => (isCompleted ? 'none' : 'none yet'),
  },
}

const actionNames: Record<AuditAction, string> = {
  addProfile: 'Profile added',
  updateProfile: 'Profile changed',
  replaceKey: 'Profile key replaced',
  removeProfile: 'Profile removed',
  createKey: 'Key created',
  copyNewKey: 'New key copied',
  revealNewKey: 'New key shown',
  saveNewKey: 'New key saved in a new profile',
  archiveKey: 'Key archived',
  reactivateKey: 'Key reactivated',
  rotateKey: 'Key rotated',
  resumeRotation: 'Rotation or undo continued',
  undoRotation: 'Rotation undone',
  exportKey: 'Key exported to a key file',
  openSealedFile: 'Key file imported',
  createWorkflow: 'Agent created from a file',
  changeSettings: 'Settings changed',
  setProxyPassword: 'Proxy password entered',
  erasePerson: 'Personal data erased',
  resolveCall: 'Call resolved manually',
  addDoNotCall: 'Do-not-call entry added',
  removeDoNotCall: 'Do-not-call entry removed',
  importDoNotCall: 'Do-not-call file imported',
  removeDoNotCallImport: 'Do-not-call file removed',
  exportCalls: 'Calls exported',
  saveEvidence: 'Call evidence saved',
  saveDiagnostics: 'Diagnostics saved',
  acknowledgeRecovery: 'History loss acknowledged',
  exportAudit: 'Audit log exported',
  openListFile: 'List opened',
  openListText: 'Pasted list opened',
  copyRows: 'List created from remaining rows',
  saveListPlan: 'List settings saved',
  removeList: 'List removed',
  fixFinding: 'Decision on list findings',
  changeRow: 'Decision on a list row',
  startList: 'List started or resumed',
  pauseList: 'List paused',
  stopList: 'List stopped',
  saveListReport: 'List report saved',
  callDoNotCall: 'Call to a do-not-call number confirmed',
  recoverHistory: 'History restored after a loss',
  findShortfall: 'Changes may be missing from the history',
  finishErasure: 'Unfinished erasure of personal data completed',
}

/** The names of actions that did not end as planned, where they differ. */
const unfinishedNames: { [A in AuditAction]?: string } = {
  openSealedFile: 'Key file opened',
  erasePerson: 'Personal data partly erased',
}

/** Returns a decision on the rows with a finding in the words of the screen. The log stores its codes. */
const describeDecision = (about: string): string => {
  const [, list, code, fix, value = null] = /^(list .+), rows with (\w+): (\w+)(?: (\S+))?$/.exec(about) ?? []
  const finding = findingCodes.find((one) => one === code)
  if (list === undefined || finding === undefined) return about
  const chosen = findingFixes.find((one) => one === fix)
  const decision = chosen === undefined ? 'undone' : check.fix(finding, chosen, value).replace('…', '')
  return `${list}, rows that ${check.finding(finding, 'value', 2)}: ${decision}`
}

/** Words for codes at the end of a stored subject. */
const codes = new Map([
  ['notPlaced', 'not placed'],
  ['callAgain', 'call again'],
])

/** The audit log. */
export const audit = {
  title: 'Audit log',
  text: 'Exports, calls to do-not-call numbers, new agents, calls resolved manually, erasures of personal data, and changes to keys, profiles, settings and the do-not-call list are logged before they happen, with the user and the time. The same is logged when a user opens a file or pasted rows as a call list; creates a list from remaining rows; starts, resumes, pauses, stops or removes a list; decides on a group of rows; releases a row, puts it back or calls it again; or changes the type of calls or the consent column. Rundesk also logs losses of the history and when it completes an unfinished erasure. The log is tamper-evident. Calls are listed in Runs.',
  failed: 'Couldn’t read the log',
  empty: 'No entries yet.',
  columns: { at: 'Time', action: 'Action', profile: 'Profile', who: 'User', result: 'Result' },
  /** A file that was opened before the user chose a profile is opened again for the import, so it has two lines. */
  action: (action: AuditAction, isUnfinished = false): string =>
    (isUnfinished ? unfinishedNames[action] : undefined) ?? actionNames[action],
  /** What the action affected; settings and decisions by their names on the screen. */
  subject: (action: AuditAction, about: string): string => {
    if (action === 'changeSettings') return settingNames(about.split(', '))
    // The ID of a list follows its name, for the exported log.
    const shown = about.replace(/^(list .*) \([\da-f-]{36}\)/, '$1')
    if (action === 'fixFinding') return describeDecision(shown)
    return shown.replace(/(?<=: )\w+$/, (code) => codes.get(code) ?? code)
  },
  who: (person: string | null, account: string, computer: string): string =>
    person === null ? `${account} on ${computer}` : `${person} (${account} on ${computer})`,
  results: {
    done: 'done',
    failed: 'failed',
    unknown: 'outcome unknown',
    cut: 'result not recorded',
    running: 'in progress',
  },
  /** The result of an action that changed nothing, because the user canceled it or must choose first, or of an erasure. */
  unfinished: (action: AuditAction): string => {
    if (action === 'erasePerson') return 'not finished at first'
    return action === 'openSealedFile' ? 'not imported' : 'canceled'
  },
  older: 'Show older',
  verify: 'Verify the log',
  verifying: 'Verifying…',
  intact: (entries: number): string =>
    `Verified: all ${common.count(entries)} lines are intact. An action has one line for its start and one for its result.`,
  broken: (first: number): string =>
    `Line ${common.count(first)} doesn’t match the one before it: the log was modified outside Rundesk.`,
  export: 'Export log…',
  exported: (file: string, entries: number): string => `${common.count(entries)} lines exported to ${file}.`,
}

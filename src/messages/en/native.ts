import type { historyLosses } from '../../contract/app-status.ts'
import { common } from './common.ts'
import { unavailableWhy } from './unavailable.ts'
import { untrustedEvents } from './untrusted-events.ts'

/** Strings that the main process shows itself: dialogs, notifications and the error output. This file must not import zod. */
export const native = {
  restart: {
    title: 'Rundesk needs to restart',
    afterError: (reference: string) =>
      'No new calls can be started until you restart Rundesk. Calls in progress will continue.\n\n' +
      `If this happens again, give support this reference: ${reference}`,
    afterCrashes: 'The window crashed several times in a minute. Calls in progress will continue.',
    now: 'Restart now',
    later: 'Later',
  },
  quit: {
    title: (running: number) =>
      `Close Rundesk while ${running === 1 ? 'a call list is' : `${running} call lists are`} running?`,
    detail: (running: number) =>
      `Rundesk waits for the responses to calls that are being requested, and pauses the ${running === 1 ? 'list' : 'lists'}. No other row is called until you resume ${running === 1 ? 'the list' : 'its list'}.`,
    quit: 'Quit and pause',
    stay: 'Keep running',
    keysTitle: (keys: number) => `Close Rundesk before you’ve kept ${keys === 1 ? 'the new key' : `${keys} new keys`}?`,
    keysDetail: (keys: number) =>
      keys === 1
        ? 'When Rundesk closes, it forgets the key and clears it from the clipboard. If you haven’t kept it elsewhere, it can’t be recovered but stays active, with full access.'
        : 'When Rundesk closes, it forgets the keys and clears them from the clipboard. If you haven’t kept them elsewhere, they can’t be recovered but stay active, with full access.',
    unsavedTitle: 'Close Rundesk without saving your changes?',
    unsavedDetail: {
      settings: 'Changes in Settings aren’t saved. To keep them, go back to Settings and save them.',
      profile: 'Changes to a profile aren’t saved. To keep them, go back to Manage profiles and save them.',
      newProfile: 'A new profile isn’t saved. To keep it, go back to Add profile and save it.',
    },
    quitAnyway: 'Close anyway',
    goBack: 'Go back',
  },
  secret: {
    key: (name: string) => `Key “${name}”`,
    keyHint:
      'The key is shown only here; the service won’t show it again. If you copy it, Rundesk clears it from the clipboard after 45 seconds.',
    passphrase: (fileName: string) => `Passphrase for ${fileName}`,
    passphraseHint:
      'Send it separately from the file, ideally by phone. It’s shown only once. If you copy it, Rundesk clears it from the clipboard after 45 seconds.',
    copy: 'Copy',
    close: 'Close',
  },
  sealedKey: 'Rundesk key file',
  notification: {
    call: (lastDigits: string, profileName: string) => `Check the call to …${lastDigits} (${profileName})`,
    candidate: 'Possible matches were found. Review them and resolve the call before you call again.',
    notFound: 'No matching run was found. Review the result before you call again.',
    history: 'The history needs your attention',
    historyHint:
      'Rundesk may not be able to save calls, and it doesn’t place calls that it can’t save. Open Rundesk for details.',
  },
  list: {
    /** What changed between the agent's version at the start of a list and the published one. */
    agentChange: ({ from, to, opening, fields }: { from: string; to: string; opening: boolean; fields: boolean }) => {
      const version =
        from === to ? `Version ${to} was published again` : `Version ${from} was replaced by version ${to}`
      const parts = [...(opening ? ['its opening'] : []), ...(fields ? ['its fields'] : [])]
      return parts.length === 0 ? `${version}.` : `${version}: ${parts.join(' and ')} changed.`
    },
    finished: 'Every row has an outcome. Open Rundesk to save the report.',
    pastedName: 'Pasted rows',
    leftovers: (name: string) => `Remaining rows of ${name}`.slice(0, 200),
  },
  unwritten: (calls: number) =>
    `Rundesk closed before the results of ${calls} ${calls === 1 ? 'call' : 'calls'} could be saved. ` +
    'They’ll show as Unknown the next time Rundesk starts, until it has checked the service.',
  cannotStart: (reason: string) => `Rundesk couldn’t start: ${reason}`,
  windowTitle: 'Rundesk',
  windowTitleTestBuild: 'Rundesk (test build)',
  menu: { file: 'File', edit: 'Edit', view: 'View' },
  fileTypes: { csv: 'CSV', jsonLines: 'JSON Lines', html: 'HTML', text: 'Text', json: 'JSON', table: 'Tables' },
}

/**
 * Why the service's run could not be read, by kind of failure, by the cause of an unusable response, or `policy` if the
 * key may not be sent.
 */
const serviceFailures: ReadonlyMap<string, string> = new Map([
  ['unauthorized', 'The service rejected the key.'],
  ['forbidden', 'The service doesn’t allow this with the profile’s key.'],
  ['notFound', 'The service doesn’t have this run.'],
  ['refused', 'The service rejected the request.'],
  ['invalid', 'The service rejected the request.'],
  ['runOfAnotherCall', 'The service’s run with this ID belongs to another call.'],
  ['unreachable', 'The service couldn’t be reached.'],
  ...Object.entries(unavailableWhy),
  ['keychain', 'The key couldn’t be read.'],
  ['policy', 'Rundesk isn’t allowed to send a key to the profile’s address.'],
  ['storage', 'The history on this computer couldn’t be read.'],
])

const historyLoss: Record<(typeof historyLosses)[number], string> = {
  damaged:
    'The history file was damaged, missing or replaced by an older copy. Rundesk restored what it could from the file and the backups.',
  shorter: 'The history file was damaged or replaced by an older copy.',
  unverified: 'Some files of the history were missing or damaged.',
}

/** The evidence file of one call. */
export const evidenceFile = {
  titleOfCall: (callId: string) => `Evidence of call ${callId}`,
  titleOfRun: (runId: number) => `Evidence of run ${runId}`,
  introduction: (app: string, at: string, operator: string) =>
    `Created by ${operator} on ${at} with ${app}. Phone numbers are masked except for their last three digits; the key isn’t included. The last line of this file is its checksum, the SHA-256 of everything before it. To check it, run`,
  broken: (event: number) =>
    `Event ${common.count(event)} in the history on this computer was damaged or modified. ${untrustedEvents}`,
  recovered: {
    warning:
      'After this call was created, the history on this computer was found damaged or incomplete. Calls and events may be missing from it, including events of this call.',
    recovery: (at: string, cause: (typeof historyLosses)[number]) => `${at}: ${historyLoss[cause]}`,
  },
  none: '–',
  erased: 'erased on this computer',
  yes: 'yes',
  no: 'no',
  placed: { yes: 'yes', no: 'no', unknown: 'unknown' },
  decisions: { placed: 'placed', notPlaced: 'not placed' },
  runDespiteDecision: {
    own: 'Rundesk found this call’s run, so the phone may have rung',
    possible: 'Rundesk found a run that may be this call’s, so the phone may have rung',
    answered: 'This call’s run shows that the call was answered',
  },
  call: {
    title: 'Call',
    runId: 'Run ID',
    possibleRunId: 'Possible run ID',
    state: 'State',
    placed: 'Call placed',
    decision: 'Resolved manually',
    decidedBy: 'Resolved by',
    decidedAt: 'Resolved at',
    decisionNote: 'Reason',
    runDespiteDecision: 'Run found',
    number: 'Number',
    agent: 'Agent',
    agentUuid: 'Agent UUID',
    profile: 'Profile',
    practice: 'Practice',
    service: 'Service',
    configuration: 'Telephony configuration',
    configurationId: 'Configuration ID',
    callerId: 'Caller ID',
    callerIdId: 'Caller ID record ID',
    created: 'Created',
    connectionEnded: 'Connection ended',
    endNotKnown: 'not known',
    serviceClock: 'Service’s clock',
    callId: 'Call ID',
    retryOf: 'Retry of call',
  },
  timeline: 'Timeline',
  request: {
    title: 'Request',
    maybeSent: 'The request was sent, or may have been.',
    notSent: 'No part of the request was sent.',
    erased: (at: string) =>
      `Its number and context were erased on this computer at ${at}, so what’s shown here isn’t the whole request.`,
  },
  note: 'Note',
  service: {
    title: 'From the service',
    noRun: 'No run is known.',
    noProfile: 'The run wasn’t requested, because the profile was removed.',
    candidates: (runIds: string) =>
      `The call may have started one of these runs: ${runIds}. None of them was requested.`,
    requestedAt: (at: string) => `Requested at ${at}.`,
    notRequested: 'The run wasn’t requested.',
    possible: 'This may be another call’s run.',
    erased:
      'The call was erased on this computer, so the run’s number, context, result and learned values aren’t included.',
    failed: (kind: string) => serviceFailures.get(kind) ?? `The run couldn’t be read: ${kind}.`,
  },
  proof: {
    title: 'Proof',
    events: 'Events in the whole history',
    head: 'Hash of the last event',
    intact: 'All events match their hashes',
    firstBroken: 'First event that doesn’t match',
    checked: 'Checked',
    method:
      'Each event’s hash is the SHA-256 of five lines: the previous hash, the call ID, the time, the state, and the digest of its text. A digest is the SHA-256 of two lines: the salt and the text.',
    columns: ['Event', 'State', 'Digest', 'Previous hash', 'Hash'],
  },
}

/** The diagnostics file. */
export const diagnosticsFile = {
  title: 'Rundesk diagnostics',
  created: (at: string) => `created ${at}`,
  empty: '(nothing)',
  sections: {
    profiles: 'Profiles',
    settings: 'Settings',
    policy: 'Policy',
    history: 'History',
    checks: 'Checks',
    health: 'Service health',
    log: 'Log, newest last',
  },
  profile: (keyStorage: string) => `key storage: ${keyStorage}`,
  reference: (name: string | null) => `reference: ${name ?? 'none'}`,
  skippedBecauseOf: (check: string) => `because of ${check}`,
  checksSince: (at: string) => `checks since ${at}`,
  versionNotReported: 'version not reported',
}

import {
  type Failure,
  fileProblems,
  type Issue,
  type IssueCode,
  type keychainReasons,
  keyObstacles,
  rotationStops,
  stateConflicts,
  tableProblems,
  type storageReasons,
  type unavailableCauses,
  type unreachableCauses,
} from '../../contract/failure.ts'
import { doNotCall } from './after-call.ts'
import { time } from './common.ts'
import { issue } from './issue.ts'
import { butRunFound } from './resolved-runs.ts'
import { unavailableWhy } from './unavailable.ts'

type KeychainReason = (typeof keychainReasons)[number]
type StorageReason = (typeof storageReasons)[number]

/** Why the keychain can't be used, or has no key. */
const keychainWhy: Record<KeychainReason, string> = {
  locked: 'This computer’s keychain is locked, or the key was removed from it.',
  missing: 'This profile’s key isn’t in the keychain, or was kept only until Rundesk quit.',
  unavailable: 'No keychain service is running on this computer.',
  timedOut: 'The keychain didn’t respond in time.',
}

const unlock =
  'On Linux, open “Passwords and Keys” (or your wallet program) and enter its password; on macOS, unlock the login keychain in Keychain Access. Or sign out and back in with your password: automatic sign-in doesn’t unlock it.'

/** What to do if the keychain can't be used, or has no key. */
export const keychainNext: Record<KeychainReason, string> = {
  locked: unlock,
  missing: 'Go to Manage profiles > Replace key and enter the key again.',
  unavailable:
    'On Linux, start a Secret Service provider, such as GNOME Keyring or KWallet, in the same session as Rundesk. Until then, keys can’t be read or saved, but you can enter one and keep it for this session only.',
  timedOut: `Look for a keychain password prompt and answer it. If there isn’t one, the keychain may be locked. ${unlock}`,
}

/** Why the history can't be written, and therefore no call may be placed. */
export const storageWhy: Record<StorageReason, string> = {
  unavailable: 'The history on this computer couldn’t be opened.',
  full: 'The disk is full.',
  locked: 'Another program is using the history file.',
  inUse: 'Another copy of Rundesk, run by another user or on another computer, is using this history.',
  readOnly: 'Rundesk can’t write to the history because the folder or disk is read-only.',
  diskError: 'The disk reported an error in the history file.',
  corrupt: 'The history file is damaged.',
  newerVersion: 'The history was written by a newer version of Rundesk, so it’s read-only.',
  pragma: 'The history couldn’t be opened with the required safety settings.',
  internal: 'Rundesk had an internal error while it used the history.',
}

export const storageNext: Record<StorageReason, string> = {
  unavailable: 'Restart Rundesk. If this continues, contact your IT administrator.',
  full: 'Free up some disk space. Calling then resumes automatically.',
  locked: 'Close the other program, or wait. Calling resumes automatically.',
  inUse: 'Quit the other copy first. Only one copy can place calls at a time, so that no one is called twice.',
  readOnly: 'Make the app’s data folder writable. Calling then resumes automatically.',
  diskError: 'Ask your IT administrator to check the disk before you continue.',
  corrupt: 'Don’t place calls until it’s repaired. Contact your IT administrator.',
  newerVersion: 'Install the newer version of Rundesk again.',
  pragma: 'Contact your IT administrator.',
  internal: 'Try again. If it happens again, save the diagnostics in Support and contact your IT administrator.',
}

type UnreachableCause = (typeof unreachableCauses)[number]
type UnavailableCause = (typeof unavailableCauses)[number]

/** Why nothing could be sent. */
const unreachableWhy: Record<UnreachableCause, string> = {
  refused: 'The connection was refused: nothing is listening at this address.',
  noHost: 'The host name wasn’t found.',
  noRoute: 'There’s no network route to this host.',
  connectTimeout: 'The connection timed out.',
  certificate: 'This computer doesn’t trust the host’s certificate.',
  notTls: 'The host doesn’t use HTTPS on this port.',
  proxy: 'The proxy blocked the connection.',
  proxyAuthentication: 'The proxy requires a user name and password, or rejected the ones provided.',
  proxyTimeout: 'The proxy didn’t respond in time, so the service was never contacted.',
  policy: 'Rundesk sends keys only over HTTPS, to services on this computer, or where your policy allows it.',
  other: 'The connection failed.',
}

/** What to do about it. */
const unreachableNext: Record<UnreachableCause, string> = {
  refused: 'Check the address and the port, or ask the service’s administrator.',
  noHost: 'Check the address for typos, and check your network connection.',
  noRoute: 'Check your network or VPN connection.',
  connectTimeout: 'Check your network or VPN connection, then try again.',
  certificate:
    'Don’t ignore this warning. Contact the administrator of the service or your network. You can add your company’s certificates in Settings.',
  notTls: 'Check the port in the address.',
  proxy: 'Ask your network administrator to allow this host, or set another proxy in Settings.',
  proxyAuthentication: 'Enter the proxy’s user name and password in Settings.',
  proxyTimeout: 'Ask your network administrator about the proxy, or set another one in Settings.',
  policy:
    'Use an HTTPS address that this computer’s policy allows (see Settings). A test build can reach only practice and services on this computer.',
  other: 'Check your network connection, then try again.',
}

/** Why a call was not sent: unreachable, or not saved first. */
export const notSentWhy = {
  ...unreachableWhy,
  notRecorded: 'The call couldn’t be saved to the history, so nothing was sent.',
}

export const notSentNext = {
  ...unreachableNext,
  notRecorded: 'No one was called. You can call again once the history can be saved.',
}

const unavailableTitles: Partial<Record<UnavailableCause, string>> = {
  timedOut: 'No response',
  cut: 'No complete response',
  serverError: 'Service error',
  busy: 'Service busy',
}

type Locked = Extract<Failure, { kind: 'numberLocked' }>
type Repeat = Extract<Failure, { kind: 'repeat' }>
/** The earlier call that prevents a new one to the same number. */
type EarlierCall = Locked['call']

const earlierStates: Record<string, string> = {
  queued: 'is about to be sent',
  sending: 'is awaiting a response',
  accepted: 'was found, but its run had no carrier report when last read',
  failedAtProvider: 'may have been dialed (the carrier’s response is inconclusive)',
  unknown: 'has an unknown outcome',
  candidate: 'has a possible match that needs a decision',
}

/** The state of an earlier call, as the end of a sentence. */
const earlierStateOf = ({ state }: EarlierCall): string => earlierStates[state] ?? 'is unresolved'

const sourceOf = (call: EarlierCall): string => `${time.full(call.at)}, profile ${call.profileName}`

/** Why a number is locked, with the call that locks it. */
const lockedWhy = ({ call }: Locked): string =>
  `The call to ${call.phoneNumberDisplay} (${sourceOf(call)}) ${earlierStateOf(call)}. The phone may be ringing or may have rung.`

/** Why a second call to a number needs a confirmation. */
const repeatWhy = ({ call, reason, doNotCall: entry }: Repeat): string => {
  if (reason === 'doNotCall') return doNotCallWhy(entry)
  if (reason === 'shortNumber')
    return 'This is an extension or a service number. Which phone it rings depends on the phone system.'
  if (call?.state === 'resolvedNotPlaced')
    return `The call (${sourceOf(call)}) was resolved as not placed, ${butRunFound(call.foundRun ?? 'possible')}.`
  if (reason === 'inProgress')
    return `An earlier call to this number may still be in progress${call ? `: ${sourceOf(call)}` : ''}.`
  return reason === 'historyGap'
    ? 'Part of this computer’s history may be missing, so Rundesk can’t tell whether this number was called recently.'
    : `This number was already called${call ? `: ${sourceOf(call)}` : ''}.`
}

const doNotCallWhy = (entry: Repeat['doNotCall']): string =>
  entry === undefined ? 'This number is on the do-not-call list.' : doNotCall.since(entry)

const repeatTitles: Record<Repeat['reason'], string> = {
  calledRecently: 'This number may have been called recently',
  inProgress: 'An earlier call may still be in progress',
  shortNumber: 'This is a short number',
  historyGap: 'Part of the history may be missing',
  doNotCall: 'This number is on the do-not-call list',
}

/** A failure: its title, the reason, the service's own message if any, and what to do next. */
type FailureText = { title: string; why: string; service: string | null; next: string }

const withService = (title: string, why: string, next: string, detail: string): FailureText => ({
  title,
  why,
  service: detail || null,
  next,
})

const withoutService = (title: string, why: string, next: string): FailureText => ({ title, why, service: null, next })

const refusalTexts: Record<'unauthorized' | 'forbidden' | 'notFound', [title: string, why: string, next: string]> = {
  unauthorized: [
    'Key rejected',
    'The key was archived, or the service doesn’t recognize it.',
    'Enter an active key, or ask someone with a working key to reactivate this one (Keys > Show archived keys).',
  ],
  forbidden: [
    'Not allowed with this key',
    'The key works but doesn’t have permission for this.',
    'Ask your organization’s administrator, or use another key.',
  ],
  notFound: [
    'Not found',
    'It doesn’t exist in this organization.',
    'Check that it belongs to this profile’s organization.',
  ],
}

const keyObstacleCodes: ReadonlySet<IssueCode> = new Set(keyObstacles)
const stateConflictCodes: ReadonlySet<IssueCode> = new Set(stateConflicts)
const rotationStopCodes: ReadonlySet<IssueCode> = new Set(rotationStops)
const fileProblemCodes: ReadonlySet<IssueCode> = new Set(fileProblems)
const tableProblemCodes: ReadonlySet<IssueCode> = new Set(tableProblems)

const ofIssues = (issues: readonly Issue[]): FailureText => {
  const why = issues.map(issue.withField).join(' ')
  if (issues.every(({ code }) => rotationStopCodes.has(code)))
    return withoutService('Not possible right now', why, 'No copy of a key is deleted until you decide.')
  if (issues.every(({ code }) => fileProblemCodes.has(code)))
    return withoutService('Problem with the file', why, 'Fix the problem, then choose the file again.')
  if (issues.every(({ code }) => tableProblemCodes.has(code)))
    return withoutService('Problem with the table', why, 'Fix the problem, then open the table again.')
  if (issues.every(({ code }) => keyObstacleCodes.has(code)))
    return withoutService(
      'Not possible right now',
      why,
      // Only these have saved a file.
      issues.some(({ code }) => code === 'passphraseUnshown' || code === 'passphraseUncopied')
        ? 'Nothing else was changed.'
        : 'Nothing was changed.',
    )
  if (issues.every(({ code }) => code === 'listGroup'))
    return withoutService('The group has changed', why, 'Check its rows, then decide again.')
  if (issues.every(({ code }) => stateConflictCodes.has(code)))
    return withoutService('Not possible right now', why, 'Nothing was changed.')
  if (issues.every(({ code }) => code === 'runOfAnotherCall'))
    return withoutService('Another call’s run', why, 'This run doesn’t show how this call ended.')
  if (issues.every(({ code }) => code === 'keySame'))
    return withoutService('Same key', why, 'Use another key, or cancel.')
  if (issues.every(({ code }) => code === 'service'))
    return withoutService('The service rejected the request', why, 'Fix the problem, then try again.')
  return issues.every(({ code }) => code === 'passphrase')
    ? withoutService('Check the passphrase', why, 'Enter it again, or ask for the key file again.')
    : withoutService('Check your entries', why, 'Fix the problem, then try again.')
}

/** Describes every failure. A new kind without a message does not compile. */
const describe = (failure: Failure, onSupport = false): FailureText => {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'notFound':
      return withService(...refusalTexts[failure.kind], failure.detail)
    case 'invalid':
      return ofIssues(failure.issues)
    case 'refused':
      return withService(
        'The service rejected the request',
        `The service responded with status ${failure.status}.`,
        'See the service’s message, or contact its administrator.',
        failure.detail,
      )
    case 'unreachable':
      return withoutService('Can’t reach the service', unreachableWhy[failure.cause], unreachableNext[failure.cause])
    case 'unavailable':
      return failure.cause === 'otherServer'
        ? withoutService(
            'Not the expected service',
            unavailableWhy.otherServer,
            'Check the address: it may be a website, a network sign-in page, or the wrong port.',
          )
        : withoutService(
            unavailableTitles[failure.cause] ?? 'Invalid response',
            unavailableWhy[failure.cause],
            `It’s safe to retry.${onSupport ? '' : ' If it keeps failing, run the checks in Support.'}`,
          )
    case 'keychain':
      // Only a read finds that a key is missing. The other reasons also prevent saving and deleting one.
      return withoutService(
        failure.reason === 'missing' ? 'Couldn’t read the key' : 'Couldn’t use the keychain',
        keychainWhy[failure.reason],
        keychainNext[failure.reason],
      )
    case 'storage':
      return withoutService('Problem with the history', storageWhy[failure.reason], storageNext[failure.reason])
    case 'numberLocked':
      return withoutService(
        'This number is locked',
        lockedWhy(failure),
        'Don’t call again. The number will be unlocked when that call is resolved.',
      )
    case 'repeat':
      return withoutService(
        repeatTitles[failure.reason],
        repeatWhy(failure),
        'Check Runs, then decide whether to call again.',
      )
    case 'closing':
      return withoutService(
        'Rundesk is closing',
        'Waiting for calls in progress. No new calls can be started.',
        'Reopen Rundesk, then place the call.',
      )
    case 'internal':
      return withoutService(
        'Something went wrong',
        `Reference: ${failure.reference}.`,
        'Try again. If it happens again, give support this reference.',
      )
  }
}

/** Why the keychain can't be used, if no key in it is meant. */
const keychainWhyWithoutKey: Record<KeychainReason, string> = {
  ...keychainWhy,
  locked: 'This computer’s keychain is locked.',
}

/** The failure as a reason under another title. */
const asReason = ({ title, why }: FailureText): string => `${title}. ${why}`

/** Failures. */
export const failure = {
  describe,
  asReason,
  keychainWhy: keychainWhyWithoutKey,
  keychainNext,
}

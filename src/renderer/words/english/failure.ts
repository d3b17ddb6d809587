import type {
  Failure,
  keychainReasons,
  storageReasons,
  unavailableCauses,
  unreachableCauses,
} from '../../../contract/failure.ts'
import { issue } from './issue.ts'

type UnreachableCause = (typeof unreachableCauses)[number]
type UnavailableCause = (typeof unavailableCauses)[number]
type KeychainReason = (typeof keychainReasons)[number]
type StorageReason = (typeof storageReasons)[number]

/** What a failure is called, why it came, the service's own words where it gave any, and what to do next. */
export type FailureWords = { title: string; why: string; service: string | null; next: string }

const unreachable: Record<UnreachableCause, string> = {
  refused: 'The computer at this address refused the connection: nothing listens there.',
  noHost: 'The name of the host was not found.',
  noRoute: 'There is no way through the network to this host.',
  connectTimeout: 'The host did not take the connection in time.',
  certificate: 'The host’s certificate is not one this computer trusts.',
  notTls: 'The host does not speak https at this port.',
  proxy: 'The proxy did not let the connection through.',
  policy: 'This app does not send a key to such an address: https only, or this computer itself.',
  other: 'The connection could not be made.',
}

const unreachableNext: Record<UnreachableCause, string> = {
  refused: 'Check the address and the port, or ask whoever runs the service.',
  noHost: 'Check the spelling of the address and your network.',
  noRoute: 'Check your network or VPN.',
  connectTimeout: 'Check your network or VPN, then ask again.',
  certificate: 'Ask whoever runs the service or your network: never pass over this.',
  notTls: 'Check the port of the address.',
  proxy: 'Ask whoever runs your network to allow this host.',
  policy: 'Use an https address. A trial runtime reaches this computer and practice only.',
  other: 'Check your network, then ask again.',
}

const unavailable: Record<UnavailableCause, string> = {
  timedOut: 'The service did not answer in time.',
  cut: 'The connection was cut before the whole answer came.',
  notJson: 'What answered is not the service: it sent no JSON (often a proxy’s or a web server’s page).',
  wrongShape: 'The answer is not in the form this app knows.',
  tooLarge: 'The answer is larger than this app takes.',
  serverError: 'The service failed on its side.',
  busy: 'The service has too much to do just now.',
  redirected: 'The service sent us to another address. A key is never sent on.',
}

const keychain: Record<KeychainReason, string> = {
  locked: 'The keychain of this computer is locked, or the key was removed from it.',
  missing: 'The key of this profile is not in the keychain.',
  unavailable: 'This computer has no keychain service that runs.',
  timedOut: 'The keychain did not answer in time.',
}

const keychainNext: Record<KeychainReason, string> = {
  locked: 'Unlock the keychain (log in to your desktop session), then try again.',
  missing: 'Enter the key again under Profiles, Replace key.',
  unavailable:
    'On Linux, start a Secret Service such as GNOME Keyring or KWallet. Until then a key can be kept until you quit.',
  timedOut: 'Look for a password window of the keychain, answer it, and try again.',
}

const storage: Record<StorageReason, string> = {
  unavailable: 'The history on this computer could not be opened.',
  full: 'The disk is full.',
  locked: 'Another program holds the history open.',
  readOnly: 'The history cannot be written: the folder or disk is read-only.',
  corrupt: 'The history file is damaged.',
  newerVersion: 'The history was written by a newer version of this app.',
  pragma: 'The history could not be opened in the safe way this app insists on.',
}

const storageNext: Record<StorageReason, string> = {
  unavailable: 'Quit and open the app again. If it stays so, show this to whoever looks after this computer.',
  full: 'Free some space, then try again.',
  locked: 'Close the other window or program, then try again.',
  readOnly: 'Make the folder of the app writable, then try again.',
  corrupt: 'Do not call before it is mended: show this to whoever looks after this computer.',
  newerVersion: 'Install the newer version again.',
  pragma: 'Show this to whoever looks after this computer.',
}

const withService = (title: string, why: string, detail: string, next: string): FailureWords => ({
  title,
  why,
  service: detail || null,
  next,
})

const own = (title: string, why: string, next: string): FailureWords => ({ title, why, service: null, next })

/** Words for every failure; a new kind does not compile before it has some. */
const inWords = (failure: Failure): FailureWords => {
  switch (failure.kind) {
    case 'unauthorized':
      return withService(
        'The key is not accepted',
        'The service does not know this key, or it was archived.',
        failure.detail,
        'Replace the key of this profile, or have it reactivated.',
      )
    case 'forbidden':
      return withService(
        'The key is not allowed to do this',
        'The key works, but not for this.',
        failure.detail,
        'Ask an admin of your organization, or use another key.',
      )
    case 'notFound':
      return withService(
        'Not found',
        'This organization has no such thing.',
        failure.detail,
        'Check that it belongs to the organization of this profile.',
      )
    case 'invalid':
      return own('Something in it is not right', failure.issues.map(issue.located).join(' '), 'Mend it and try again.')
    case 'refused':
      return withService(
        'The service refused',
        `The service answered with status ${failure.status}.`,
        failure.detail,
        'Read the service’s words; ask whoever runs it if they do not help.',
      )
    case 'unreachable':
      return own('The service cannot be reached', unreachable[failure.cause], unreachableNext[failure.cause])
    case 'unavailable':
      return own(
        'No usable answer',
        unavailable[failure.cause],
        'Asking again is safe. If it stays so, look at Support.',
      )
    case 'keychain':
      return own('The key cannot be had', keychain[failure.reason], keychainNext[failure.reason])
    case 'storage':
      return own('The history cannot be written', storage[failure.reason], storageNext[failure.reason])
    case 'internal':
      return own(
        'Something unforeseen happened',
        `The app noted it under ${failure.reference}.`,
        'Try again. If it comes back, hand this reference to support.',
      )
  }
}

/** The failure as the reason below another title. */
const titled = (said: FailureWords): string => `${said.title}. ${said.why}`

/** Words for failures. */
export const failure = { inWords, titled, keychain, keychainNext, unreachable }

import type { unavailableCauses, unreachableCauses } from '../../../contract/failure.ts'

type UnreachableCause = (typeof unreachableCauses)[number]
type UnavailableCause = (typeof unavailableCauses)[number]

/** Why nothing could be sent at all. */
export const unreachable: Record<UnreachableCause, string> = {
  refused: 'The computer at this address refused the connection: nothing listens there.',
  noHost: 'The name of the host was not found.',
  noRoute: 'There is no way through the network to this host.',
  connectTimeout: 'The host did not take the connection in time.',
  certificate: 'The host’s certificate is not one this computer trusts.',
  notTls: 'The host does not speak https at this port.',
  proxy: 'The proxy did not let the connection through.',
  proxyAuthentication: 'The proxy asks for a user name and a password, or does not take the ones it was given.',
  proxyTimeout: 'The proxy did not answer in time; the service was never asked.',
  policy:
    'This app does not send a key to such an address: https only, this computer itself, or what its policy allows.',
  other: 'The connection could not be made.',
}

/** What to do about it, and who must do it. */
export const unreachableNext: Record<UnreachableCause, string> = {
  refused: 'Check the address and the port, or ask whoever runs the service.',
  noHost: 'Check the spelling of the address and your network.',
  noRoute: 'Check your network or VPN.',
  connectTimeout: 'Check your network or VPN, then try again.',
  certificate:
    'Ask whoever runs the service or your network: never pass over this. A company’s own certificates can be named under Settings.',
  notTls: 'Check the port of the address.',
  proxy: 'Ask whoever runs your network to allow this host, or set another proxy under Settings.',
  proxyAuthentication: 'Enter the proxy’s user name and password under Settings.',
  proxyTimeout: 'Ask whoever runs your network about the proxy, or set another one under Settings.',
  policy:
    'Use an https address that the policy of this computer allows (see Settings). A test runtime reaches this computer and practice only.',
  other: 'Check your network, then try again.',
}

/** Why a call was not sent: the same, or because it could not be written down first. */
export const notSentWhy = {
  ...unreachable,
  notRecorded: 'The call could not be written to the history, so nothing was sent.',
}

export const notSentNext = {
  ...unreachableNext,
  notRecorded: 'Nobody was called. It may be called again as soon as the history can be written.',
}

/** Why a question got no usable answer. */
export const unavailable: Record<UnavailableCause, string> = {
  timedOut: 'The service did not answer in time.',
  cut: 'The connection was cut before the whole answer came.',
  notJson: 'What answered is not the service: it sent no JSON (often a proxy’s or a web server’s page).',
  wrongShape: 'The answer is not in the form this app knows.',
  tooLarge: 'The answer is larger than this app takes.',
  serverError: 'The service failed on its side.',
  busy: 'The service has too much to do just now.',
  redirected: 'The service sent us to another address. A key is never sent on.',
}

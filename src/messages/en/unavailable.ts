import type { unavailableCauses } from '../../contract/failure.ts'

/** Why a request got no usable response. */
export const unavailableWhy: Record<(typeof unavailableCauses)[number], string> = {
  timedOut: 'The service didn’t respond in time.',
  cut: 'The connection dropped before a complete response arrived.',
  notJson: 'The response wasn’t JSON, so it isn’t from the service. It may be a page from a proxy or web server.',
  wrongShape: 'The response has an unexpected format.',
  tooLarge: 'The response was too large.',
  serverError: 'The service had an internal error.',
  busy: 'The service can’t handle the request right now.',
  redirected: 'The service redirected the request. Rundesk never sends keys to redirects.',
  otherServer: 'A server responded at this address, but it isn’t the expected service.',
}

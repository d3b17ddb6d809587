import type { Failure } from '../../contract/failure.ts'

/**
 * How often one kind of request may be sent again by machine. The types hold the law: a POST never, a PUT at most
 * twice, a DELETE at most once, a GET at most three times.
 */
export type RetryRule =
  | { method: 'GET'; retries: 0 | 1 | 2 | 3 }
  | { method: 'PUT'; retries: 0 | 1 | 2; thenReadTheList: true }
  | { method: 'DELETE'; retries: 0 | 1; thenReadTheList: true }
  | { method: 'POST'; retries: 0 }

/** What may be retried by machine. Whoever adds a request adds it here. */
export const retryRules = {
  /** SECURITY: a phone may be ringing. The call does not even pass through the code that asks again. */
  triggerCall: { method: 'POST', retries: 0 },
  /** A key whose answer was lost is looked up by its name: `create-key.ts`. */
  createKey: { method: 'POST', retries: 0 },
  createWorkflow: { method: 'POST', retries: 0 },
  reactivateKey: { method: 'PUT', retries: 2, thenReadTheList: true },
  /** One time only: a key that archives itself is refused the second time. */
  archiveKey: { method: 'DELETE', retries: 1, thenReadTheList: true },
  read: { method: 'GET', retries: 3 },
  /** A list that its reader asks for at a pace of its own. */
  readOnce: { method: 'GET', retries: 0 },
  /** It measures a round trip; asking again would measure something else. */
  health: { method: 'GET', retries: 0 },
} as const satisfies Record<string, RetryRule>

type CauseOf<K extends Failure['kind']> = Extract<Failure, { kind: K; cause: unknown }>['cause']

/** Whether the same question may have another end in a moment. A new cause does not compile before it is decided. */
const passing = {
  unreachable: {
    refused: true,
    noHost: true,
    noRoute: true,
    connectTimeout: true,
    proxy: true,
    proxyTimeout: true,
    other: true,
    certificate: false,
    notTls: false,
    policy: false,
    // Asking again with a wrong password locks people out of their network.
    proxyAuthentication: false,
  } satisfies Record<CauseOf<'unreachable'>, boolean>,
  unavailable: {
    timedOut: true,
    cut: true,
    serverError: true,
    busy: true,
    notJson: false,
    wrongShape: false,
    tooLarge: false,
    redirected: false,
  } satisfies Record<CauseOf<'unavailable'>, boolean>,
}

/** Whether a failure is one that may pass, so that a repeatable request is worth another try. */
export const mayPass = (failure: Failure): boolean => {
  if (failure.kind === 'unreachable') return passing.unreachable[failure.cause]
  return failure.kind === 'unavailable' && passing.unavailable[failure.cause]
}

/** The longest pause that is waited for by machine, in milliseconds: a service that wants a longer one is not asked again. */
export const longestPause = 10_000
const firstPause = 300

/**
 * How long to wait before the next try, in milliseconds: what the service asked for, or null where that is more than
 * 10 s and there must be no next try; otherwise 300 ms, doubled with every try, less a random share of up to a half so
 * that many desks do not come back at once.
 */
export const pauseBefore = (tried: number, askedFor: number | null, random: () => number): number | null => {
  if (askedFor !== null) return askedFor > longestPause ? null : askedFor
  return firstPause * 2 ** tried * (1 - random() / 2)
}

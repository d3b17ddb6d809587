import type { unreachableCauses } from '../../contract/failure.ts'

export type UnreachableCause = (typeof unreachableCauses)[number]

/** Why an exchange ended without a whole answer after its first byte may have left. */
export type BrokenCause = 'timedOut' | 'cut' | 'unreadable' | 'tooLarge'

/**
 * A whole answer: its status, its `Date` header as ISO 8601, how long it asks to be left alone (both null when absent
 * or unreadable), and its body as text.
 */
export type Answer = {
  kind: 'answer'
  status: number
  date: string | null
  retryAfterMilliseconds: number | null
  text: string
}

/** No byte of the request left this computer: nothing can have happened at the service. */
export type NotSent = { kind: 'notSent'; cause: UnreachableCause }

/** The request may have left, and no whole answer came back; `status` is known when the head of one did. */
export type Broken = { kind: 'broken'; cause: BrokenCause; status: number | null; date: string | null }

/** What became of one request. Nothing else leaves the transport: no foreign error, no request, no stack. */
export type Reply = Answer | NotSent | Broken

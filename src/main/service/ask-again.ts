import type { Outcome } from '../../contract/failure.ts'
import type { Reply } from './answer.ts'
import type { ServiceLimits } from './limits.ts'
import { mayPass, pauseBefore, type RetryRule } from './retry-rules.ts'

/** Time and chance: `now` is monotonic and in milliseconds, `random` gives numbers from 0 up to 1. */
export type Pace = { now: () => number; wait: (milliseconds: number) => Promise<void>; random: () => number }

/** One request that may be sent several times: each try gets its own time limit in milliseconds. */
export type Attempt<T> = {
  rule: RetryRule
  send: (deadlineMilliseconds: number) => Promise<Reply>
  read: (reply: Reply) => Outcome<T>
}

export type AskAgain = <T>(attempt: Attempt<T>) => Promise<Outcome<T>>

/** A try shorter than this is not worth its connection. */
const shortestTry = 1_000

/** Makes the one place where a request is sent again: as often as its rule says, and never past `questionMilliseconds`. */
export const createAskAgain =
  ({ now, wait, random }: Pace, limits: ServiceLimits): AskAgain =>
  async ({ rule, send, read }) => {
    const end = now() + limits.questionMilliseconds
    for (let tried = 0; ; tried += 1) {
      const reply = await send(Math.min(limits.readMilliseconds, end - now()))
      const outcome = read(reply)
      if (outcome.ok || tried >= rule.retries || !mayPass(outcome.failure)) return outcome
      const pause = pauseBefore(tried, reply.kind === 'answer' ? reply.retryAfterMilliseconds : null, random)
      if (pause === null || now() + pause + shortestTry > end) return outcome
      await wait(pause)
    }
  }

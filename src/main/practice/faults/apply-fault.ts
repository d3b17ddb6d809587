import { textResponse, wholeAtOnce, type Answer } from '../http/answers.ts'
import type { Pace } from '../pace.ts'
import type { Fault } from './fault.ts'

/** What is to befall one request: the fault, and how long its answer is held back when that was asked for. */
export type Asked = { readonly fault: Fault; readonly delayMs: number | null }

/** The ordinary answer changed by the fault; `origin` is where the request arrived. */
export function applyFault(asked: Asked, ordinary: Answer, pace: Pace, origin: string): Answer {
  const { fault } = asked
  const slow = fault.slowness === undefined ? 0 : pace[fault.slowness]
  return {
    response: faultResponse(fault, origin) ?? ordinary.response,
    delivery: {
      afterMs: asked.delayMs ?? ordinary.delivery.afterMs + slow,
      how: fault.how ?? ordinary.delivery.how,
    },
  }
}

/** The answer to a request that is refused before it did anything. */
export function refusedByFault(asked: Asked, pace: Pace, origin: string): Answer {
  return applyFault(asked, { response: new Response(null, { status: 204 }), delivery: wholeAtOnce }, pace, origin)
}

function faultResponse({ answer }: Fault, origin: string): Response | undefined {
  if (answer === undefined) return undefined
  const headers = answer.location === undefined ? {} : { location: `${origin}${answer.location}` }
  return textResponse(answer.status, answer.contentType, answer.body, headers)
}

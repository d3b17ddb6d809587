import { applyFault, refusedByFault, type Asked } from '../faults/apply-fault.ts'
import type { Practice } from '../practice.ts'
import { Refused, wholeAtOnce, type Answer } from './answers.ts'
import type { Call, Route } from './call.ts'
import { findRoute } from './find-route.ts'
import { readBody } from './read-body.ts'

/** Answers one request: finds its route, reads its body, lets the endpoint act, and lets a fault that was asked for befall it. */
export async function answerRequest(
  request: Request,
  routes: readonly Route[],
  practice: Practice,
  asked: Asked | undefined,
): Promise<Answer> {
  const url = new URL(request.url)
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (asked?.fault.run === 'none') return refusedByFault(asked, practice.pace, url.origin)
  try {
    const { route, params } = findRoute(routes, request.method, url)
    const { headers, method } = request
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
    const body = hasBody ? readBody(bytes, headers.get('content-type')) : undefined
    return act(
      route,
      { method, path: url.pathname, query: url.searchParams, headers, params, body, origin: url.origin, asked },
      practice,
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { response: error.response, delivery: wholeAtOnce }
  }
}

function act(route: Route, call: Call, practice: Practice): Answer {
  const answer = route.endpoint(call, practice)
  // The trigger lets its faults befall it by itself, because they decide what becomes of the run.
  if ('delivery' in answer) return answer
  const ordinary: Answer = { response: answer, delivery: wholeAtOnce }
  return call.asked === undefined ? ordinary : applyFault(call.asked, ordinary, practice.pace, call.origin)
}

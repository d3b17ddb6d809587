import { printJson } from '../json/print-json.ts'
import type { Printable } from '../json/json-value.ts'

/** How an answer reaches the wire; everything but `whole` is a fault that only a real socket can show. */
export type Delivery = {
  /** Milliseconds the answer is held back. */
  afterMs: number
  how: 'whole' | 'closed' | 'reset' | 'cutHead' | 'cutBody' | 'silent'
}

/** A response and the way it is to be delivered. */
export type Answer = { response: Response; delivery: Delivery }

export const wholeAtOnce: Delivery = { afterMs: 0, how: 'whole' }

/** Ends the handling of a request with a response, as the service's framework does with its exceptions. */
export class Refused extends Error {
  readonly response: Response

  constructor(response: Response) {
    super(`answered ${response.status}`)
    this.response = response
  }
}

/** A JSON response with the measured headers: content-length and content-type, no charset. */
export function jsonResponse(status: number, body: Printable, headers: Record<string, string> = {}): Response {
  return textResponse(status, 'application/json', printJson(body), headers)
}

/** Any other body, as it stands. */
export function textResponse(
  status: number,
  contentType: string,
  body: string,
  headers: Record<string, string> = {},
): Response {
  const length = String(new TextEncoder().encode(body).byteLength)
  return new Response(body, {
    status,
    // Measured: the newer name of 422.
    ...(status === 422 ? { statusText: 'Unprocessable Content' } : {}),
    headers: { ...headers, 'content-length': length, 'content-type': contentType },
  })
}

/** Refuses with `{"detail": …}`, the general error body of specification section 2. */
export function refuse(status: number, detail: Printable): Refused {
  return new Refused(jsonResponse(status, { detail }))
}

/** What the service answers when something inside it broke (measured: exactly these 21 bytes). */
export function serverErrorResponse(): Response {
  return textResponse(500, 'text/plain; charset=utf-8', 'Internal Server Error')
}

/** Refuses with the plain-text 500. */
export function serverError(): Refused {
  return new Refused(serverErrorResponse())
}

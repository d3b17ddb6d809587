import { JsonNumber, type JsonValue, type Printable, printJson } from './json.ts'

/** How a response is transmitted. Everything but `whole` needs a real socket. */
export type Delivery = {
  /** Delay in milliseconds. */
  afterMs: number
  how: 'whole' | 'closed' | 'reset' | 'cutHead' | 'cutBody' | 'silent'
}

export type Answer = { response: Response; delivery: Delivery }

export const wholeAtOnce: Delivery = { afterMs: 0, how: 'whole' }

/** Thrown to end a request with this response. */
export class Refused extends Error {
  readonly response: Response

  constructor(response: Response) {
    super(`answered ${response.status}`)
    this.response = response
  }
}

/** Creates a JSON response with the measured headers: content-length, and content-type without a charset. */
export function jsonResponse(status: number, body: Printable, headers: Record<string, string> = {}): Response {
  return textResponse(status, 'application/json', printJson(body), headers)
}

export function textResponse(
  status: number,
  contentType: string,
  body: string,
  headers: Record<string, string> = {},
): Response {
  const length = String(new TextEncoder().encode(body).byteLength)
  return new Response(body, {
    status,
    // Measured: the newer reason phrase of 422.
    ...(status === 422 ? { statusText: 'Unprocessable Content' } : {}),
    headers: { ...headers, 'content-length': length, 'content-type': contentType },
  })
}

/** Returns a refusal with `{"detail": …}`, the general error body of specification section 2. */
export function refuse(status: number, detail: Printable): Refused {
  return new Refused(jsonResponse(status, { detail }))
}

/** Returns the response to an internal error (measured: exactly these 21 bytes). */
function serverErrorResponse(): Response {
  return textResponse(500, 'text/plain; charset=utf-8', 'Internal Server Error')
}

export function serverError(): Refused {
  return new Refused(serverErrorResponse())
}

type Location = readonly (string | number)[]

/** One ValidationError of specification section 2, in the measured order of fields. */
export type Problem = {
  readonly type: string
  readonly loc: Location
  readonly msg: string
  readonly input: Printable
  readonly ctx?: { readonly [name: string]: Printable }
}

/** Returns the 422 response: HTTPValidationError of specification section 2. */
export function invalid(problems: readonly Problem[]): Refused {
  return new Refused(jsonResponse(422, { detail: problems }))
}

export function missing(loc: Location, input: Printable): Problem {
  return { type: 'missing', loc, msg: 'Field required', input }
}

export type Read<T> = { ok: true; value: T } | { ok: false; problem: Problem }

const readValue = <T>(value: T): Read<T> => ({ ok: true, value })
const readProblem = (problem: Problem): Read<never> => ({ ok: false, problem })

/** Parses a JSON string. */
export function readText(value: JsonValue, loc: Location): Read<string> {
  if (typeof value === 'string') return readValue(value)
  return readProblem({ type: 'string_type', loc, msg: 'Input should be a valid string', input: value })
}

/** Parses a JSON object. */
export function readObject(value: JsonValue, loc: Location): Read<Map<string, JsonValue>> {
  if (value instanceof Map) return readValue(value)
  return readProblem({ type: 'dict_type', loc, msg: 'Input should be a valid dictionary', input: value })
}

/** Parses an integer as leniently as the service: `"1"`, `" 1 "`, `"1.0"`, `1.0` and `true` are all 1 (measured). */
export function readInteger(value: JsonValue, loc: Location): Read<number> {
  if (typeof value === 'boolean') return readValue(value ? 1 : 0)
  if (value instanceof JsonNumber) return readNumber(value, loc)
  if (typeof value === 'string') return readIntegerText(value, loc)
  return readProblem({ type: 'int_type', loc, msg: 'Input should be a valid integer', input: value })
}

/** Parses an integer from the text of a path, a query or a field. */
export function readIntegerText(text: string, loc: Location): Read<number> {
  if (/^\s*[+-]?\d+(\.0*)?\s*$/.test(text)) return readValue(Number(text))
  const msg = 'Input should be a valid integer, unable to parse string as an integer'
  return readProblem({ type: 'int_parsing', loc, msg, input: text })
}

function readNumber(number: JsonNumber, loc: Location): Read<number> {
  const input = number
  if (!Number.isFinite(number.value) && !number.isWhole) {
    return readProblem({ type: 'finite_number', loc, msg: 'Input should be a finite number', input })
  }
  if (number.isWhole || Number.isInteger(number.value)) return readValue(number.value)
  const msg = 'Input should be a valid integer, got a number with a fractional part'
  return readProblem({ type: 'int_from_float', loc, msg, input })
}

/** Formats a time as in `datetime` fields: microseconds, unless zero, and `Z` (measured). */
export function dateWithZ(ms: number): string {
  return `${dateText(ms)}Z`
}

/** Formats a time as in string fields: the same, but with `+00:00` (measured). */
export function dateWithOffset(ms: number): string {
  return `${dateText(ms)}+00:00`
}

/** Formats a time with milliseconds, as in one kind of log entry (measured). */
export function dateWithMilliseconds(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}

function dateText(ms: number): string {
  const text = new Date(ms).toISOString().replace('Z', '')
  return text.endsWith('.000') ? text.slice(0, -4) : `${text}000`
}

import type { RequestedFault } from './faults.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Practice } from './practice.ts'
import {
  type Answer,
  invalid,
  jsonResponse,
  missing,
  type Problem,
  readIntegerText,
  refuse,
  Refused,
  serverError,
} from './answers.ts'
import { type ApiKey, hashOfKey, type Organization, type World } from './organization/world.ts'

/** A parsed request. */
export type Call = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly params: ReadonlyMap<string, string>
  /** JSON, the text of another content type, or undefined if there is no body. */
  readonly body: JsonValue | undefined
  /** The scheme, host and port to which the request was sent. */
  readonly origin: string
  /** A fault that was requested by other means than the called number. */
  readonly fault: RequestedFault | undefined
}

/** Returns a response, or an `Answer` if its delivery is unusual. Throws Refused. */
export type Endpoint = (call: Call, practice: Practice) => Response | Answer

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` matches one segment. */
  readonly path: string
  readonly endpoint: Endpoint
}

type FoundRoute = { readonly route: Route; readonly params: ReadonlyMap<string, string> }

/**
 * Returns the route of a request. If there is none, throws the response of the service's framework (measured): 404 `Not
 * Found`, 405 with the method of the path's first route, or 307 with an absolute location if only a trailing slash
 * differs.
 */
export function findRoute(routes: readonly Route[], method: string, url: URL): FoundRoute {
  const path = decodePath(url.pathname)
  const matches = routesOf(routes, path)
  const exact = matches.find(({ route }) => route.method === method)
  if (exact !== undefined) return exact
  const [first] = matches
  if (first !== undefined) throw wrongVerb(first.route.method)
  throw redirectOverSlash(routes, url, path) ?? refuse(404, 'Not Found')
}

function routesOf(routes: readonly Route[], path: string): FoundRoute[] {
  return routes.flatMap((route) => {
    const params = matchPath(route.path, path)
    return params === undefined ? [] : [{ route, params }]
  })
}

function matchPath(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/')
  const found = path.split('/')
  if (wanted.length !== found.length) return undefined
  const params = new Map<string, string>()
  for (const [index, segment] of wanted.entries()) {
    const text = found[index] ?? ''
    if (segment.startsWith('{') && text !== '') params.set(segment.slice(1, -1), text)
    else if (segment !== text) return undefined
  }
  return params
}

function wrongVerb(allowed: string): Refused {
  return new Refused(jsonResponse(405, { detail: 'Method Not Allowed' }, { allow: allowed }))
}

function redirectOverSlash(routes: readonly Route[], url: URL, path: string): Refused | undefined {
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  if (path === '/' || routesOf(routes, other).length === 0) return undefined
  const pathname = path.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`
  const location = `${url.origin}${pathname}${url.search}`
  return new Refused(new Response(null, { status: 307, headers: { 'content-length': '0', location } }))
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return pathname
  }
}

/** A key and its organization (specification section 5.3). */
export type Identity = { readonly key: ApiKey; readonly organization: Organization }

/**
 * Returns the identity of the `X-API-Key` header or throws 401 (specification sections 5.6, 5.7 and 7; measured
 * messages).
 */
export function authenticate(call: Call, practice: Practice): Identity {
  const text = call.headers.get('x-api-key')
  if (text === null || text === '') throw refuse(401, missingSentence(call))
  return identityOf(practice, text) ?? fail(refuse(401, 'Invalid or expired API key'))
}

/** Does the same for the trigger, which uses other messages. */
export function authenticateTrigger(text: string, practice: Practice): Identity {
  return identityOf(practice, text) ?? fail(refuse(401, 'Invalid API key'))
}

function fail(error: Error): never {
  throw error
}

function missingSentence(call: Call): string {
  return call.headers.has('authorization') ? 'Invalid or expired token' : 'Authorization header required'
}

function identityOf(practice: Practice, text: string): Identity | undefined {
  const key = keyOf(practice.world, text)
  const organization = practice.world.organizations.find(({ id }) => id === key?.organizationId)
  if (key === undefined || organization === undefined) return undefined
  // Measured: every request with the key changes this, even a request that lists it.
  key.lastUsedAt = practice.clock.now()
  return { key, organization }
}

function keyOf(world: World, text: string): ApiKey | undefined {
  const hash = hashOfKey(text)
  return world.keys.find((key) => key.hash === hash && key.archivedAt === null)
}

const unreadable = 'There was an error parsing the body'

/**
 * Returns the parsed body, its text for a content type other than JSON, or undefined for an empty body or JSON null.
 * Refuses invalid JSON.
 */
export function readBody(
  bytes: Uint8Array,
  contentType: string | null,
  parseJson: Practice['parseJson'],
): JsonValue | undefined {
  if (bytes.byteLength === 0) return undefined
  const text = decode(bytes)
  if (!hasJsonContentType(contentType)) return text
  const parsed = parseJson(text)
  if (parsed.kind === 'unreadable') throw refuse(400, unreadable)
  if (parsed.kind === 'syntax') throw invalid([brokenJson(parsed.message, parsed.position)])
  return parsed.value ?? undefined
}

/** Returns the body as an object, or the problem with it. */
export function bodyObject(body: JsonValue | undefined): JsonObject | Problem {
  if (body instanceof Map) return body
  if (body === undefined) return missing(['body'], null)
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  return { type: 'model_attributes_type', loc: ['body'], msg, input: body }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw refuse(400, unreadable)
  }
}

// Measured: the service version that practice follows treats a request without a content type as JSON.
function hasJsonContentType(contentType: string | null): boolean {
  if (contentType === null || contentType === '') return true
  const [type = ''] = contentType.split(';')
  return /^application\/(json|[^/]+\+json)$/i.test(type.trim())
}

function brokenJson(message: string, position: number): Problem {
  return {
    type: 'json_invalid',
    loc: ['body', position],
    msg: 'JSON decode error',
    input: new Map(),
    ctx: { error: message },
  }
}

const largestId = 2 ** 31 - 1

/**
 * Reads an ID from the path. Refuses it with a 422 unless it is an integer, and with a 500 if it is beyond 32 bits
 * (measured).
 */
export function pathId(call: Call, name: string): number {
  const id = pathInteger(call, name)
  refuseHugeId(id)
  return id
}

/** Reads an integer of any size from the path. */
export function pathInteger(call: Call, name: string): number {
  const read = readIntegerText(call.params.get(name) ?? '', ['path', name])
  if (!read.ok) throw invalid([read.problem])
  return read.value
}

/** Refuses IDs beyond 32 bits with an error, as the service does (measured). */
export function refuseHugeId(id: number): void {
  if (isHugeId(id)) throw serverError()
}

/** Returns whether an ID is beyond 32 bits, which the service's database cannot compare. */
export function isHugeId(id: number): boolean {
  return Math.abs(id) > largestId
}

type Range = { readonly least: number; readonly most?: number }

/** Reads an integer from the query, or returns the fallback. Adds a problem to the array if it is out of range. */
export function queryInteger(call: Call, name: string, fallback: number, range: Range, problems: Problem[]): number {
  const text = call.query.get(name)
  if (text === null) return fallback
  const loc = ['query', name] as const
  const read = readIntegerText(text, loc)
  const problem = read.ok ? rangeProblem(read.value, text, loc, range) : read.problem
  if (problem !== undefined) problems.push(problem)
  return read.ok ? read.value : fallback
}

function rangeProblem(value: number, input: string, loc: Problem['loc'], range: Range): Problem | undefined {
  if (value < range.least) {
    const msg = `Input should be greater than or equal to ${range.least}`
    return { type: 'greater_than_equal', loc, msg, input, ctx: { ge: range.least } }
  }
  if (range.most === undefined || value <= range.most) return undefined
  const msg = `Input should be less than or equal to ${range.most}`
  return { type: 'less_than_equal', loc, msg, input, ctx: { le: range.most } }
}

const yes = new Set(['1', 'true', 'on', 'yes', 't', 'y'])
const no = new Set(['0', 'false', 'off', 'no', 'f', 'n'])

/** Reads a Boolean from the query; false by default. */
export function queryFlag(call: Call, name: string): boolean {
  const text = call.query.get(name)
  if (text === null || no.has(text.toLowerCase())) return false
  if (yes.has(text.toLowerCase())) return true
  const msg = 'Input should be a valid boolean, unable to interpret input'
  throw invalid([{ type: 'bool_parsing', loc: ['query', name], msg, input: text }])
}

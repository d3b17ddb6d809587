import type { z } from 'zod'
import type { Issue, IssueCode, Outcome } from '../../contract/failure.ts'
import type { OperationName } from '../../contract/names.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Log } from '../log/log.ts'
import { parseJson } from '../../domain/json.ts'

export type HandleDeps<Event> = {
  /** SECURITY: returns true only for the top frame of the app's own page. It may throw for a disposed frame. */
  isTrusted: (event: Event) => boolean
  /** Resolves to the app's operations once it is open. The page can send requests earlier. */
  operations: Promise<Operations>
  createReference: () => string
  log: Log
}

/** The largest request, in characters of JSON. */
export const maxRequestLength = 1_000_000

/** Maximum number of levels in a request: the context in a call draft may have 100. */
const maxDepth = 128

/** Loaded on demand, so that the window opens before the schemas are loaded. */
const loadContract = async () => {
  const [{ operations }, { failureSchema, issueCodes }] = await Promise.all([
    import('../../contract/operations.ts'),
    import('../../contract/failure.ts'),
  ])
  return { operations, failureSchema, issueCodes }
}

/**
 * Handles a request from the page, for example `window.api.triggerCall(draft)`: checks the sender, reads the JSON,
 * parses the input, runs the operation and parses its output, so that it returns only what the contract defines.
 * Returns the outcome as JSON. An unexpected error becomes `internal` with a reference to the log.
 */
export const createHandle =
  <Event>({ isTrusted, operations, createReference, log }: HandleDeps<Event>) =>
  async (name: OperationName, event: Event, request: unknown): Promise<string> => {
    // SECURITY: a foreign frame gets no readable response.
    if (!isTrustedSafely(isTrusted, event)) {
      log('warn', 'senderRefused', { operation: name })
      throw new Error('This frame may not send requests.')
    }
    const outcome = await runOperation(operations, name, request).catch((error: unknown): Outcome<never> => {
      const reference = createReference()
      const {
        name: kind,
        message,
        stack = '',
      } = error instanceof Error ? error : { name: typeof error, message: '', stack: '' }
      log('error', 'unexpectedError', { operation: name, reference, kind, message, stack })
      return { ok: false, failure: { kind: 'internal', reference } }
    })
    return JSON.stringify(outcome)
  }

/** SECURITY: no operation runs before the history is checked, so no call is recorded in a damaged one. */
const runOperation = async (
  opening: Promise<Operations>,
  name: OperationName,
  request: unknown,
): Promise<Outcome<unknown>> => {
  const handlers = await opening
  const contract = await loadContract()
  const { input, output } = contract.operations[name]
  const read = readRequest(request)
  if (!read.ok) return read
  const parsed = input.safeParse(read.value)
  if (!parsed.success) return invalid(inputIssues(parsed.error, contract.issueCodes))
  // Each name has its own input and handler; TypeScript cannot follow that through a union of names.
  const handler = handlers[name] as (input: unknown) => Promise<Outcome<unknown>>
  const outcome = await handler(parsed.data)
  if (outcome.ok) return { ok: true, value: output.parse(outcome.value) }
  const { failure, unconfirmed, reasonFailure } = outcome
  return {
    ok: false,
    failure: contract.failureSchema.parse(failure),
    ...(unconfirmed === true && { unconfirmed }),
    ...(reasonFailure !== undefined && { reasonFailure: contract.failureSchema.parse(reasonFailure) }),
  }
}

/** Returns false if the check throws, as Electron does when a disposed frame is accessed. */
const isTrustedSafely = <Event>(isTrusted: (event: Event) => boolean, event: Event): boolean => {
  try {
    return isTrusted(event)
  } catch {
    return false
  }
}

type Path = Issue['path']

const invalid = (issues: Issue[]): Outcome<never> => ({ ok: false, failure: { kind: 'invalid', issues } })

/**
 * Reads a request: JSON of at most 1,000,000 characters and 128 levels, without `__proto__` and without lone
 * surrogates. It must be exactly what `JSON.stringify` would produce, which rules out duplicate names and numbers that
 * change when they are read.
 */
export const readRequest = (request: unknown): Outcome<unknown> => {
  if (typeof request !== 'string') return invalid([{ path: [], code: 'invalid' }])
  if (request.length > maxRequestLength)
    return invalid([{ path: [], code: 'tooLong', words: String(maxRequestLength) }])
  const value = parseJson(request)
  if (value === undefined) return invalid([{ path: [], code: 'invalid' }])
  // Checks the depth before JSON.stringify, which recurses as deep as the value.
  const issue = findIssue(value, [])
  if (issue !== null) return invalid([issue])
  return JSON.stringify(value) === request ? { ok: true, value } : invalid([{ path: [], code: 'invalid' }])
}

/** Returns an issue for the first part of a value that no operation accepts; null if there is none. */
const findIssue = (value: unknown, path: Path): Issue | null => {
  if (typeof value === 'string') return value.isWellFormed() ? null : { path, code: 'loneSurrogate' }
  if (typeof value !== 'object' || value === null) return null
  if (path.length >= maxDepth) return { path, code: 'tooDeep', words: String(maxDepth) }
  for (const [name, child] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const childPath = [...path, name]
    const issue = findNameIssue(name, child, childPath) ?? findIssue(child, childPath)
    if (issue !== null) return issue
  }
  return null
}

/** SECURITY: `__proto__` and `constructor.prototype` would modify all objects if code copied the value carelessly. */
const findNameIssue = (name: string | number, child: unknown, path: Path): Issue | null => {
  if (typeof name === 'number') return null
  const reachesPrototype =
    name === '__proto__' ||
    (name === 'constructor' && typeof child === 'object' && child !== null && Object.hasOwn(child, 'prototype'))
  if (reachesPrototype) return { path, code: 'invalid' }
  return name.isWellFormed() ? null : { path, code: 'loneSurrogate' }
}

/** Fields that have the same issue code for every problem. */
const codeByField = new Map<string, IssueCode>([
  ['agentUuid', 'agentUuid'],
  ['phoneNumber', 'phoneNumber'],
  ['telephonyConfigurationId', 'recordId'],
  ['fromPhoneNumberId', 'recordId'],
  ['workflowRunId', 'recordId'],
  ['apiKeyId', 'recordId'],
])

/** Limits for the response to an invalid request, so that the response is never larger than the request. */
const maxIssues = 50
const maxNameLength = 100

/** Translates schema issues into the contract's codes. The refused values are not repeated. */
const inputIssues = (error: z.ZodError, issueCodes: readonly IssueCode[]): Issue[] =>
  error.issues.slice(0, maxIssues).map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part).slice(0, maxNameLength)))
    return { path, ...codeOf(issue, String(path[0] ?? ''), issueCodes) }
  })

const codeOf = (
  issue: z.core.$ZodIssue,
  field: string,
  issueCodes: readonly IssueCode[],
): { code: IssueCode; words?: string } => {
  const custom = issue.code === 'custom' ? issueCodes.find((code) => code === issue.params?.['issue']) : undefined
  if (issue.code === 'custom' && custom !== undefined) {
    const words: unknown = issue.params?.['words']
    return typeof words === 'string' ? { code: custom, words } : { code: custom }
  }
  const known = codeByField.get(field)
  if (known !== undefined) return { code: known }
  if (issue.code === 'too_big') return { code: 'tooLong', words: String(issue.maximum) }
  return { code: issue.code === 'too_small' ? 'required' : 'invalid' }
}

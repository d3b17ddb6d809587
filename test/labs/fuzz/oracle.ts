import type { Meaning } from '../faults/fault.ts'

/**
 * A second implementation of the table of responses and states, independent of the classifier: without schemas and
 * pattern lists.
 */
const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON.
    return undefined
  }
}

const fields = (value: unknown): Map<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null

const ofGoodCall = (text: string): Meaning => {
  const answer = fields(read(text))
  const id = answer?.get('workflow_run_id')
  const named = typeof answer?.get('status') === 'string' && typeof answer.get('workflow_run_name') === 'string'
  if (!named || typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return 'unknown unreadable'
  return answer?.get('status') === 'initiated' ? `accepted ${id}` : 'unknown unexpected'
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

/** Returns whether the carrier refused with a measured status, or could not be reached. */
const isCertain = (reason: string): boolean => {
  const unreached = 'Cannot connect to host '
  if (reason.startsWith(unreached)) {
    const [host = '', ...rest] = reason.slice(unreached.length).split(' ')
    const after = rest.join(' ')
    return host !== '' && !/\s/.test(host) && after.startsWith('ssl:') && after.includes('[')
  }
  const [number, next] = [reason.slice(0, 3), reason.slice(3, 5)]
  if (number.length < 3 || !Array.from(number).every(isDigit) || next !== ': ') return false
  return ['400', '401', '404'].includes(number)
}

const dialWords = ['connect', 'disconnected', 'gateway', 'initiate', 'initiated']

const mentionsDial = (text: string): boolean => {
  const start = text.trimStart()
  const number = Array.from(start.slice(0, 3))
  const follows = start.charAt(3)
  const startsWithStatus = number.length === 3 && number.every(isDigit) && !/\w/.test(follows)
  const lower = text.toLowerCase()
  return (
    startsWithStatus || lower.includes('expecting value') || lower.split(/\W+/).some((one) => dialWords.includes(one))
  )
}

const isValidationError = (value: unknown): boolean => {
  const error = fields(value)
  const location = error?.get('loc')
  const words = error?.get('msg')
  return (
    Array.isArray(location) &&
    // The generator writes no other location of the request.
    location.join('.') === 'body.phone_number' &&
    typeof words === 'string' &&
    // The generator writes no other type of a validation error.
    ['missing', 'value_error'].includes(String(error?.get('type'))) &&
    !mentionsDial(words)
  )
}

const exactWords: Record<number, readonly string[]> = {
  400: ['There was an error parsing the body', 'from_phone_number_not_found'],
  405: ['Method Not Allowed'],
  409: ['Workflow has no execution owner'],
  429: ['Concurrent call limit reached'],
}

/** Words that a cut text may still have. */
const rests = ['a', 'an', 'in', 'is', 'it', 'no', 'not']

/** Returns whether a text has only words of the generated refusal with that status. */
const hasRefusalWords = (status: number, text: string): boolean => {
  const words = text
    .toLowerCase()
    .split(/[\s.,:;!"()']+/)
    .filter((word) => word !== '')
  const isOf = (known: readonly string[]): boolean => words.every((word) => [...known, ...rests].includes(word))
  if (status === 401) return isOf(['invalid', 'api', 'key', 'found']) && words.includes('key')
  const isAbsent = words.includes('workflow') && words.some((word) => ['no', 'not'].includes(word))
  return status === 404 && isAbsent && isOf(['workflow', 'not', 'found', 'api'])
}

const isRefusal = (status: number, detail: unknown): boolean => {
  if (status === 422) return Array.isArray(detail) && detail.length > 0 && detail.every(isValidationError)
  if (typeof detail !== 'string') return false
  if (hasRefusalWords(status, detail)) return true
  return exactWords[status]?.includes(detail) === true
}

const ofClientError = (status: number, text: string): Meaning => {
  const body = fields(read(text))
  const detail = body?.get('detail')
  // The service names no run in a refusal, so this response proves nothing.
  const namesRun = body?.has('workflow_run_id') === true
  const start = 'Failed to initiate call:'
  if (status === 400 && typeof detail === 'string' && detail.startsWith(start)) {
    const isProof = !namesRun && detail.startsWith(`${start} `) && isCertain(detail.slice(start.length + 1))
    return isProof ? 'failedAtProvider for certain' : 'failedAtProvider in doubt'
  }
  return !namesRun && isRefusal(status, detail) ? `rejected ${status}` : 'unknown unexpected'
}

/** Returns the expected outcome of a complete response. */
export const expectedOf = (status: number, body: Uint8Array): Meaning => {
  const mayHaveBody = status !== 204 && status !== 205 && status !== 304
  const text = mayHaveBody ? new TextDecoder().decode(body) : ''
  if (status === 200) return ofGoodCall(text)
  if (status === 408) return 'unknown timedOut'
  if (status >= 300 && status < 500) return ofClientError(status, text)
  return status >= 500 && status < 600 ? 'unknown serverError' : 'unknown unreadable'
}

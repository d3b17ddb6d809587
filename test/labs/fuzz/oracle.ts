import type { Meaning } from '../faults/fault.ts'

/**
 * A second reading of the table "which answer means what", written apart from the classifier: no schema, no row of
 * patterns, plain questions in the order in which a person would ask them.
 */
const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: that is the answer.
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
  return `accepted ${id}`
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9'
const goesOn = (character: string): boolean => character !== '' && (isDigit(character) || /[A-Za-z_.]/.test(character))

/** Whether the carrier itself refused, or was never reached. */
const isCertain = (reason: string): boolean => {
  const unreached = 'Cannot connect to host'
  if (reason.startsWith(unreached)) {
    const next = reason.charAt(unreached.length)
    return next === '.' || !goesOn(next)
  }
  const [number, next] = [reason.slice(0, 3), reason.charAt(3)]
  if (number.length < 3 || !Array.from(number).every(isDigit) || (next !== '' && next !== ':')) return false
  // A carrier's time-out says only that somebody gave up waiting.
  return Number(number) >= 400 && Number(number) < 600 && number !== '408' && number !== '504'
}

const ofBadRequest = (text: string): Meaning => {
  const detail = fields(read(text))?.get('detail')
  const start = 'Failed to initiate call:'
  if (typeof detail !== 'string' || detail.slice(0, start.length) !== start) return 'rejected 400'
  return isCertain(detail.slice(start.length).trimStart())
    ? 'failedAtProvider for certain'
    : 'failedAtProvider in doubt'
}

/** What a whole answer must be told as. */
export const expectedOf = (status: number, body: Uint8Array): Meaning => {
  const mayHaveBody = status !== 204 && status !== 205 && status !== 304
  const text = mayHaveBody ? new TextDecoder().decode(body) : ''
  if (status === 200) return ofGoodCall(text)
  if (status === 400) return ofBadRequest(text)
  if (status === 408) return 'unknown timedOut'
  if (status >= 300 && status < 500) return `rejected ${status}`
  return status >= 500 && status < 600 ? 'unknown serverError' : 'unknown unreadable'
}

import { reservedContextNames } from '../../../src/contract/initial-context.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isGoodText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

const isGoodNumber = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER)

const isGood = (value: unknown, level: number): boolean => {
  if (typeof value === 'string') return isGoodText(value)
  if (typeof value === 'number') return isGoodNumber(value)
  if (typeof value !== 'object' || value === null) return true
  if (level > 100) return false
  return Object.entries(value).every(
    ([name, child]: [string, unknown]) => isGoodText(name) && name !== '__proto__' && isGood(child, level + 1),
  )
}

/** Whether a value may be the `initial_context` of a call: a second reading of the rules, in a few lines of its own. */
export const isGoodContext = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).every((name) => !reservedContextNames.has(name)) &&
  isGood(value, 1) &&
  Buffer.byteLength(JSON.stringify(value)) <= 65_536

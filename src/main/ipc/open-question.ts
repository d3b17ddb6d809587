import { invalid, fail, type Issue, type Outcome, succeed } from '../../contract/failure.ts'

/** The largest question the page may ask, in characters of JSON. */
export const maxQuestionLength = 1_000_000

/** Deeper than any question of the contract: a context may have 100 levels, and stands inside a draft. */
const maxDepth = 128

type Path = Issue['path']

/** SECURITY: the two names under which a careless copy of a value would change what every object inherits. */
const isWayToPrototype = (name: string, child: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' && typeof child === 'object' && child !== null && Object.hasOwn(child, 'prototype'))

const faultOfName = (name: string, child: unknown, path: Path): Issue | null => {
  if (isWayToPrototype(name, child)) return { path, code: 'invalid' }
  return name.isWellFormed() ? null : { path, code: 'loneSurrogate' }
}

const firstOf = <T>(items: readonly T[], find: (item: T, index: number) => Issue | null): Issue | null => {
  for (const [index, item] of items.entries()) {
    const fault = find(item, index)
    if (fault !== null) return fault
  }
  return null
}

/** The first thing in a value that no operation may be asked with, whatever its schema says. */
const firstFault = (value: unknown, path: Path): Issue | null => {
  if (typeof value === 'string') return value.isWellFormed() ? null : { path, code: 'loneSurrogate' }
  if (typeof value !== 'object' || value === null) return null
  if (path.length >= maxDepth) return { path, code: 'tooDeep', words: String(maxDepth) }
  if (Array.isArray(value)) return firstOf<unknown>(value, (item, index) => firstFault(item, [...path, index]))
  return firstOf(Object.entries(value), ([name, child]: [string, unknown]) => {
    const at = [...path, name]
    return faultOfName(name, child, at) ?? firstFault(child, at)
  })
}

/** What a text says as JSON, and undefined when it is none: a value that no JSON has. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is answered like any other question that does not fit: `invalid`.
    return undefined
  }
}

/**
 * Opens a question: text of at most 1,000,000 characters that is JSON, no more than 128 levels deep, without a way to a
 * prototype and without half a character. It must be written exactly as `JSON.stringify` writes it, as the preload does:
 * so there is no second reading of a name that stands twice or of a number with too many digits.
 */
export const openQuestion = (question: unknown): Outcome<unknown> => {
  if (typeof question !== 'string') return invalid([], 'invalid')
  if (question.length > maxQuestionLength) return invalid([], 'tooLong', String(maxQuestionLength))
  const value = parse(question)
  if (value === undefined) return invalid([], 'invalid')
  // The depth is judged before the text is written again: JSON.stringify goes down as deep as the value does.
  const fault = firstFault(value, [])
  if (fault !== null) return fail({ kind: 'invalid', issues: [fault] })
  return JSON.stringify(value) === question ? succeed(value) : invalid([], 'invalid')
}

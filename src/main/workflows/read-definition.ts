import { fail, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { findBadValue } from './check-values.ts'

/** A definition out of a file, exactly as it will be sent, and the name that the file gives it. */
export type ReadDefinition = { name: string | null; definition: Record<string, unknown> }

const refused = (words?: string) => invalid([], 'workflowShape', words)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A mark at the front is no part of the text. What holds NUL is UTF-16, or no text at all. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // The decoder has nothing to add: it is not UTF-8.
    return null
  }
}

/** Where a parser stopped, as `line:column`, if it tells; its words hold pieces of the file and stay here. */
const placeOf = (error: unknown, text: string): string => {
  const told = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  if (told === undefined) return ''
  const before = text.slice(0, Number(told)).split('\n')
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

const parse = (text: string): Outcome<unknown> => {
  try {
    return succeed(JSON.parse(text))
  } catch (error) {
    return invalid([], 'workflowJson', placeOf(error, text))
  }
}

/** Where a definition stands: by itself, in what creates an agent, in a version of one. */
const wrappers = ['workflow_definition', 'workflow_json'] as const

const findDefinition = (file: Record<string, unknown>): unknown => {
  const wrapper = wrappers.find((name) => Object.hasOwn(file, name))
  return wrapper === undefined ? file : file[wrapper]
}

const hasNodes = ({ nodes }: Record<string, unknown>): boolean => Array.isArray(nodes) && nodes.some(isObject)

/**
 * Reads a definition out of a file's bytes: UTF-8 JSON that is one, or holds one as `workflow_definition` or
 * `workflow_json`. Every reason against it is told with its place; a file that is taken is sent as it stands.
 */
export const readDefinition = (bytes: Uint8Array): Outcome<ReadDefinition> => {
  const text = decode(bytes)
  if (text === null) return invalid([], 'workflowEncoding')
  const parsed = parse(text)
  if (!parsed.ok) return parsed
  const bad = findBadValue(parsed.value)
  if (bad !== null) return fail({ kind: 'invalid', issues: [bad] })
  if (!isObject(parsed.value)) return refused()
  const definition = findDefinition(parsed.value)
  if (!isObject(definition) || !hasNodes(definition)) return refused()
  const { name } = parsed.value
  return succeed({ name: definition !== parsed.value && typeof name === 'string' ? name : null, definition })
}

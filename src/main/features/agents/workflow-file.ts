import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { errorCode } from '../../../domain/error-code.ts'
import { fail, invalid, type Issue, type IssueCode, type Outcome, succeed } from '../../../contract/failure.ts'
import { contextLimits } from '../../../contract/initial-context.ts'
import { isObject } from '../../../domain/json.ts'

/** Maximum size of a workflow file, in bytes. Parsing more would block the app for seconds. */
export const maxWorkflowBytes = 2 * 1024 * 1024
const chunkBytes = 64 * 1024

/**
 * SECURITY: does not follow symbolic links and does not block on pipes. Windows has no such flags, so there only the
 * check before opening applies.
 */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const fileProblem = (stats: Stats): string | null => {
  if (stats.isFile()) return null
  if (stats.isSymbolicLink()) return 'link'
  return stats.isDirectory() ? 'folder' : 'device'
}

const readAll = async (path: string): Promise<Outcome<Uint8Array>> => {
  const file = await open(path, readOnly)
  try {
    // The path may refer to something else now than when it was checked.
    const kind = fileProblem(await file.stat())
    if (kind !== null) return invalid([], 'workflowKind', kind)
    const chunks: Uint8Array[] = []
    for (let length = 0; ;) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(chunkBytes), 0, chunkBytes, length)
      if (bytesRead === 0) return succeed(Buffer.concat(chunks))
      chunks.push(buffer.subarray(0, bytesRead))
      length += bytesRead
      if (length > maxWorkflowBytes) return invalid([], 'workflowLarge', String(maxWorkflowBytes))
    }
  } finally {
    await file.close()
  }
}

/** Reads a regular file of at most 2 MiB. Refuses folders, links, devices and larger files. */
export const readWorkflowFile = async (path: string): Promise<Outcome<Uint8Array>> => {
  try {
    const kind = fileProblem(await lstat(path))
    return kind === null ? await readAll(path) : invalid([], 'workflowKind', kind)
  } catch (error) {
    return invalid([], 'workflowUnread', errorCode(error) ?? 'unknown')
  }
}

/** A definition as it will be sent, and its name in the file. */
export type Definition = { name: string | null; definition: Record<string, unknown> }

const wrongShape = (words?: string) => invalid([], 'workflowShape', words)

/**
 * Decodes UTF-8 and removes a byte order mark. Returns null for other encodings and binary data; NUL indicates binary
 * data.
 */
const decode = (bytes: Uint8Array): string | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // Not UTF-8.
    return null
  }
}

/**
 * Returns the position of a parse error as `line:column`, if known. The error's message contains parts of the file and
 * is not shown.
 */
const errorPosition = (error: unknown, text: string): string => {
  const offset = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  if (offset === undefined) return ''
  const before = text.slice(0, Number(offset)).split('\n')
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

const parse = (text: string): Outcome<unknown> => {
  try {
    return succeed(JSON.parse(text))
  } catch (error) {
    return invalid([], 'workflowJson', errorPosition(error, text))
  }
}

/** The definition's field name in a request that creates an agent, and in a version. */
const wrappers = ['workflow_definition', 'workflow_json'] as const

const findDefinition = (file: Record<string, unknown>): unknown => {
  const wrapper = wrappers.find((name) => Object.hasOwn(file, name))
  return wrapper === undefined ? file : file[wrapper]
}

const hasNodes = ({ nodes }: Record<string, unknown>): boolean => Array.isArray(nodes) && nodes.some(isObject)

/**
 * Reads a definition from a file: JSON in UTF-8 that either is a definition or contains one as `workflow_definition` or
 * `workflow_json`. Refusals contain the position of the problem.
 */
export const readDefinition = (bytes: Uint8Array): Outcome<Definition> => {
  const text = decode(bytes)
  if (text === null) return invalid([], 'workflowEncoding')
  const parsed = parse(text)
  if (!parsed.ok) return parsed
  const bad = findUnsendableValue(parsed.value)
  if (bad !== null) return fail({ kind: 'invalid', issues: [bad] })
  if (!isObject(parsed.value)) return wrongShape()
  const definition = findDefinition(parsed.value)
  if (!isObject(definition) || !hasNodes(definition)) return wrongShape()
  const { name } = parsed.value
  return succeed({ name: definition !== parsed.value && typeof name === 'string' ? name : null, definition })
}

/** A value and its path. */
type ValuePosition = { value: unknown; name: string | number | null; parent: ValuePosition | null; depth: number }

const textProblem = (text: string): IssueCode | null => {
  if (!text.isWellFormed()) return 'loneSurrogate'
  return text.includes('\0') ? 'nul' : null
}

const numberProblem = (value: number): IssueCode | null => {
  if (!Number.isFinite(value)) return 'notFinite'
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'unsafeInteger' : null
}

const nameProblem = (name: ValuePosition['name']): IssueCode | null => {
  if (typeof name !== 'string') return null
  // Other readers of the definition might change the object's prototype.
  return name === '__proto__' ? 'workflowName' : textProblem(name)
}

const valueProblem = ({ value, depth }: ValuePosition): IssueCode | null => {
  if (typeof value === 'string') return textProblem(value)
  if (typeof value === 'number') return numberProblem(value)
  return typeof value === 'object' && value !== null && depth > contextLimits.depth ? 'tooDeep' : null
}

const childrenOf = (value: unknown): [string | number, unknown][] => {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

const maxPathLength = 8
const maxNameLength = 60

/** Returns the path of a value, shortened for display. */
const pathOf = (position: ValuePosition): Issue['path'] => {
  const path: (string | number)[] = []
  for (let at: ValuePosition | null = position; at !== null; at = at.parent) if (at.name !== null) path.unshift(at.name)
  return path.slice(0, maxPathLength).map((part) =>
    typeof part === 'number'
      ? part
      : part
          .toWellFormed()
          .replaceAll(/\p{Cc}/gu, ' ')
          .slice(0, maxNameLength)
          .toWellFormed(),
  )
}

/**
 * Returns the first value in a parsed file that the service rejects or that would be changed when sent: a lone
 * surrogate, NUL, more than 100 levels, numbers that lose digits, a field named `__proto__`. Iterative, so that deep
 * nesting cannot overflow the stack.
 */
const findUnsendableValue = (root: unknown): Issue | null => {
  const queue: ValuePosition[] = [{ value: root, name: null, parent: null, depth: 1 }]
  for (let position = queue.pop(); position !== undefined; position = queue.pop()) {
    const code = nameProblem(position.name) ?? valueProblem(position)
    if (code !== null) return { path: pathOf(position), code, words: String(contextLimits.depth) }
    const parent = position
    for (const [name, value] of childrenOf(position.value)) queue.push({ value, name, parent, depth: parent.depth + 1 })
  }
  return null
}

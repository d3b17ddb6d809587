import { parseJson } from '../json/parse-json.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { refuse } from './answers.ts'
import { invalid, missing, type Problem } from './problems.ts'

const unreadable = 'There was an error parsing the body'

/**
 * The body as the framework hands it on: JSON that was read, or the text itself when the content type is another one,
 * or undefined when there is none (or JSON null). Broken JSON is refused here, before anything else is looked at.
 */
export function readBody(bytes: Uint8Array, contentType: string | null): JsonValue | undefined {
  if (bytes.byteLength === 0) return undefined
  const text = decode(bytes)
  if (!saysJson(contentType)) return text
  const parsed = parseJson(text)
  if (parsed.kind === 'unreadable') throw refuse(400, unreadable)
  if (parsed.kind === 'syntax') throw invalid([brokenJson(parsed.message, parsed.position)])
  return parsed.value ?? undefined
}

/** The body as an object, or the problem that stands in its place. */
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

// Measured: a request without a content type is read as JSON by the version we follow.
function saysJson(contentType: string | null): boolean {
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

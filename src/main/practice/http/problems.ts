import { JsonNumber, type JsonValue, type Printable } from '../json/json-value.ts'
import { Refused, jsonResponse } from './answers.ts'

export type Location = readonly (string | number)[]

/** One ValidationError of specification section 2, in the measured order of fields. */
export type Problem = {
  readonly type: string
  readonly loc: Location
  readonly msg: string
  readonly input: Printable
  readonly ctx?: { readonly [name: string]: Printable }
}

/** The 422 answer: HTTPValidationError of specification section 2. */
export function invalid(problems: readonly Problem[]): Refused {
  return new Refused(jsonResponse(422, { detail: problems }))
}

export function missing(loc: Location, input: Printable): Problem {
  return { type: 'missing', loc, msg: 'Field required', input }
}

export type Read<T> = { ok: true; value: T } | { ok: false; problem: Problem }

const good = <T>(value: T): Read<T> => ({ ok: true, value })
const bad = (problem: Problem): Read<never> => ({ ok: false, problem })

/** Reads a text field; only a JSON string will do. */
export function readText(value: JsonValue, loc: Location): Read<string> {
  if (typeof value === 'string') return good(value)
  return bad({ type: 'string_type', loc, msg: 'Input should be a valid string', input: value })
}

/** Reads a JSON object. */
export function readObject(value: JsonValue, loc: Location): Read<Map<string, JsonValue>> {
  if (value instanceof Map) return good(value)
  return bad({ type: 'dict_type', loc, msg: 'Input should be a valid dictionary', input: value })
}

/** Reads an integer as generously as the service does: `"1"`, `" 1 "`, `"1.0"`, `1.0` and `true` are all 1 (measured). */
export function readInteger(value: JsonValue, loc: Location): Read<number> {
  if (typeof value === 'boolean') return good(value ? 1 : 0)
  if (value instanceof JsonNumber) return readNumber(value, loc)
  if (typeof value === 'string') return readIntegerText(value, loc)
  return bad({ type: 'int_type', loc, msg: 'Input should be a valid integer', input: value })
}

/** Reads an integer out of a path, a query or a quoted field. */
export function readIntegerText(text: string, loc: Location): Read<number> {
  if (/^\s*[+-]?\d+(\.0*)?\s*$/.test(text)) return good(Number(text))
  const msg = 'Input should be a valid integer, unable to parse string as an integer'
  return bad({ type: 'int_parsing', loc, msg, input: text })
}

function readNumber(number: JsonNumber, loc: Location): Read<number> {
  const input = number
  if (!Number.isFinite(number.value) && !number.isWhole) {
    return bad({ type: 'finite_number', loc, msg: 'Input should be a finite number', input })
  }
  if (number.isWhole || Number.isInteger(number.value)) return good(number.value)
  const msg = 'Input should be a valid integer, got a number with a fractional part'
  return bad({ type: 'int_from_float', loc, msg, input })
}

/**
 * A number as it was written. A JavaScript number would lose digits of long integers and the difference between 1 and
 * 1.0.
 */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get isWhole(): boolean {
    return /^-?\d+$/.test(this.text)
  }

  get value(): number {
    return Number(this.text)
  }
}

/** A Map, because a plain object loses the order of numeric names and special names such as `__proto__`. */
export type JsonObject = Map<string, JsonValue>

export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject

/** A value that a response body may contain. Undefined fields are omitted. */
export type Printable =
  | null
  | boolean
  | number
  | string
  | JsonNumber
  | readonly Printable[]
  | ReadonlyMap<string, Printable>
  | { readonly [name: string]: Printable | undefined }

/** Returns JSON without whitespace and with unescaped Unicode, like the service (measured). */
export function printJson(value: Printable): string {
  if (value instanceof JsonNumber) return value.text
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(printJson).join(',')}]`
  const fields = isMap(value) ? [...value.entries()] : Object.entries(value)
  return `{${fields.flatMap(([name, field]) => printField(name, field)).join(',')}}`
}

// Array.isArray does not narrow a union to a readonly array.
function isList(value: object): value is readonly Printable[] {
  return Array.isArray(value)
}

// `instanceof Map` alone would lose the types of its entries.
function isMap(value: object): value is ReadonlyMap<string, Printable> {
  return value instanceof Map
}

function printField(name: string, field: Printable | undefined): string[] {
  return field === undefined ? [] : [`${JSON.stringify(name)}:${printJson(field)}`]
}

export type ParsedJson =
  | { kind: 'value'; value: JsonValue }
  /** `position` counts code points. */
  | { kind: 'syntax'; message: string; position: number }
  | { kind: 'unreadable' }

/** Parses JSON and keeps every number as it was written. */
export function parseJson(text: string): ParsedJson {
  try {
    return { kind: 'value', value: toJsonValue(JSON.parse(text, keepNumber)) }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'syntax', message: 'Expecting value', position: 0 }
    // It is nested too deeply for the call stack.
    if (error instanceof RangeError) return { kind: 'unreadable' }
    throw error
  }
}

function keepNumber(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? new JsonNumber(context?.source ?? String(value)) : value
}

function toJsonValue(value: unknown): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (value instanceof JsonNumber) return value
  if (Array.isArray(value)) return value.map(toJsonValue)
  // Here, JSON.parse can return only an object.
  const members: Record<string, unknown> = { ...(value as object) }
  return new Map(Object.entries(members).map(([name, child]) => [name, toJsonValue(child)]))
}

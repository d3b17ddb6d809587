import { JsonNumber, type Printable } from './json-value.ts'

/** The JSON text of a value, without blanks and with Unicode unescaped, as the service writes it (measured). */
export function printJson(value: Printable): string {
  if (value instanceof JsonNumber) return value.text
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(printJson).join(',')}]`
  const fields = isMap(value) ? [...value.entries()] : Object.entries(value)
  return `{${fields.flatMap(([name, field]) => printField(name, field)).join(',')}}`
}

// Array.isArray does not narrow a readonly array out of a union.
function isList(value: object): value is readonly Printable[] {
  return Array.isArray(value)
}

// `instanceof Map` alone would forget what the map holds.
function isMap(value: object): value is ReadonlyMap<string, Printable> {
  return value instanceof Map
}

function printField(name: string, field: Printable | undefined): string[] {
  return field === undefined ? [] : [`${JSON.stringify(name)}:${printJson(field)}`]
}

/**
 * Returns a number as the service prints it. In JavaScript, 1.0 becomes 1 in JSON, which Python parses as an integer.
 * Very small and very large numbers use Python's exponent format (`1e-05`), which differs from JavaScript's.
 */
const numberText = (value: number): string => {
  const sent = JSON.stringify(value)
  if (Number.isInteger(value) && !sent.includes('e')) return sent
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 16) return sent
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns a value as Python's `json.dumps` writes it: spaces after commas and colons, non-ASCII characters escaped. */
const jsonText = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, child]) => `${quoted(name)}: ${jsonText(child)}`)
      .join(', ')}}`
  return JSON.stringify(value) ?? 'null'
}

/**
 * Returns a JSON value as the service inserts it into text: nothing for null, `True` or `False`, JSON for objects and
 * lists, other values unchanged.
 */
export const pythonText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'number' ? numberText(value) : jsonText(value)
}

const capital = (character: string): string => {
  const upper = character.toUpperCase()
  return upper.length > character.length ? upper.charAt(0) + upper.slice(1).toLowerCase() : upper
}

/** Capitalizes every word like Python's `str.title`: `caller_name` becomes `Caller_Name`, `o'neil` becomes `O'Neil`. */
export const titleCase = (text: string): string =>
  text.replace(/\p{Cased}+/gu, (word) => {
    const [first = ''] = word
    return capital(first) + word.toLowerCase().slice(first.length)
  })

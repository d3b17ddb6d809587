import type { Issue, IssueCode } from '../../contract/failure.ts'
import { contextLimits } from '../../contract/initial-context.ts'

/** One value and the way to it from the outside. */
type Place = { value: unknown; name: string | number | null; parent: Place | null; depth: number }

const textFault = (text: string): IssueCode | null => {
  if (!text.isWellFormed()) return 'loneSurrogate'
  return text.includes('\0') ? 'nul' : null
}

const numberFault = (value: number): IssueCode | null => {
  if (!Number.isFinite(value)) return 'notFinite'
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'unsafeInteger' : null
}

const nameFault = (name: Place['name']): IssueCode | null => {
  if (typeof name !== 'string') return null
  // Whatever reads the definition next may take it for something else than a name.
  return name === '__proto__' ? 'workflowName' : textFault(name)
}

const valueFault = ({ value, depth }: Place): IssueCode | null => {
  if (typeof value === 'string') return textFault(value)
  if (typeof value === 'number') return numberFault(value)
  return typeof value === 'object' && value !== null && depth > contextLimits.depth ? 'tooDeep' : null
}

const childrenOf = (value: unknown): [string | number, unknown][] => {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

const shownParts = 8
const shownLength = 60

/** The way to a value, as much of it as a person can read. */
const pathOf = (place: Place): Issue['path'] => {
  const path: (string | number)[] = []
  for (let at: Place | null = place; at !== null; at = at.parent) if (at.name !== null) path.unshift(at.name)
  return path.slice(0, shownParts).map((part) =>
    typeof part === 'number'
      ? part
      : part
          .toWellFormed()
          .replaceAll(/\p{Cc}/gu, ' ')
          .slice(0, shownLength)
          .toWellFormed(),
  )
}

/**
 * The first thing in a parsed file that the service would choke on or that would be changed on the way: half a character,
 * NUL, more than 100 levels, numbers that lose digits, a field named `__proto__`. Null when there is none. It does not
 * recurse: no nesting can end the app.
 */
export const findBadValue = (root: unknown): Issue | null => {
  const places: Place[] = [{ value: root, name: null, parent: null, depth: 1 }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const code = nameFault(place.name) ?? valueFault(place)
    if (code !== null) return { path: pathOf(place), code, words: String(contextLimits.depth) }
    const parent = place
    for (const [name, value] of childrenOf(place.value)) places.push({ value, name, parent, depth: parent.depth + 1 })
  }
  return null
}

import type { JsonValue } from '../json/json-value.ts'
import type { Context, Run } from '../world/world.ts'

const deepestShown = 250

/**
 * What a context will break once it is stored (measured): half an emoji or nesting beyond 250 levels breaks every list
 * page that holds the run, a NUL breaks the filter by called number, each for the whole organization.
 */
export function poisonOf(context: Context): Run['poisons'] {
  const texts: string[] = []
  const depth = measure(new Map(context), texts)
  const lists = depth > deepestShown || texts.some((text) => !text.isWellFormed())
  return { lists, numberFilter: lists || texts.some((text) => text.includes('\0')) }
}

// A list of what is still to be looked at, because a deep context would overflow the call stack.
function measure(root: JsonValue, texts: string[]): number {
  const open: { value: JsonValue; depth: number }[] = [{ value: root, depth: 1 }]
  let deepest = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') texts.push(value)
    if (value instanceof Map) texts.push(...value.keys())
    const children = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : []
    if (value instanceof Map || Array.isArray(value)) deepest = Math.max(deepest, depth)
    for (const child of children) open.push({ value: child, depth: depth + 1 })
  }
  return deepest
}

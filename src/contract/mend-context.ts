import type { InitialContext } from './initial-context.ts'

/** Names from the context's outside in. */
export type ContextPath = readonly string[]

/** One change that puts a finding right; `fill` leaves the value to the person and only makes a place for it. */
export type Mend =
  | { kind: 'rename'; from: ContextPath; to: ContextPath }
  | { kind: 'remove'; path: ContextPath }
  | { kind: 'fill'; path: ContextPath }

type Json = InitialContext[string]

const isObject = (value: Json | undefined): value is InitialContext =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (context: InitialContext, name: string): Json | undefined =>
  Object.hasOwn(context, name) ? context[name] : undefined

/** Puts entries together as they are ordered. A name may be any text: `__proto__` too becomes an ordinary one. */
const joined = (entries: readonly (readonly [string, Json])[]): InitialContext => Object.fromEntries(entries)

const valueAt = (context: InitialContext, [name = '', ...inside]: ContextPath): Json | undefined => {
  const value = own(context, name)
  if (inside.length === 0) return value
  return isObject(value) ? valueAt(value, inside) : undefined
}

const without = (context: InitialContext, [name = '', ...inside]: ContextPath): InitialContext => {
  const value = own(context, name)
  if (inside.length > 0 && isObject(value)) return withValue(context, [name], without(value, inside))
  return inside.length > 0 ? context : joined(Object.entries(context).filter(([other]) => other !== name))
}

/** Sets a value at its place, or behind the others; what stands in the way and is no object makes room. */
const withValue = (context: InitialContext, [name = '', ...inside]: ContextPath, value: Json): InitialContext => {
  const held = own(context, name)
  const next = inside.length === 0 ? value : withValue(isObject(held) ? held : {}, inside, value)
  const entries = Object.entries(context)
  return Object.hasOwn(context, name)
    ? joined(entries.map(([other, kept]) => [other, other === name ? next : kept]))
    : joined([...entries, [name, next]])
}

/** Gives a field another name in its own place among the others. */
const withName = (context: InitialContext, from: string, to: string): InitialContext =>
  joined(
    Object.entries(context)
      .filter(([name]) => name !== to)
      .map(([name, value]) => [name === from ? to : name, value]),
  )

const renamed = (context: InitialContext, from: ContextPath, to: ContextPath): InitialContext => {
  const value = valueAt(context, from)
  if (value === undefined) return context
  const [first = '', ...fromInside] = from
  const [toFirst = '', ...toInside] = to
  const inside = own(context, first)
  if (fromInside.length === 0 && toInside.length === 0) return withName(context, first, toFirst)
  if (first === toFirst && fromInside.length > 0 && toInside.length > 0 && isObject(inside))
    return withValue(context, [first], renamed(inside, fromInside, toInside))
  return withValue(without(context, from), to, value)
}

/** The context after a mend. The order of the other fields stays, and so does the context that was handed in. */
export const mendContext = (context: InitialContext, mend: Mend): InitialContext => {
  switch (mend.kind) {
    case 'rename':
      return renamed(context, mend.from, mend.to)
    case 'remove':
      return without(context, mend.path)
    case 'fill':
      return valueAt(context, mend.path) === undefined ? withValue(context, mend.path, '') : context
  }
}

import { pick, type Random } from './sample.ts'

/** Stands in what is refused, so that an answer that repeats it is seen. */
export const canary = 'canary-5tRb9QeXw2'

/** What somebody might put in the place of a good value. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 31),
  1e300,
  '',
  ' ',
  canary,
  `${canary} \0`,
  'x'.repeat(5_000),
  '__proto__',
  'constructor',
  'null',
  '0',
  '01kaj3zzzzzzzzzzzzzzzzzzzz',
  '81KAJ3ZZZZZZZZZZZZZZZZZZZZ',
  '7F3C2A1E-0000-4000-8000-000000009B21',
  '2026-02-30T09:30:00.000Z',
  'toString',
  '../../etc/passwd',
  'javascript:alert(1)',
  '‮gnp.exe',
  [],
  {},
  [canary],
  { toString: canary, valueOf: canary, length: 1 },
  { $ne: null },
]

type Place = { holder: object; name: string }

const placesIn = (value: unknown): Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, child]: [string, unknown]) => [{ holder: value, name }, ...placesIn(child)])
    : []

const changes: readonly ((holder: object, name: string, old: unknown, random: Random) => unknown)[] = [
  (_holder, _name, _old, random) => pick(oddValues, random),
  (_holder, _name, old) => [old],
  (_holder, _name, old) => ({ value: old }),
  (_holder, _name, old) => (typeof old === 'string' ? Number(old) : JSON.stringify(old)),
  (_holder, _name, old) => (typeof old === 'string' ? `${old}${old}` : old),
  (_holder, _name, old) => (typeof old === 'string' ? ` ${old}\n` : old),
  (_holder, _name, old) => (typeof old === 'string' ? old.toUpperCase() : old),
  (_holder, _name, old) => (typeof old === 'number' ? old + 0.5 : old),
  // Left out of the text altogether.
  () => undefined,
]

/** Changes one thing in a value: the rest of it stays as good as it was. A value without a place is given a field. */
export const mutate = (value: unknown, random: Random): unknown => {
  const copy: unknown = structuredClone(value)
  const places = placesIn(copy)
  if (places.length === 0 || random() < 0.05)
    return { ...(typeof copy === 'object' ? copy : {}), more: pick(oddValues, random) }
  const { holder, name } = pick(places, random)
  const old: unknown = Reflect.get(holder, name)
  Reflect.set(holder, name, pick(changes, random)(holder, name, old, random))
  return copy
}

/** The value with one field more in one of its objects, chosen by chance. */
export const withField = (value: unknown, name: string, field: unknown, random: Random): unknown => {
  const copy: unknown = structuredClone(value)
  const holders = [copy, ...placesIn(copy).map((place): unknown => Reflect.get(place.holder, place.name))].filter(
    (one): one is object => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
  // A definition, because to set `__proto__` would set the prototype.
  if (holders.length > 0)
    Object.defineProperty(pick(holders, random), name, {
      value: field,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return copy
}

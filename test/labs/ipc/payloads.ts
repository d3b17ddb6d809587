import { pick, type Random } from './contract-samples.ts'

/** Part of invalid values, so that the lab can detect a response that repeats them. */
export const canary = 'canary-5tRb9QeXw2'

/** A request: its kind, what is sent, and the value if the schema decides whether it is valid. */
export type Payload = { kind: string; request: unknown } & ({ bad: true } | { bad: 'unlessItFits'; value: unknown })

type Make = (sample: object, random: Random) => Omit<Extract<Payload, { bad: true }>, 'kind'> | { value: unknown }

const bad = (request: unknown): { bad: true; request: unknown } => ({ bad: true, request })

/** Inserts raw text as the value of a field, because JSON.stringify could not produce it. */
const withText = (sample: object, text: string, random: Random): string => {
  const hole = '"the hole"'
  return JSON.stringify(withField(sample, 'more', 'the hole', random)).replace(hole, () => text)
}

const filler = canary.repeat(Math.ceil(1_000_001 / canary.length))

const nonStrings = (sample: object): unknown[] => [
  undefined,
  null,
  0,
  true,
  sample,
  [JSON.stringify(sample)],
  Object(JSON.stringify(sample)),
  Buffer.from(JSON.stringify(sample)),
  { toString: () => JSON.stringify(sample), length: 2 },
  () => sample,
]

const notJson = (text: string): string[] =>
  [
    '',
    text.replaceAll('"', "'"),
    `${text},`,
    `${text}${text}`,
    `// ${canary}\n${text}`,
    `(${text})`,
    text.replace(/\}$/, ',}'),
    'undefined',
    `{"a":"\u0001"}`,
    // Without a string, there is no quotation mark to replace.
  ].filter((one) => one !== text)

const unusualNumbers = [
  '1e400',
  '-1e400',
  '1.0',
  '12345678901234567890',
  '-0',
  '01',
  '0x10',
  'NaN',
  'Infinity',
  '+1',
  '1e2',
]

const twice = (sample: object, random: Random): string => {
  const fields: [name: string, value: unknown][] = [...Object.entries(sample), ['a', 1]]
  const [name, value] = pick(fields, random)
  const again = `${JSON.stringify(name)}:${JSON.stringify(value)}`
  const text = JSON.stringify({ ...sample, [name]: value })
  return random() < 0.5 ? text.replace('{', `{${again},`) : text.replace(/\}$/, `,${again}}`)
}

const prototypes: readonly [name: string, value: unknown][] = [
  ['__proto__', { isAdmin: true }],
  ['__proto__', null],
  ['__proto__', 'text'],
  ['__proto__', { toJSON: 'x' }],
  ['constructor', { prototype: { isAdmin: true } }],
  ['constructor', { name: 'Object', prototype: null }],
]

const nest = (levels: number): string => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2)

const cut = (text: string, random: Random): string => text.slice(0, Math.floor(random() * text.length))

const mutateTo = (sample: object, value: unknown, random: Random): unknown =>
  withField(sample, pick([...Object.keys(sample), 'more'], random), value, random)

/** Kinds of requests with their weights; slow ones are rare. */
const kinds: readonly [kind: string, weight: number, make: Make][] = [
  ['good', 10, (sample) => ({ value: sample })],
  ['one thing changed', 40, (sample, random) => ({ value: mutate(sample, random) })],
  ['two things changed', 10, (sample, random) => ({ value: mutate(mutate(sample, random), random) })],
  ['a field more', 5, (sample, random) => ({ value: withField(sample, 'isAdmin', canary, random) })],
  [
    'huge list',
    0.5,
    (sample, random) => ({
      value: mutateTo(
        sample,
        Array.from({ length: 20_000 }, () => 7),
        random,
      ),
    }),
  ],
  ['no text', 5, (sample, random) => bad(pick(nonStrings(sample), random))],
  ['cut short', 5, (sample, random) => bad(cut(JSON.stringify(sample), random))],
  ['no JSON', 5, (sample, random) => bad(pick(notJson(JSON.stringify(sample)), random))],
  ['byte order mark', 2, (sample) => bad(`\ufeff${JSON.stringify(sample)}`)],
  [
    'blanks',
    3,
    (sample, random) => bad(pick([`${JSON.stringify(sample)} `, JSON.stringify(sample).replace('{', '{\n')], random)),
  ],
  ['a name twice', 5, (sample, random) => bad(twice(sample, random))],
  ['prototype', 10, (sample, random) => bad(JSON.stringify(withField(sample, ...pick(prototypes, random), random)))],
  ['odd number', 5, (sample, random) => bad(withText(sample, pick(unusualNumbers, random), random))],
  [
    'half a character',
    5,
    (sample, random) => bad(withText(sample, pick(['"\\ud83d"', '"\ud83d"', '{"\\udc00":1}'], random), random)),
  ],
  ['over-deep', 0.5, (sample, random) => bad(withText(sample, nest(pick([200, 400, 2_000, 8_000], random)), random))],
  ['oversized', 0.5, (sample, random) => bad(withText(sample, `"${filler}"`, random))],
  [
    'not an object',
    3,
    (sample, random) => bad(pick(['null', '[]', '1', '"text"', 'true', JSON.stringify([sample])], random)),
  ],
]

const total = kinds.reduce((sum, [, weight]) => sum + weight, 0)

const chooseKind = (random: Random): (typeof kinds)[number] => {
  let left = random() * total
  return kinds.find(([, weight]) => (left -= weight) < 0) ?? pick(kinds, random)
}

/** Creates a random request from a valid one: valid, modified, or invalid by construction. */
export const makePayload = (sample: object, random: Random): Payload => {
  const [kind, , make] = chooseKind(random)
  const made = make(sample, random)
  if ('bad' in made) return { kind, ...made }
  return { kind, bad: 'unlessItFits', value: made.value, request: JSON.stringify(made.value) }
}

/** Invalid or unusual values that replace valid ones. */
const unusualValues: readonly unknown[] = [
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

type Position = { holder: object; name: string }

const positionsIn = (value: unknown): Position[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, child]: [string, unknown]) => [
        { holder: value, name },
        ...positionsIn(child),
      ])
    : []

const changes: readonly ((holder: object, name: string, old: unknown, random: Random) => unknown)[] = [
  (_holder, _name, _old, random) => pick(unusualValues, random),
  (_holder, _name, old) => [old],
  (_holder, _name, old) => ({ value: old }),
  (_holder, _name, old) => (typeof old === 'string' ? Number(old) : JSON.stringify(old)),
  (_holder, _name, old) => (typeof old === 'string' ? `${old}${old}` : old),
  (_holder, _name, old) => (typeof old === 'string' ? ` ${old}\n` : old),
  (_holder, _name, old) => (typeof old === 'string' ? old.toUpperCase() : old),
  (_holder, _name, old) => (typeof old === 'number' ? old + 0.5 : old),
  // JSON.stringify omits this field.
  () => undefined,
]

/** Changes one part of a value, or adds a field. */
export const mutate = (value: unknown, random: Random): unknown => {
  const copy: unknown = structuredClone(value)
  const positions = positionsIn(copy)
  if (positions.length === 0 || random() < 0.05)
    return { ...(typeof copy === 'object' ? copy : {}), more: pick(unusualValues, random) }
  const { holder, name } = pick(positions, random)
  const old: unknown = Reflect.get(holder, name)
  Reflect.set(holder, name, pick(changes, random)(holder, name, old, random))
  return copy
}

/** Returns the value with an additional field in a random object. */
const withField = (value: unknown, name: string, field: unknown, random: Random): unknown => {
  const copy: unknown = structuredClone(value)
  const holders = [copy, ...positionsIn(copy).map((place): unknown => Reflect.get(place.holder, place.name))].filter(
    (one): one is object => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
  // Assigning `__proto__` would change the prototype.
  if (holders.length > 0)
    Object.defineProperty(pick(holders, random), name, {
      value: field,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return copy
}

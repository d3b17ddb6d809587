import { mutate, canary, withField } from './mutate.ts'
import { pick, type Random } from './sample.ts'

/** One question: its kind, the text (or what is none), and the value it was written from where that decides. */
export type Payload = { kind: string; question: unknown } & ({ bad: true } | { bad: 'unlessItFits'; value: unknown })

type Make = (sample: object, random: Random) => Omit<Extract<Payload, { bad: true }>, 'kind'> | { value: unknown }

const bad = (question: unknown): { bad: true; question: unknown } => ({ bad: true, question })

/** Puts a piece of text where a field's value would stand: what no value could be written as. */
const withText = (sample: object, text: string, random: Random): string => {
  const hole = '"the hole"'
  return JSON.stringify(withField(sample, 'more', 'the hole', random)).replace(hole, () => text)
}

const filler = canary.repeat(Math.ceil(1_000_001 / canary.length))

const noTexts = (sample: object): unknown[] => [
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
    // Without a text in it there is no quotation mark to spoil.
  ].filter((one) => one !== text)

const oddNumbers = [
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

/** Every way of asking wrongly, and how often each is taken; what costs milliseconds is taken seldom. */
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
  ['no text', 5, (sample, random) => bad(pick(noTexts(sample), random))],
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
  ['odd number', 5, (sample, random) => bad(withText(sample, pick(oddNumbers, random), random))],
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

export const payloadKinds = kinds.map(([kind]) => kind)

/** A question made from a good one, by chance: good, changed in places, or wrong by its making. */
export const makePayload = (sample: object, random: Random): Payload => {
  const [kind, , make] = chooseKind(random)
  const made = make(sample, random)
  if ('bad' in made) return { kind, ...made }
  return { kind, bad: 'unlessItFits', value: made.value, question: JSON.stringify(made.value) }
}

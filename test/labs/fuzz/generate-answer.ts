import { disguises } from '../support/secret-search.ts'

/** Random choices from one seeded generator. */
export type Draw = {
  random: () => number
  chance: (probability: number) => boolean
  /** Returns a whole number from 0 up to, but not including, `end`. */
  below: (end: number) => number
  pick: <T>(items: readonly [T, ...T[]]) => T
  /** Chooses by weight; the weights may have any sum. */
  weighted: <T>(items: readonly (readonly [weight: number, make: () => T])[]) => T
}

export const createDraw = (random: () => number): Draw => {
  const below = (end: number): number => Math.floor(random() * end)
  return {
    random,
    below,
    chance: (probability) => random() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighted(items) {
      let left = random() * items.reduce((total, [weight]) => total + weight, 0)
      for (const [weight, make] of items) {
        left -= weight
        if (left < 0) return make()
      }
      throw new Error('There is nothing to choose from.')
    },
  }
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const eachCode = (key: string, form: (code: number) => string): string =>
  Array.from(key, (character) => form(character.charCodeAt(0))).join('')
const htmlEscaped = (key: string): string =>
  key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The forms in which a server may return the key that it received. */
export const echoForms: readonly [(key: string) => string, ...((key: string) => string)[]] = [
  (key) => key,
  (key) => `x-api-key: ${key}`,
  (key) => encodeURIComponent(key),
  (key) => encodeURIComponent(encodeURIComponent(key)),
  (key) => eachCode(key, (code) => `%${hex(code, 2)}`),
  (key) => inJson(key),
  (key) => eachCode(key, (code) => `\\u${hex(code, 4)}`),
  (key) => htmlEscaped(key),
  (key) => eachCode(key, (code) => `&#${code};`),
  (key) => eachCode(key, (code) => `&#x${hex(code, 2)};`),
  (key) => Buffer.from(key).toString('base64'),
  (key) => Buffer.from(`x-api-key:${key}`).toString('base64'),
  (key) => Buffer.from(`{"key":"${key}"}`).toString('base64url'),
  (key) => Buffer.from(key).toString('hex'),
  ...Object.values(disguises),
]

/** Returns the key in a random encoding, sometimes truncated, sometimes escaped again. */
export const echoKey = (draw: Draw, key: string): string => {
  const part = draw.chance(0.15) ? key.slice(0, 9 + draw.below(Math.max(1, key.length - 9))) : key
  const form = draw.pick(echoForms)(part)
  return draw.chance(0.2) ? inJson(form) : form
}

type Fields = [name: string, value: string][]

const words: readonly [string, ...string[]] = [
  'initiated',
  'WR-API-7823',
  'Invalid API key',
  'from_phone_number_not_found',
  'Workflow has no execution owner',
  'Method Not Allowed',
  'There was an error parsing the body',
  'Concurrent call limit reached',
  'Workflow not found',
  'Jané Doe 😀',
  'line\nbreak\ttab',
  '<html><title>502 Bad Gateway</title></html>',
  'Traceback (most recent call last)',
  '',
]

const unusualValues: readonly [string, ...string[]] = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1',
  '1.0',
  '1e3',
  '12345.5',
  '1e999',
  '-0',
  '9007199254740991',
  '9007199254740993',
  '"12345"',
  '" 7 "',
  '[]',
  '[1]',
  '{}',
  '{"id":1}',
  '"\\ud800"',
  '"a\\u0000b"',
  '"constructor"',
  `"${'long \u{1f600}'.repeat(300)}"`,
  '""',
  'NaN',
  '0x10',
  "'a'",
  'undefined',
]

const json = (fields: Fields, draw: Draw): string => {
  const gap = draw.pick(['', '', ' ', '\n  '])
  return `{${fields.map(([name, value]) => `${gap}${JSON.stringify(name)}:${gap}${value}`).join(',')}${gap}}`
}

const shuffle = <T>(items: readonly T[], draw: Draw): T[] =>
  items
    .map((item) => ({ item, place: draw.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)

const goodFields = (draw: Draw): Fields => [
  ['status', JSON.stringify(draw.chance(0.9) ? 'initiated' : draw.pick(words))],
  ['workflow_run_id', String(1 + draw.below(draw.chance(0.9) ? 1_000_000 : 2 ** 31))],
  ['workflow_run_name', JSON.stringify(draw.chance(0.7) ? `WR-API-${1000 + draw.below(9000)}` : draw.pick(words))],
]

const moreFields = (draw: Draw): Fields =>
  draw.chance(0.3) ? [[draw.pick(['detail', 'message', 'extra', '__proto__', 'status2']), draw.pick(unusualJson)]] : []
const unusualJson = ['null', '1', '[1,[2,{"a":null}]]', '{"a":{"b":[]}}', '"text"', '1e3'] as const

const goodCall = (draw: Draw): string => json(shuffle([...goodFields(draw), ...moreFields(draw)], draw), draw)

/** The response to a valid call with one change, after which it may still be valid. */
const nearlyValidCall = (draw: Draw): string => {
  const fields = goodFields(draw)
  const at = draw.below(fields.length)
  const [name, value] = fields[at] ?? ['', '']
  const change = draw.weighted<Fields>([
    [6, () => fields.with(at, [name, draw.pick(unusualValues)])],
    [2, () => fields.toSpliced(at, 1)],
    [
      2,
      () =>
        fields.with(at, [draw.pick([name.toUpperCase(), name.replaceAll('_', ''), `${name} `, `x_${name}`]), value]),
    ],
    [1, () => [...fields, [name, draw.pick(unusualValues)]]],
    [1, () => [[name, draw.pick(unusualValues)], ...fields]],
  ])
  return json(change, draw)
}

const dialFailure = (draw: Draw): string => {
  const start = draw.weighted([
    [12, () => 'Failed to initiate call: '],
    [1, () => 'Failed to initiate call:'],
    [1, () => 'Failed to initiate call:   '],
    [1, () => 'failed to initiate call: '],
    [1, () => ' Failed to initiate call: '],
    [1, () => 'Failed to initiate call '],
  ])
  const status = String(draw.chance(0.8) ? 100 + draw.below(500) : draw.pick([draw.below(100_000), 408, 504]))
  const reason = draw.weighted([
    [6, () => `${status}${draw.pick([': ', '', ' ', ':', ', message=', '.', '.5', 'x', '_', '-', '/'])}`],
    [
      2,
      () =>
        `Cannot connect to host${draw.pick([' pbx:8088 ssl:default [x]', ' pbx:8088', '', ':8088', 'name', '.', ' pbx ssl:[', ' ssl:default [x]'])}`,
    ],
    [3, () => draw.pick(['', 'Expecting value: line 1', 'Server disconnected', 'not%20a%20url', ' 404', 'x 404: no'])],
  ])
  return start + reason + (draw.chance(0.3) ? draw.pick(words) : '')
}

const detailOf = (draw: Draw, text: string): string =>
  draw.weighted([
    [6, () => JSON.stringify(text)],
    [
      2,
      () =>
        JSON.stringify([
          { loc: ['body', 'phone_number'], msg: text, type: draw.pick(['missing', 'value_error', 'x']), input: text },
        ]),
    ],
    [1, () => JSON.stringify({ message: text, errors: draw.chance(0.5) ? [{ message: text, id: '1' }, null, 3] : [] })],
    [1, () => JSON.stringify([text])],
    [
      1,
      () =>
        `[{"loc":[${draw.pick(unusualValues)},${draw.pick(unusualValues)}],"msg":${JSON.stringify(text)},"type":"x"}]`,
    ],
    [1, () => JSON.stringify(Array.from({ length: 200 }, () => ({ loc: [text.repeat(9)], msg: text, type: 'x' })))],
    [1, () => draw.pick(unusualValues)],
  ])

const page = (text: string): string =>
  `<!DOCTYPE html><html><head><title>${text}</title></head><body>${text}</body></html>`

const deep = (draw: Draw): string => {
  const depth = draw.below(3_000)
  return `{"detail":${'['.repeat(depth)}${draw.chance(0.5) ? ']'.repeat(depth) : ''}}`
}

/** Returns a message, which sometimes contains the key. */
const messageOf = (draw: Draw, key: string): string => {
  const message = draw.chance(0.5) ? dialFailure(draw) : draw.pick(words)
  return draw.chance(0.4) ? `${message} ${echoKey(draw, key)} ${draw.pick(words)}` : message
}

/** Inserts the key into the strings of a valid call's response. */
const withEcho = (draw: Draw, text: string, key: string): string => {
  if (!draw.chance(0.25)) return text
  const echo = echoKey(draw, key)
  const written = draw.chance(0.7) ? JSON.stringify(echo).slice(1, -1) : echo
  return text.replace(draw.pick(['WR-API-', 'initiated', '"']), (found) => found + written)
}

const corrupt = (draw: Draw, bytes: Buffer): Buffer => {
  const at = draw.below(bytes.length + 1)
  const junk = draw.pick([
    Buffer.from('junk'),
    Buffer.from([0]),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('}'),
    Buffer.from(','),
  ])
  return draw.weighted([
    [3, () => bytes.subarray(0, at)],
    [2, () => Buffer.concat([bytes.subarray(0, at), Buffer.from([draw.below(256)]), bytes.subarray(at + 1)])],
    [2, () => Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)])],
    [1, () => Buffer.concat([bytes, junk])],
    [1, () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])],
    [1, () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + draw.below(4))])],
  ])
}

/** Generates a body that resembles the service's responses and sometimes contains the key. */
export const generateBody = (draw: Draw, key: string): Buffer => {
  const text = draw.weighted([
    [5, () => withEcho(draw, goodCall(draw), key)],
    [6, () => withEcho(draw, nearlyValidCall(draw), key)],
    [7, () => `{"detail":${detailOf(draw, messageOf(draw, key))}}`],
    [2, () => page(messageOf(draw, key))],
    [1, () => messageOf(draw, key)],
    [1, () => draw.pick(['', 'null', 'true', '[]', '{}', '"text"', '0', '{"detail":null}', 'Internal Server Error'])],
    [0.3, () => deep(draw)],
  ])
  const bytes = Buffer.from(text)
  return draw.chance(0.25) ? corrupt(draw, bytes) : bytes
}

/** One complete response. */
export type GeneratedAnswer = { status: number; headers: string[]; body: Buffer }

const headerLines: readonly [string, ...string[]] = [
  'date: Sat, 21 Nov 2026 11:26:32 GMT',
  'date: yesterday',
  'date: Sat, 01 Jan 10000 00:00:00 GMT',
  'date: Tue, 13 Sep 275760 00:00:00 GMT',
  'date: Fri, 31 Dec 9999 23:59:59 GMT',
  'date: Mon, 01 Jan 0001 00:00:00 GMT',
  'date: 1',
  'retry-after: 3',
  'retry-after: é',
  'retry-after: Sat, 21 Nov 2026 11:26:37 GMT',
  'content-type: application/json',
  'content-type: text/html; charset=latin1',
  'content-encoding: gzip',
  'location: http://127.0.0.1:9/elsewhere',
  'set-cookie: a=b',
  'server: uvicorn',
]

const statusOf = (draw: Draw): number =>
  draw.weighted([
    [45, () => 200],
    [25, () => 400],
    [10, () => draw.pick([401, 402, 403, 404, 405, 409, 413, 422, 429, 460, 499])],
    [8, () => draw.pick([500, 502, 503, 504])],
    [2, () => 408],
    [4, () => draw.pick([201, 202, 204, 205, 206, 301, 302, 304, 307, 308])],
    [6, () => 200 + draw.below(800)],
  ])

export const generateAnswer = (draw: Draw, key: string): GeneratedAnswer => ({
  status: statusOf(draw),
  headers: Array.from({ length: draw.below(3) }, () => draw.pick(headerLines)),
  body: generateBody(draw, key),
})

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const text = (draw: Draw, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(draw.below(alphabet.length))).join('')

/** The printable ASCII characters except the space, which keys of other services may contain. */
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('')

/** Creates keys in the service's format, and keys in any format that the app accepts. */
export const makeKeys = (draw: Draw): string[] => [
  ...Array.from({ length: 12 }, () => `dgr_${text(draw, base64url, 43)}`),
  ...Array.from({ length: 4 }, () => text(draw, printable, 16 + draw.below(60))),
]

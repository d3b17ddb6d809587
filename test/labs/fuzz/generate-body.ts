import type { Draw } from './draw.ts'
import { echoKey } from './echo-key.ts'

type Fields = [name: string, value: string][]

const words: readonly [string, ...string[]] = [
  'initiated',
  'WR-API-7823',
  'Invalid API key',
  'Concurrent call limit reached',
  'Workflow not found',
  'Jané Doe 😀',
  'line\nbreak\ttab',
  '<html><title>502 Bad Gateway</title></html>',
  'Traceback (most recent call last)',
  '',
]

const oddValues: readonly [string, ...string[]] = [
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
  draw.chance(0.3) ? [[draw.pick(['detail', 'message', 'extra', '__proto__', 'status2']), draw.pick(oddJson)]] : []
const oddJson = ['null', '1', '[1,[2,{"a":null}]]', '{"a":{"b":[]}}', '"text"', '1e3'] as const

const goodCall = (draw: Draw): string => json(shuffle([...goodFields(draw), ...moreFields(draw)], draw), draw)

/** A good call in which one thing is not as it should be; sometimes it still is. */
const almostGoodCall = (draw: Draw): string => {
  const fields = goodFields(draw)
  const at = draw.below(fields.length)
  const [name, value] = fields[at] ?? ['', '']
  const change = draw.weighted<Fields>([
    [6, () => fields.with(at, [name, draw.pick(oddValues)])],
    [2, () => fields.toSpliced(at, 1)],
    [
      2,
      () =>
        fields.with(at, [draw.pick([name.toUpperCase(), name.replaceAll('_', ''), `${name} `, `x_${name}`]), value]),
    ],
    [1, () => [...fields, [name, draw.pick(oddValues)]]],
    [1, () => [[name, draw.pick(oddValues)], ...fields]],
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
    [2, () => `Cannot connect to host${draw.pick([' pbx:8088', '', ':8088', 'name', '.', 's'])}`],
    [3, () => draw.pick(['', 'Expecting value: line 1', 'Server disconnected', 'not%20a%20url', ' 404', 'x 404: no'])],
  ])
  return start + reason + (draw.chance(0.3) ? draw.pick(words) : '')
}

const detailOf = (draw: Draw, said: string): string =>
  draw.weighted([
    [6, () => JSON.stringify(said)],
    [2, () => JSON.stringify([{ loc: ['body', 'phone_number'], msg: said, type: 'x', input: said }])],
    [1, () => JSON.stringify({ message: said, errors: draw.chance(0.5) ? [{ message: said, id: '1' }, null, 3] : [] })],
    [1, () => JSON.stringify([said])],
    [1, () => draw.pick(oddValues)],
  ])

const page = (said: string): string =>
  `<!DOCTYPE html><html><head><title>${said}</title></head><body>${said}</body></html>`

const deep = (draw: Draw): string => {
  const depth = draw.below(3_000)
  return `{"detail":${'['.repeat(depth)}${draw.chance(0.5) ? ']'.repeat(depth) : ''}}`
}

/** What is said somewhere in the answer; now and then it is the key. */
const said = (draw: Draw, key: string): string => {
  const spoken = draw.chance(0.5) ? dialFailure(draw) : draw.pick(words)
  return draw.chance(0.4) ? `${spoken} ${echoKey(draw, key)} ${draw.pick(words)}` : spoken
}

/** Puts the key where a good call has its texts. */
const withEcho = (draw: Draw, text: string, key: string): string => {
  if (!draw.chance(0.25)) return text
  const echo = echoKey(draw, key)
  const written = draw.chance(0.7) ? JSON.stringify(echo).slice(1, -1) : echo
  return text.replace(draw.pick(['WR-API-', 'initiated', '"']), (found) => found + written)
}

const spoil = (draw: Draw, bytes: Buffer): Buffer => {
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

/** The body of an answer: near to what the service says, seldom exactly it, and the key in it now and then. */
export const generateBody = (draw: Draw, key: string): Buffer => {
  const text = draw.weighted([
    [5, () => withEcho(draw, goodCall(draw), key)],
    [6, () => withEcho(draw, almostGoodCall(draw), key)],
    [7, () => `{"detail":${detailOf(draw, said(draw, key))}}`],
    [2, () => page(said(draw, key))],
    [1, () => said(draw, key)],
    [1, () => draw.pick(['', 'null', 'true', '[]', '{}', '"text"', '0', '{"detail":null}', 'Internal Server Error'])],
    [0.3, () => deep(draw)],
  ])
  const bytes = Buffer.from(text)
  return draw.chance(0.25) ? spoil(draw, bytes) : bytes
}

import type { Draw } from './draw.ts'
import { generateBody } from './generate-body.ts'

/** One whole answer as it might arrive. */
export type GeneratedAnswer = { status: number; headers: string[]; body: Buffer }

const headerLines: readonly [string, ...string[]] = [
  'date: Sat, 21 Nov 2026 11:26:32 GMT',
  'date: yesterday',
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
    [10, () => draw.pick([401, 402, 403, 404, 409, 413, 422, 429])],
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

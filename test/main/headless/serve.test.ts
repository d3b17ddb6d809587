import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { fail } from '../../../src/contract/failure.ts'
import { nativeMessages } from '../../../src/messages/native.ts'
import { createLineSplitter, type Line, readLine, serveApp } from '../../../src/main/headless/run.ts'
import { openCallingApp } from '../features/calls/open-calling-app.ts'
import { waitFor } from '../../support/wait-for.ts'

const full = fail({ kind: 'storage', reason: 'full' })

/** A served app that can store a call but not its response; its clock runs 60 times as fast. */
const serveRefusing = async () => {
  let refuses = true
  const refusal = Promise.withResolvers<void>()
  const app = await openCallingApp({
    wrapStorage: (storage) => ({
      close: () => storage.close(),
      run: (name, input) => {
        if (!refuses || name !== 'moveCall') return storage.run(name, input)
        refusal.resolve()
        return Promise.resolve(full)
      },
    }),
  })
  const input = new PassThrough()
  const [printedErrors, logged] = [[] as string[], [] as string[]]
  let stop = (): void => {}
  const served = serveApp({
    input,
    write: () => {},
    printError: (line) => void printedErrors.push(line),
    onStop: (listener) => (stop = listener),
    log: (_level, event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`),
    version: '0.0.0',
    createApp: () => app.app,
  })
  const relent = () => (refuses = false)
  return { app, input, printedErrors, logged, served, refused: refusal.promise, stop: () => stop(), relent }
}

it.each(['the end of its input', 'a signal'])(
  'exits at %s even though the disk refuses a response, and reports the unwritten outcome',
  async (what) => {
    const { app, input, printedErrors, logged, served, stop } = await serveRefusing()
    const sent = app.draft()
    expect((await app.operations.triggerCall(sent)).ok).toBe(true)
    await waitFor(() => expect(app.service.world.dials.length).toBe(1))
    if (what === 'a signal') stop()
    else input.end()
    expect(await served).toEqual({ unwritten: 1 })
    expect(printedErrors).toEqual([nativeMessages.unwritten(1)])
    expect(logged).toContain('outcomesNotWritten {"calls":1}')
    const waits = app.announced.filter((event) => event.startsWith('quitPending'))
    expect(waits.at(-1)).toMatch(/^quitPending \{"calls":0,"unwritten":1,"milliseconds":\d+,"mayLeave":true\}$/)
  },
)

it('waits until the disk accepts the response, and reports nothing', async () => {
  const { app, input, printedErrors, served, refused, relent } = await serveRefusing()
  expect((await app.operations.triggerCall(app.draft())).ok).toBe(true)
  await waitFor(() => expect(app.service.world.dials.length).toBe(1))
  input.end()
  await refused
  relent()
  expect(await served).toEqual({ unwritten: 0 })
  expect(printedErrors).toEqual([])
})

describe('a line', () => {
  it('is a request with an ID, an operation and any input', () => {
    expect(readLine('{"id":"a","operation":"appInfo","input":{"x":1}}')).toEqual({
      id: 'a',
      request: { ok: true, value: { id: 'a', operation: 'appInfo', input: { x: 1 } } },
    })
  })

  it.each([
    ['{', null, []],
    ['', null, []],
    ['null', null, []],
    ['[]', null, []],
    ['"appInfo"', null, []],
    ['{"operation":"appInfo"}', null, ['id']],
    ['{"id":{},"operation":"appInfo"}', null, ['id']],
    ['{"id":null,"operation":"appInfo"}', null, ['id']],
    [`{"id":"${'x'.repeat(201)}","operation":"appInfo"}`, null, ['id']],
    ['{"id":1}', 1, ['operation']],
    ['{"id":1,"operation":"toString"}', 1, ['operation']],
    ['{"id":1,"operation":"__proto__"}', 1, ['operation']],
    ['{"id":1,"operation":["appInfo"]}', 1, ['operation']],
  ])('%j is rejected under ID %j at path %j', (line, id, path) => {
    expect(readLine(line)).toEqual({
      id,
      request: { ok: false, failure: { kind: 'invalid', issues: [{ path, code: 'invalid' }] } },
    })
  })
})

const split = (limit: number, ...pieces: string[]): Line[] => {
  const lines: Line[] = []
  const take = createLineSplitter(limit, (line) => lines.push(line))
  for (const piece of pieces) take(piece)
  return lines
}

describe('the line splitter', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b\nc', '\n'],
      ['ab', 'c'],
    ],
    [['a\n\nb\n'], ['a', '', 'b']],
    [['no end'], []],
    [['12345\n'], ['12345']],
    [['123456\nok\n'], [{ tooLong: true }, 'ok']],
    [
      ['123', '456', '789\nok\n'],
      [{ tooLong: true }, 'ok'],
    ],
    [['123456'], []],
    [
      ['123456', '\n1\n123456\n2\n'],
      [{ tooLong: true }, '1', { tooLong: true }, '2'],
    ],
  ])('cuts %j', (pieces, lines) => expect(split(5, ...pieces)).toEqual(lines))

  it('does not buffer a line beyond the limit', () => {
    const lines: Line[] = []
    const take = createLineSplitter(10, (line) => lines.push(line))
    const before = process.memoryUsage().heapUsed
    for (let piece = 0; piece < 200; piece += 1) take('x'.repeat(1_000_000))
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
    take('\n')
    expect(lines).toEqual([{ tooLong: true }])
  })
})

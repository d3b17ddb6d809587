import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fail, issueSchema, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { type OperationName, operationNames } from '../../../src/contract/names.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import { isTrustedFrame, type FrameEvent } from '../../../src/main/platform/security.ts'
import { createHandle, maxRequestLength, readRequest } from '../../../src/main/ipc/handle.ts'

const ours: FrameEvent = { senderFrame: { url: 'rundesk://app/index.html', parent: null } }

/** Electron throws if code accesses a disposed frame. */
const disposedFrame = () => ({
  parent: null,
  get url(): string {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  },
})

const foreignFrames: [string, FrameEvent][] = [
  ['no frame', { senderFrame: null }],
  ['a frame inside our page', { senderFrame: { url: 'rundesk://app/index.html', parent: {} } }],
  ['another host', { senderFrame: { url: 'rundesk://other/index.html', parent: null } }],
  ['a web page', { senderFrame: { url: 'https://app/index.html', parent: null } }],
  ['a file', { senderFrame: { url: 'file:///app/index.html', parent: null } }],
  ['nonsense', { senderFrame: { url: 'rundesk', parent: null } }],
  ['a disposed frame', { senderFrame: disposedFrame() }],
]

/** Sets up operations that record their calls and return the given value, to test the contract checks around them. */
const setUp = (
  value: unknown = {},
  ready: Promise<unknown> = Promise.resolve(),
  outcome: Outcome<unknown> = succeed(value),
) => {
  const called: string[] = []
  const lines: string[] = []
  const operation = (name: string) => () => {
    called.push(name)
    if (value instanceof Error) throw value
    return Promise.resolve(outcome)
  }
  // All operations return the same value, whatever their type says.
  const operations = Object.fromEntries(operationNames.map((name) => [name, operation(name)])) as unknown as Operations
  const handle = createHandle<FrameEvent>({
    isTrusted: isTrustedFrame,
    operations: ready.then(() => operations),
    createReference: () => 'reference-1',
    log: (level, event, fields) => void lines.push(JSON.stringify({ level, event, fields })),
  })
  const send = async (name: OperationName, event: FrameEvent, request: unknown): Promise<unknown> =>
    JSON.parse(await handle(name, event, request))
  return { send, called, lines }
}

it('waits until the app has started', async () => {
  const started = Promise.withResolvers<null>()
  const { send, called } = setUp({}, started.promise)
  const sent = send('appInfo', ours, '{}')
  await new Promise((resolve) => setImmediate(resolve))
  expect(called).toEqual([])
  started.resolve(null)
  await sent
  expect(called).toEqual(['appInfo'])
})

describe.each(operationNames)('%s', (name) => {
  it.each(foreignFrames)('refuses %s', async (_title, event) => {
    const { send, called } = setUp()
    await expect(send(name, event, '{}')).rejects.toThrow('may not send requests')
    expect(called).toEqual([])
  })

  it.each([
    ['undefined', undefined],
    ['an object', {}],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
  ])('rejects %s as invalid', async (_title, request) => {
    const { send, called } = setUp()
    expect(await send(name, ours, request)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    expect(called).toEqual([])
  })
})

describe('every operation', () => {
  it('rejects a request that is too long', async () => {
    const { send, called } = setUp()
    const request = JSON.stringify({ text: 'x'.repeat(maxRequestLength) })
    expect(await send('copyText', ours, request)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    expect(called).toEqual([])
  })

  it('removes fields that the contract does not define', async () => {
    const { send } = setUp({ usable: true, key: 'dgr_should_never_leave' })
    expect(await send('keychainStatus', ours, '{}')).toEqual({ ok: true, value: { usable: true } })
  })

  it('returns whether it is unknown if the service made a change', async () => {
    const failed = fail({ kind: 'unavailable', cause: 'cut' })
    const unconfirmed = { ...failed, unconfirmed: true as const }
    for (const outcome of [failed, unconfirmed, { ...unconfirmed, reasonFailure: failed.failure }])
      expect(await setUp({}, undefined, outcome).send('appInfo', ours, '{}')).toEqual(outcome)
  })

  it('returns a reference for an unexpected error and logs its message', async () => {
    const { send, lines } = setUp(new Error('the pipes burst'))
    expect(await send('appInfo', ours, '{}')).toEqual({
      ok: false,
      failure: { kind: 'internal', reference: 'reference-1' },
    })
    expect(lines.join()).toContain('the pipes burst')
  })

  it('returns a reference for an output of the wrong shape', async () => {
    const { send } = setUp({ usable: 'maybe' })
    expect(await send('keychainStatus', ours, '{}')).toMatchObject({ ok: false, failure: { kind: 'internal' } })
  })

  it('limits the number of issues and the length of names in them', async () => {
    const { send } = setUp()
    const names = Array.from({ length: 200 }, (_unused, index) => [`${'n'.repeat(200)}${index}`, '\0'] as const)
    const initialContext: Record<string, string> = Object.fromEntries(names)
    const answer = await send('triggerCall', ours, JSON.stringify({ initialContext }))
    const issues = z.object({ failure: z.object({ issues: z.array(issueSchema) }) }).parse(answer).failure.issues
    expect(issues).toHaveLength(50)
    expect(JSON.stringify(answer).length).toBeLessThan(10_000)
  })

  it('names the invalid fields of a draft by codes', async () => {
    const { send } = setUp()
    const draft = { agentUuid: 'my-trigger', initialContext: { direction: 1 }, fromPhoneNumberId: 0, phoneNumber: '' }
    const answer = JSON.stringify(await send('triggerCall', ours, JSON.stringify(draft)))
    for (const code of ['"agentUuid"', '"reservedName"', '"recordId"', '"phoneNumber"'])
      expect(answer).toContain(`"code":${code}`)
    expect(answer).not.toContain('my-trigger')
  })
})

const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

const issueOf = (request: unknown): unknown => {
  const read = readRequest(request)
  return !read.ok && read.failure.kind === 'invalid' ? read.failure.issues : read
}

describe('readRequest', () => {
  it.each([
    ['an object', '{"text":"Jané 🎉","list":[1,-2.5,true,null,{}]}'],
    ['an ordinary field called constructor', '{"constructor":"Acme Builders"}'],
    ['a field called prototype', '{"prototype":{"a":1}}'],
    ['128 levels', nested(128)],
    ['1,000,000 characters', JSON.stringify('x'.repeat(maxRequestLength - 2))],
  ])('reads %s', (_title, request) =>
    expect(readRequest(request)).toEqual({ ok: true, value: JSON.parse(request) as unknown }),
  )

  it.each([
    ['a value that is not text', { text: '{}' }],
    ['a String object', Object('{}')],
    ['undefined', undefined],
    ['text that is not JSON', '{'],
    ['a byte order mark', '\ufeff{}'],
    ['whitespace', '{ }'],
    ['a duplicate name', '{"a":1,"a":2}'],
    ['a duplicate name with an escape', '{"a":1,"\\u0061":2}'],
    ['a number that loses digits', '{"a":12345678901234567890}'],
    ['a number that is too large', '{"a":1e400}'],
    ['a number in another notation', '{"a":1.0}'],
  ])('rejects %s', (_title, request) => expect(issueOf(request)).toEqual([{ path: [], code: 'invalid' }]))

  it.each([
    ['a prototype', '{"a":[{"__proto__":{"isAdmin":true}}]}', ['a', 0, '__proto__']],
    ['a prototype that is not an object', '{"__proto__":1}', ['__proto__']],
    ['constructor.prototype', '{"a":{"constructor":{"prototype":{}}}}', ['a', 'constructor']],
  ])('rejects %s and returns its path', (_title, request, path) =>
    expect(issueOf(request)).toEqual([{ path, code: 'invalid' }]),
  )

  it('rejects lone surrogates in values and names', () => {
    expect(issueOf('{"a":"\\ud83d"}')).toEqual([{ path: ['a'], code: 'loneSurrogate' }])
    expect(issueOf('{"\\ud83d":1}')).toEqual([{ path: ['\ud83d'], code: 'loneSurrogate' }])
  })

  it('rejects more than 128 levels', () => {
    expect(issueOf(nested(129))).toMatchObject([{ code: 'tooDeep', words: '128' }])
    expect(issueOf(nested(400_000))).toMatchObject([{ code: 'tooDeep' }])
  })

  it('rejects more than 1,000,000 characters', () =>
    expect(issueOf('x'.repeat(maxRequestLength + 1))).toEqual([{ path: [], code: 'tooLong', words: '1000000' }]))
})

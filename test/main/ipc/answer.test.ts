import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueSchema, succeed } from '../../../src/contract/failure.ts'
import { operationChannel, operationNames } from '../../../src/contract/names.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import { isTrustedFrame, type FrameEvent } from '../../../src/main/electron/trusted-frame.ts'
import { answerOperations } from '../../../src/main/ipc/answer.ts'
import { answerWhenOpen } from '../../../src/main/ipc/answer-when-open.ts'
import { createAnswerQuestion } from '../../../src/main/ipc/answer-question.ts'
import { maxQuestionLength } from '../../../src/main/ipc/open-question.ts'

const ours: FrameEvent = { senderFrame: { url: 'rundesk://app/index.html', parent: null } }

/** Electron throws when such a frame is looked at. */
const goneFrame = () => ({
  parent: null,
  get url(): string {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  },
})

const strangers: [string, FrameEvent][] = [
  ['no frame', { senderFrame: null }],
  ['a frame inside ours', { senderFrame: { url: 'rundesk://app/index.html', parent: {} } }],
  ['another host', { senderFrame: { url: 'rundesk://other/index.html', parent: null } }],
  ['a web page', { senderFrame: { url: 'https://app/index.html', parent: null } }],
  ['a file', { senderFrame: { url: 'file:///app/index.html', parent: null } }],
  ['nonsense', { senderFrame: { url: 'rundesk', parent: null } }],
  ['a frame that is gone', { senderFrame: goneFrame() }],
]

/** Real handlers are proved elsewhere; these say whether they were reached, and answer what they are told to. */
const setUp = (value: unknown = {}, ready: Promise<unknown> = Promise.resolve()) => {
  const reached: string[] = []
  const lines: string[] = []
  const answer = (name: string) => () => {
    reached.push(name)
    if (value instanceof Error) throw value
    return Promise.resolve(succeed(value))
  }
  // Every handler answers the same value here: the contract's own parsing is what is under test.
  const handlers = Object.fromEntries(operationNames.map((name) => [name, answer(name)])) as unknown as Operations
  const listeners = new Map<string, (event: FrameEvent, question: unknown) => Promise<string>>()
  answerOperations<FrameEvent>({
    handle: (channel, listener) => void listeners.set(channel, listener),
    isTrusted: isTrustedFrame,
    answer: answerWhenOpen(ready.then(() => ({ answer: createAnswerQuestion(handlers) }))),
    createReference: () => 'reference-1',
    log: (level, event, facts) => void lines.push(JSON.stringify({ level, event, facts })),
  })
  const ask = async (name: (typeof operationNames)[number], event: FrameEvent, question: unknown): Promise<unknown> => {
    const listener = listeners.get(operationChannel(name))
    if (listener === undefined) throw new Error(`${name} has no listener`)
    return JSON.parse(await listener(event, question))
  }
  return { ask, reached, lines }
}

it('answers nothing before the desk has started, and then what was asked meanwhile', async () => {
  const started = Promise.withResolvers<null>()
  const { ask, reached } = setUp({}, started.promise)
  const asked = ask('appInfo', ours, '{}')
  await new Promise((resolve) => setImmediate(resolve))
  expect(reached).toEqual([])
  started.resolve(null)
  await asked
  expect(reached).toEqual(['appInfo'])
})

describe.each(operationNames)('%s', (name) => {
  it.each(strangers)('refuses %s', async (_title, event) => {
    const { ask, reached } = setUp()
    await expect(ask(name, event, '{}')).rejects.toThrow('may not ask')
    expect(reached).toEqual([])
  })

  it.each([
    ['undefined', undefined],
    ['an object', {}],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
  ])('answers %s with invalid', async (_title, question) => {
    const { ask, reached } = setUp()
    expect(await ask(name, ours, question)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    expect(reached).toEqual([])
  })
})

describe('any operation', () => {
  it('refuses a question that is too long', async () => {
    const { ask, reached } = setUp()
    const question = JSON.stringify({ text: 'x'.repeat(maxQuestionLength) })
    expect(await ask('copyText', ours, question)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    expect(reached).toEqual([])
  })

  it('lets nothing out that the contract does not name', async () => {
    const { ask } = setUp({ usable: true, key: 'dgr_should_never_leave' })
    expect(await ask('keychainStatus', ours, '{}')).toEqual({ ok: true, value: { usable: true } })
  })

  it('turns a surprise into a reference and keeps the words for the log', async () => {
    const { ask, lines } = setUp(new Error('the pipes burst'))
    expect(await ask('appInfo', ours, '{}')).toEqual({
      ok: false,
      failure: { kind: 'internal', reference: 'reference-1' },
    })
    expect(lines.join()).toContain('the pipes burst')
  })

  it('turns an answer of the wrong shape into a reference too', async () => {
    const { ask } = setUp({ usable: 'perhaps' })
    expect(await ask('keychainStatus', ours, '{}')).toMatchObject({ ok: false, failure: { kind: 'internal' } })
  })

  it('answers a question full of faults with some of them, and with the beginning of long names', async () => {
    const { ask } = setUp()
    const names = Array.from({ length: 200 }, (_unused, index) => [`${'n'.repeat(200)}${index}`, '\0'] as const)
    const initialContext: Record<string, string> = Object.fromEntries(names)
    const answer = await ask('triggerCall', ours, JSON.stringify({ initialContext }))
    const issues = z.object({ failure: z.object({ issues: z.array(issueSchema) }) }).parse(answer).failure.issues
    expect(issues).toHaveLength(50)
    expect(JSON.stringify(answer).length).toBeLessThan(10_000)
  })

  it('says which field of a draft was not taken, in codes', async () => {
    const { ask } = setUp()
    const draft = { agentUuid: 'my-trigger', initialContext: { direction: 1 }, fromPhoneNumberId: 0, phoneNumber: '' }
    const answer = JSON.stringify(await ask('triggerCall', ours, JSON.stringify(draft)))
    for (const code of ['"agentUuid"', '"reservedName"', '"recordId"', '"phoneNumber"'])
      expect(answer).toContain(`"code":${code}`)
    expect(answer).not.toContain('my-trigger')
  })
})

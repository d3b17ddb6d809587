import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import { operationChannel, type OperationName, operationNames } from '../../../src/contract/names.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import { type FrameEvent, isTrustedFrame } from '../../../src/main/electron/trusted-frame.ts'
import { type AnswerParts, answerOperations } from '../../../src/main/ipc/answer.ts'
import { createAnswerQuestion } from '../../../src/main/ipc/answer-question.ts'

type Parts = Omit<AnswerParts<FrameEvent>, 'answer'> & { handlers: Operations }

/** Registers every operation: the app's own gate, or one with something planted in it. */
export type MakeGate = (parts: Parts) => void

export const realGate: MakeGate = ({ handlers, ...parts }) =>
  answerOperations({ ...parts, answer: createAnswerQuestion(handlers) })

/** A gate with handlers that only say that they were reached, and answer what they are told to. */
export type Gate = {
  ask(name: OperationName, event: FrameEvent, question: unknown): Promise<string>
  /** What the handlers were given since this was asked last. */
  reached(): unknown[]
  /** Lets every handler answer this from now on. */
  answerWith(answer: () => Outcome<unknown>): void
  log(): string
}

export const openGate = (makeGate: MakeGate): Gate => {
  let inputs: unknown[] = []
  let lines = ''
  let answer: () => Outcome<unknown> = () => succeed({})
  const listeners = new Map<string, (event: FrameEvent, question: unknown) => Promise<string>>()
  const handler = (input: unknown): Promise<Outcome<unknown>> => {
    inputs.push(input)
    return Promise.resolve(answer())
  }
  makeGate({
    handle: (channel, listener) => void listeners.set(channel, listener),
    isTrusted: isTrustedFrame,
    // One handler for all: what it answers is judged by the contract's own parsing, which is what is looked at here.
    handlers: Object.fromEntries(operationNames.map((name) => [name, handler])) as unknown as Operations,
    createReference: () => 'BCDF-GHJK-LMNP',
    log: (_level, event, facts) => (lines += `${event} ${JSON.stringify(facts ?? {})}\n`),
  })
  return {
    async ask(name, event, question) {
      const listener = listeners.get(operationChannel(name))
      if (listener === undefined) throw new Error(`${name} has no listener.`)
      return listener(event, question)
    },
    reached() {
      const since = inputs
      inputs = []
      return since
    },
    answerWith: (given) => void (answer = given),
    log: () => lines,
  }
}

const plain =
  (judge: (parts: Parts, event: FrameEvent) => boolean): MakeGate =>
  (parts) => {
    for (const name of operationNames)
      parts.handle(operationChannel(name), async (event, question) => {
        if (!judge(parts, event)) throw new Error('This frame may not ask.')
        // The planted fault: whatever was asked is believed, and whatever is answered is handed out.
        const handler = parts.handlers[name] as unknown as (input: unknown) => Promise<unknown>
        return JSON.stringify(await handler(typeof question === 'string' ? JSON.parse(question) : question))
      })
  }

/** The planted gates: one that believes every payload, one that believes every sender. */
export const gateWithoutSchemas: MakeGate = plain(({ isTrusted }, event) => isTrusted(event))
export const gateWithoutSenders: MakeGate = (parts) => realGate({ ...parts, isTrusted: () => true })

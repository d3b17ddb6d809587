import { invalid } from '../../contract/failure.ts'
import { operationChannel } from '../../contract/names.ts'
import type { Operations } from '../../contract/operations.ts'
import { answerOperations } from '../ipc/answer.ts'
import { createAnswerQuestion } from '../ipc/answer-question.ts'
import { maxQuestionLength } from '../ipc/open-question.ts'
import type { Log } from '../log/log.ts'
import { type LineQuestion, readQuestion } from './read-question.ts'
import { createLineSplitter, type Line } from './split-lines.ts'

/** The longest line: the largest question, and room for its id and its operation's name. */
const maxLineLength = maxQuestionLength + 1_000

export type AnswerLinesParts = {
  handlers: Operations
  createReference: () => string
  log: Log
  write: (line: string) => void
}

/** Answers the questions that arrive as lines; answers come as they are ready, each under its question's id. */
export type AnswerLines = {
  take(piece: string): void
  /** Takes no further question and resolves when every one that was taken has its answer. */
  finish(): Promise<void>
}

type Listener = (event: null, question: unknown) => Promise<string>

/** Makes the answerer over the very same gate that the window's questions pass: input and output parsed, size capped. */
export const createAnswerLines = ({ write, handlers, ...parts }: AnswerLinesParts): AnswerLines => {
  const listeners = new Map<string, Listener>()
  const open = new Set<Promise<void>>()
  let finished = false
  answerOperations<null>({
    ...parts,
    answer: createAnswerQuestion(handlers),
    handle: (channel, listener) => void listeners.set(channel, listener),
    // Whoever holds our standard input has started us.
    isTrusted: () => true,
  })

  const answer = async ({ id, operation, input }: LineQuestion): Promise<void> => {
    const listener = listeners.get(operationChannel(operation))
    if (listener === undefined) throw new Error(`No handler answers ${operation}.`)
    const outcome = await listener(null, JSON.stringify(input))
    // The outcome is JSON already: it is put into the line as it stands.
    write(`{"id":${JSON.stringify(id)},"outcome":${outcome}}`)
  }

  const takeLine = (line: Line): void => {
    if (finished) return
    if (typeof line !== 'string') return write(JSON.stringify({ id: null, outcome: invalid([], 'tooLong') }))
    if (line.trim() === '') return
    const { id, question } = readQuestion(line)
    if (!question.ok) return write(JSON.stringify({ id, outcome: question }))
    const work = answer(question.value)
    open.add(work)
    void work.finally(() => open.delete(work))
  }

  return {
    take: createLineSplitter(maxLineLength, takeLine),
    async finish() {
      finished = true
      await Promise.all(open)
    },
  }
}

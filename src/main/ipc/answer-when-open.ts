import type { AnswerQuestion } from './answer-question.ts'

/**
 * Answers as the desk does, once it is open: the window may come up and ask before. SECURITY: nothing is answered while
 * the history is still being checked, so no call can begin on one that is not whole.
 */
export const answerWhenOpen =
  (opening: Promise<{ answer: AnswerQuestion }>): AnswerQuestion =>
  async (name, question) => {
    const { answer } = await opening
    return answer(name, question)
  }

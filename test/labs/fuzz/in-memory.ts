import type { Reply } from '../../../src/main/service/answer.ts'
import { readAnswer } from '../../../src/main/service/read-answer.ts'
import { toResponse } from '../../../src/main/service/to-response.ts'
import type { GeneratedAnswer } from './generate-answer.ts'

/** What the transport hands to the classifier for an answer that has arrived whole, without a socket. */
export const replyInMemory = async (
  { status, body }: GeneratedAnswer,
  maskKey: (text: string) => string,
): Promise<Reply> => {
  try {
    const head = { status, date: null, retryAfter: null }
    return await readAnswer(toResponse(head, body), maskKey)
  } catch (error) {
    if (status >= 200 && status <= 599) throw error
    // As over a socket: the platform has no Response of such a status.
    return { kind: 'broken', cause: 'unreadable', status, date: null }
  }
}

import type { Answer } from './answer.ts'
import { readRetryAfter } from './retry-after.ts'

/**
 * Reads a whole response as an answer. SECURITY: `maskKey` takes out every echo of the key before anyone reads or
 * parses the text.
 */
export const readAnswer = async (response: Response, maskKey: (text: string) => string): Promise<Answer> => {
  const date = response.headers.get('date')
  return {
    kind: 'answer',
    status: response.status,
    date,
    retryAfterMilliseconds: readRetryAfter(response.headers.get('retry-after'), date),
    text: maskKey(await response.text()),
  }
}

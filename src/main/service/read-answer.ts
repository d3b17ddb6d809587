import type { Answer } from './answer.ts'
import { parseJson } from './parse-json.ts'
import { readRetryAfter } from './retry-after.ts'

/**
 * SECURITY: takes out every echo of the key before anyone reads or parses the text. A key with quotation marks that was
 * put into JSON as it stands breaks it, and the mask must not heal it: what was said is not what would be read.
 */
const withoutKey = (text: string, maskKey: (text: string) => string): string => {
  const masked = maskKey(text)
  const healed = masked !== text && parseJson(text) === undefined && parseJson(masked) !== undefined
  return healed ? `not JSON: ${masked}` : masked
}

/** Reads a whole response as an answer, without the key wherever it echoes it. */
export const readAnswer = async (response: Response, maskKey: (text: string) => string): Promise<Answer> => {
  const date = response.headers.get('date')
  return {
    kind: 'answer',
    status: response.status,
    date,
    retryAfterMilliseconds: readRetryAfter(response.headers.get('retry-after'), date),
    text: withoutKey(await response.text(), maskKey),
  }
}

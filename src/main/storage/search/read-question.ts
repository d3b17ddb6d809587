import { agentUuidSchema } from '../../../contract/agent.ts'
import { type CallFilter, everyCall } from '../../../contract/call-filter.ts'
import type { Question } from './find-entries.ts'
import { readWords } from './read-words.ts'
import type { Search } from './search.ts'
import { SearchLost } from './search-door.ts'

/** What is asked of the history: words to find, and a filter; without a filter every call is meant. */
export type Asked = { search: string; filter?: CallFilter | undefined }

const knowsAgent = (search: Search | null, text: string): boolean => {
  if (search === null || !agentUuidSchema.safeParse(text).success) return false
  try {
    return search.knowsAgent(text)
  } catch (error) {
    if (!(error instanceof SearchLost)) throw error
    return false
  }
}

/** Reads what a person asked for. The UUID of an agent whose calls are there is not looked for in texts: its calls are meant. */
export const readQuestion = (search: Search | null, { search: typed, filter }: Asked): Question => {
  const whole = { ...everyCall, ...filter }
  const text = typed.trim().toLowerCase()
  return whole.agentUuids.length === 0 && knowsAgent(search, text)
    ? { words: [], filter: { ...whole, agentUuids: [text] } }
    : { words: readWords(typed), filter: whole }
}

/** Whether every call is asked for. */
export const asksForAll = ({ words, filter }: Question): boolean =>
  words.length === 0 && JSON.stringify({ ...everyCall, ...filter }) === JSON.stringify(everyCall)

import type { CallState } from '../../contract/call.ts'
import type { Issue } from '../../contract/failure.ts'

type ChangeText = (text: string) => string

/** Every text in a JSON value, names included, and every number that reads like one. */
export const changeTexts = (value: unknown, change: ChangeText): unknown => {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return change(String(value)) === String(value) ? value : change(String(value))
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), changeTexts(item, change)]))
}

/** Every text that is a value in a JSON value; names and numbers stay as they are. */
export const changeStrings = (value: unknown, change: ChangeText): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => changeStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changeStrings(item, change)]))
}

const changeIssue = ({ path, code, words }: Issue, change: ChangeText): Issue => ({
  path: path.map((step) => (typeof step === 'string' ? change(step) : step)),
  code,
  ...(words === undefined ? {} : { words: change(words) }),
})

/** Changes what was written in an outcome by people or by the service; states, ids and times stay. */
export const changeOutcome = (outcome: CallState, change: ChangeText): CallState => {
  switch (outcome.state) {
    case 'accepted':
      return { ...outcome, workflowRunName: change(outcome.workflowRunName), status: change(outcome.status) }
    case 'rejected': {
      const issues = outcome.issues.map((issue) => changeIssue(issue, change))
      return { ...outcome, detail: change(outcome.detail), issues }
    }
    case 'failedAtProvider':
    case 'unknown':
      return { ...outcome, detail: change(outcome.detail) }
    case 'closedByOperator':
      return { ...outcome, who: change(outcome.who), note: change(outcome.note) }
    case 'queued':
    case 'sending':
    case 'notSent':
    case 'candidate':
    case 'notFound':
    case 'cancelled':
      return outcome
  }
}

/** An outcome without the words that may hold anybody's number or name. */
export const withoutWords = (outcome: CallState): CallState => {
  switch (outcome.state) {
    case 'rejected':
      return { ...outcome, detail: '', issues: [] }
    case 'failedAtProvider':
    case 'unknown':
      return { ...outcome, detail: '' }
    case 'closedByOperator':
      return { ...outcome, note: '' }
    case 'accepted':
    case 'queued':
    case 'sending':
    case 'notSent':
    case 'candidate':
    case 'notFound':
    case 'cancelled':
      return outcome
  }
}

import type { z } from 'zod'
import { type Issue, type IssueCode, issueCodes } from '../../contract/failure.ts'

/** Fields whose every fault has one explanation, whatever the schema's own reason is. */
const codeByField = new Map<string, IssueCode>([
  ['agentUuid', 'agentUuid'],
  ['phoneNumber', 'phoneNumber'],
  ['telephonyConfigurationId', 'recordId'],
  ['fromPhoneNumberId', 'recordId'],
  ['workflowRunId', 'recordId'],
  ['apiKeyId', 'recordId'],
])

const ownCode = (issue: z.core.$ZodIssue): { code: IssueCode; words?: string } | null => {
  if (issue.code !== 'custom') return null
  const code = issueCodes.find((known) => known === issue.params?.['issue'])
  const words: unknown = issue.params?.['words']
  if (code === undefined) return null
  return typeof words === 'string' ? { code, words } : { code }
}

const codeOf = (issue: z.core.$ZodIssue, field: string): { code: IssueCode; words?: string } => {
  const known = ownCode(issue) ?? codeByField.get(field)
  if (known !== undefined) return typeof known === 'string' ? { code: known } : known
  if (issue.code === 'too_big') return { code: 'tooLong', words: String(issue.maximum) }
  return { code: issue.code === 'too_small' ? 'required' : 'invalid' }
}

/** So many are told, with so much of a name: an answer about a large question must not be larger than the question. */
const mostIssues = 50
const longestName = 100

const placeOf = (issue: z.core.$ZodIssue): Issue['path'] =>
  issue.path.map((part) => (typeof part === 'number' ? part : String(part).slice(0, longestName)))

/** Says in the contract's own terms what a schema did not take; the refused value itself is never repeated. */
export const inputIssues = (error: z.ZodError): Issue[] =>
  error.issues.slice(0, mostIssues).map((issue) => {
    const path = placeOf(issue)
    return { path, ...codeOf(issue, String(path[0] ?? '')) }
  })

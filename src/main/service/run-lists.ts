import { type Outcome, succeed } from '../../contract/failure.ts'
import type { AskService, Question } from './ask-service.ts'
import { type RunPage, runPageSchema } from './wire-runs.ts'

/** Pages count from 1; the service gives at most 100 runs a page. `once` asks a single time: the reader has its own pace. */
export type PageOfRuns = { page?: number; limit?: number; once?: boolean }

/** Narrows the organization's list. Times are ISO 8601 with a zone; `calledNumber` matches any part of the number. */
export type OrganizationRuns = PageOfRuns & {
  from?: string
  to?: string
  calledNumber?: string
  workflowRunId?: number
}

/** A page that holds a poisoned run fails as `unavailable` with cause `serverError`, whenever it is asked for. */
export type RunLists = {
  runsOfAgent(workflowId: number, page?: PageOfRuns): Promise<Outcome<RunPage>>
  runsOfOrganization(which?: OrganizationRuns): Promise<Outcome<RunPage>>
}

const pageQuery = ({ page = 1, limit = 50 }: PageOfRuns): Record<string, string> => ({
  page: String(page),
  limit: String(limit),
})

/** The service ignores a filter without `type`, and answers 500 to a run id that is not wrapped. */
const filtersOf = ({ calledNumber, workflowRunId }: OrganizationRuns): object[] => [
  ...(calledNumber === undefined ? [] : [{ attribute: 'calledNumber', type: 'text', value: { value: calledNumber } }]),
  ...(workflowRunId === undefined ? [] : [{ attribute: 'runId', type: 'number', value: { value: workflowRunId } }]),
]

const organizationQuery = (which: OrganizationRuns): Record<string, string> => {
  const filters = filtersOf(which)
  return {
    ...pageQuery(which),
    ...(which.from === undefined ? {} : { start_date: which.from }),
    ...(which.to === undefined ? {} : { end_date: which.to }),
    ...(filters.length === 0 ? {} : { filters: JSON.stringify(filters) }),
  }
}

/** Makes the two lists of runs, newest first. A page that holds one poisoned run answers 500: ask for smaller pages then. */
export const createRunLists = (ask: AskService): RunLists => {
  const readPage = async (question: Question, { once = false }: PageOfRuns): Promise<Outcome<RunPage>> => {
    const page = await ask.readDated({ ...question, list: true, once }, runPageSchema)
    return page.ok ? succeed({ ...page.value.value, serverDate: page.value.serverDate }) : page
  }

  return {
    runsOfAgent: (workflowId, page = {}) =>
      readPage({ path: `/api/v1/workflow/${workflowId}/runs`, query: pageQuery(page) }, page),
    runsOfOrganization: (which = {}) =>
      readPage({ path: '/api/v1/organizations/usage/runs', query: organizationQuery(which) }, which),
  }
}

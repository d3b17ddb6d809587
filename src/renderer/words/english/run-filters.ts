import type { CallStateName } from '../../../contract/call.ts'

const names: Record<CallStateName, string> = {
  accepted: 'accepted',
  sending: 'sending',
  unknown: 'unknown',
  candidate: 'to check',
  notFound: 'not found',
  rejected: 'rejected',
  failedAtProvider: 'carrier refused',
  notSent: 'not sent',
  closedByOperator: 'closed by hand',
  cancelled: 'cancelled',
  queued: 'queued',
}

/** Every state by its name and the word that its tag begins with, in the order of a list. */
export const stateNames = Object.entries(names) as [CallStateName, string][] // Object.entries forgets the names of the keys.

/** Words of the filters beside the search. */
export const filters = {
  title: 'Filters',
  stateTitle: 'State',
  anyState: 'Any state',
  states: (n: number) => `${n} states`,
  agentTitle: 'Agent',
  anyAgent: 'Any agent',
  agents: (n: number) => `${n} agents`,
  noAgents: 'No agent was called yet.',
  profileTitle: 'Profile',
  anyProfile: 'All profiles',
  profiles: (n: number) => `${n} profiles`,
  practiceTitle: 'Practice or real',
  practice: { both: 'Real and practice', real: 'Real calls', practice: 'Practice' },
  dayTitle: 'Prepared on',
  days: {
    any: 'Any day',
    today: 'Today',
    yesterday: 'Yesterday',
    sevenDays: 'Last 7 days',
    month: 'This month',
  },
  between: (from: string | null, until: string | null) => {
    if (from === null) return `Until ${until ?? ''}`
    return until === null ? `From ${from}` : from === until ? from : `${from} – ${until}`
  },
  fromDay: 'From',
  untilDay: 'To',
  clear: 'Clear',
}

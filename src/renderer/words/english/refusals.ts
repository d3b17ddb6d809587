import { issue } from './issue.ts'
import type { Of, OutcomeWords } from './outcome-words.ts'
import { refusalRows, type RefusalWords } from './refusal-rows.ts'

const byStatus: Readonly<Record<number, RefusalWords>> = {
  405: {
    title: 'the service takes no calls at this address',
    why: 'What answered knows the address, and does not take calls there.',
    next: 'Check the address of this profile, and ask whoever runs the service for its version.',
  },
  413: {
    title: 'what was sent is too large',
    why: 'The service, or a proxy before it, does not take so much at once.',
    next: 'Make the context smaller, then call.',
  },
  415: {
    title: 'the form of the request was not taken',
    why: 'Something on the way changed or refused the request’s content type.',
    next: 'Ask whoever runs your network or the service, then call.',
  },
  431: {
    title: 'the request’s head is too large',
    why: 'The service, or a proxy before it, does not take headers of this size.',
    next: 'Ask whoever runs your network or the service, then call.',
  },
}

const elsewhere = (status: number): RefusalWords => ({
  title: 'the service sent us to another address',
  why: `It answered with status ${status}, which names another address. A key is never sent on.`,
  next: 'Ask whoever runs the service for its right address and set up a profile with it, then call.',
})

const other = (status: number): RefusalWords => ({
  title: 'the service refused',
  why: `The service refused it with status ${status}, before any dialling.`,
  next: 'Mend the cause, then call.',
})

/**
 * The advice for a refusal. The service's own words are read here and nowhere else: only sentences hang on them,
 * never what the app does.
 */
const adviceOf = ({ status, detail }: Of<'rejected'>): RefusalWords =>
  refusalRows[status]?.find(({ says }) => says === null || says.test(detail)) ??
  byStatus[status] ??
  (status >= 300 && status < 400 ? elsewhere(status) : other(status))

/** Words for a definite refusal: nothing was dialled. */
export const rejected = (state: Of<'rejected'>): OutcomeWords => {
  const { title, why, next } = adviceOf(state)
  return {
    tag: 'rejected',
    title: `Not placed: ${title}`,
    placed: 'no',
    why: [why, ...state.issues.map(issue.located)].join(' '),
    // A list of refused fields is told field by field above; its raw text would only say it twice.
    service: state.issues.length > 0 ? null : state.detail || null,
    next,
  }
}

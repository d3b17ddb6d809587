import { doNotCall, type Of, type OutcomeWords } from './outcome-words.ts'

type Failed = Of<'failedAtProvider'>
type Advice = { title: string; why: string; next: string }

/** The carrier's part of the service's sentence: what stands after "Failed to initiate call:". */
const reasonOf = ({ detail }: Failed): string => detail.replace(/^Failed to initiate call:/, '').trim()

const statusOf = (reason: string): string | null => /^([1-5]\d\d)(?![\w.])/.exec(reason)?.[1] ?? null

const refusal = (reason: string): Advice => {
  const status = statusOf(reason)
  if (status?.startsWith('4'))
    return {
      title: 'the carrier refused',
      why: `The service made a run, and its carrier answered ${status}: it did not take the call.`,
      next: 'Read the carrier’s words: often it is the number, the caller ID or the account. Mend it, then call.',
    }
  if (status?.startsWith('5'))
    return {
      title: 'the carrier is in trouble',
      why: `The service made a run, and its carrier answered ${status}: it failed on its side and did not dial.`,
      next: 'Wait a moment or choose another configuration, then call.',
    }
  if (reason.startsWith('Cannot connect to host'))
    return {
      title: 'the carrier was not reached',
      why: 'The service made a run, and could not connect to its carrier at all.',
      next: 'Choose another configuration, or ask whoever looks after the telephony, then call.',
    }
  return {
    title: 'the run ended before any call',
    why: 'The service made a run and ended it with an error before its carrier had it.',
    next: 'Read the service’s words and mend the cause, then call.',
  }
}

const runOf = ({ workflowRunId }: Failed): string =>
  workflowRunId === null ? '' : ` In the service’s list it is run ${workflowRunId}.`

/** The carrier refused or was never reached: no phone rings. */
export const carrierRefused = (state: Failed): OutcomeWords => {
  const { title, why, next } = refusal(reasonOf(state))
  return {
    tag: 'carrier refused',
    title: `Not placed: ${title}`,
    placed: 'no',
    why: why + runOf(state),
    service: state.detail || null,
    next,
  }
}

const doubt = (reason: string): string => {
  const status = statusOf(reason)
  if (reason === '')
    return 'The carrier gave the service no answer for five minutes, and may have dialled all the same.'
  if (reason.startsWith('Expecting value'))
    return 'The carrier took the call, and its answer could not be read by the service.'
  if (reason.startsWith('Server disconnected')) return 'The carrier hung up on the service before it answered.'
  if (status?.startsWith('2'))
    return `The carrier answered ${status}, which is a yes, and the service took it for a failure.`
  if (status?.startsWith('3'))
    return `The carrier answered ${status} and sent the service elsewhere: it may have dialled.`
  if (/^(?:408|504)(?::|$)/.test(reason))
    return `On the carrier’s side somebody gave up waiting (${status}); it may have dialled all the same.`
  return 'The carrier’s answer does not tell whether it dialled.'
}

/** The service calls it a failure, and the carrier may have dialled all the same. */
export const carrierInDoubt = (state: Failed): OutcomeWords => ({
  tag: 'unknown',
  title: 'Unknown: the carrier may be ringing it',
  placed: 'unknown',
  why: doubt(reasonOf(state)) + runOf(state),
  service: state.detail || null,
  next: doNotCall,
})

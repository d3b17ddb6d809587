import type { CallState } from '../../contract/call.ts'
import { erasedDetail } from '../../domain/call-state.ts'

type Rejected = Extract<CallState, { state: 'rejected' }>
type CarrierFailure = Extract<CallState, { state: 'failedAtProvider' }>

/** One refusal: its title after "Not placed: ", why, and what to do next. */
type Advice = { title: string; why: string; next: string }

/** A refusal recognized by the service's message; null matches every other message of that status. */
type Row = Advice & { says: RegExp | null }

const row = (says: RegExp | null, title: string, why: string, next: string): Row => ({ says, title, why, next })
const leavesRun = 'The service’s list shows a run that ended before dialing.'

const badRequest = [
  row(
    /is not ready for outbound calls/,
    'the configuration isn’t ready',
    'The telephony configuration can’t place calls yet; the service’s message says what’s missing.',
    'Choose another configuration, or finish this one in the dashboard, then call again.',
  ),
  row(
    /^Telephony provider not configured for this organization/,
    'telephony isn’t set up',
    'The organization has no telephony configuration.',
    'Ask your administrator to set one up in the dashboard, then call again.',
  ),
  row(
    /^Telephony provider not configured for this configuration/,
    'the configuration has no provider',
    'The telephony configuration has no provider.',
    'Choose another configuration, or ask your administrator to fix this one, then call again.',
  ),
  row(
    /^from_phone_number_not_found/,
    'the caller ID can’t be used',
    'The caller ID is unknown, inactive, or belongs to another configuration.',
    'Choose another caller ID, or let the provider choose, then call again.',
  ),
  row(
    /error parsing the body/,
    'the service couldn’t read the request',
    'The service couldn’t parse the request body.',
    'Check the context for unusual characters or very long numbers, then call again.',
  ),
  row(
    null,
    'the service rejected the request',
    'The service rejected the request before dialing (status 400).',
    'See the service’s message, fix the problem, then call again.',
  ),
]

const payment = [
  row(
    /exhausted your trial credits/,
    'the trial credits are used up',
    `Calls can’t start until credits are added. ${leavesRun}`,
    'Ask your billing administrator to add credits, then call again.',
  ),
  row(
    /exhausted your .*credits/,
    'the credits are used up',
    `The organization has no credits left. ${leavesRun}`,
    'Ask your billing administrator to add credits, then call again.',
  ),
  row(
    /^The organization linked to this .*service key/,
    'the model service’s key was rejected',
    `The organization behind the model service’s key isn’t allowed to use it. ${leavesRun}`,
    'Ask your administrator to check the service keys in the dashboard, then call again.',
  ),
  row(
    /service token being used/,
    'the model service’s token was rejected',
    `The model service’s token was rejected. ${leavesRun}`,
    'Ask your administrator to renew the service token in the dashboard, then call again.',
  ),
  row(
    /invalid keys in your model configuration/,
    'the model configuration has invalid keys',
    `The agent’s model can’t be used with its current keys. ${leavesRun}`,
    'Ask your administrator to correct the keys in the model configuration, then call again.',
  ),
  row(
    /^Could not verify/,
    'the credits couldn’t be checked',
    `The service couldn’t reach its billing system, so it didn’t start the call. ${leavesRun}`,
    'Wait a minute, then call again.',
  ),
  row(
    null,
    'rejected by the service’s quota check',
    `The service’s check of credits and keys rejected the call. ${leavesRun}`,
    'Check the service’s message with your administrator, then call again.',
  ),
]

const notFound = [
  row(
    /^Workflow not found/,
    'the agent wasn’t found',
    'This organization has no agent with this Agent UUID.',
    'Choose the agent from the list, or check that its UUID belongs to this profile’s organization, then call again.',
  ),
  row(
    /^Workflow is not active/,
    'the agent is archived',
    'The agent exists but is archived.',
    'Unarchive it in the dashboard, or choose another agent, then call again.',
  ),
  row(
    /no published definition/,
    'the agent hasn’t been published',
    'The agent only has a draft, and calls use the published version.',
    'Publish it in the dashboard, then call again.',
  ),
  row(
    /^Telephony configuration not found/,
    'the configuration is unknown or deactivated',
    'The organization has no such telephony configuration, or it was deactivated after connection failures.',
    'Choose another configuration, or check this one in the dashboard, then call again.',
  ),
  row(
    /^Agent trigger not found/,
    'the trigger wasn’t found',
    'The service treated the ID as a trigger path but found no such trigger.',
    'Check this profile’s address and the Agent UUID, then call again.',
  ),
  row(
    /^Agent trigger is not active/,
    'the trigger is off',
    'The ID belongs to a trigger that isn’t active.',
    'Turn the trigger on in the dashboard, or use the Agent UUID, then call again.',
  ),
  row(
    /^Trigger not found in the selected Agent/,
    'the agent has no such trigger',
    'The ID belongs to a trigger that this agent doesn’t have.',
    'Use the Agent UUID from the agent’s page, then call again.',
  ),
  row(
    /^Not Found$/,
    'this service can’t place calls by Agent UUID',
    'The service has no endpoint for calls by Agent UUID: it’s too old, or it’s another server.',
    'Check this profile’s address, and ask the service’s administrator which version it runs.',
  ),
  row(
    null,
    'not found',
    'A server returned “not found” in an unexpected form; it may be a proxy or another server.',
    'Check this profile’s address, the agent, the configuration and the caller ID, then call again.',
  ),
]

/** Refusals by status, then by the service's message. The first match counts; the last row of a status matches everything. */
const refusalRows: Readonly<Record<number, readonly Row[]>> = {
  400: badRequest,
  401: [
    row(
      null,
      'the key was rejected',
      'The service rejected the key when the call was sent: it was archived, or the service didn’t recognize it.',
      'If the key still doesn’t work, replace it in this profile or have it reactivated. Then call again.',
    ),
  ],
  402: payment,
  403: [
    row(
      /^Access denied/,
      'this key can’t use the agent',
      'The agent belongs to another organization, or the key has no permission for it.',
      'Choose the profile of the agent’s organization, or ask your administrator, then call again.',
    ),
    row(
      null,
      'the key isn’t allowed to place calls',
      'The key works but isn’t allowed to place calls.',
      'Ask your organization’s administrator, then call again.',
    ),
  ],
  404: notFound,
  405: [
    row(
      null,
      'this address doesn’t accept calls',
      'The server doesn’t accept calls at this address.',
      'Check this profile’s address, and ask the service’s administrator which version it runs.',
    ),
  ],
  409: [
    row(
      /no execution owner/,
      'the agent has no owner',
      'The agent’s owner no longer exists. An agent needs an owner before it can place calls.',
      'Ask your administrator to assign the agent an owner in the dashboard, then call again.',
    ),
    row(
      null,
      'the service reported a conflict',
      'The service reported a conflict with its current state.',
      'See the service’s message, fix the problem, then call again.',
    ),
  ],
  422: [
    row(
      null,
      'the service rejected the request',
      'The service rejected the request before dialing.',
      'Fix the fields listed, then call again.',
    ),
  ],
  429: [
    row(
      /^Concurrent call limit reached/,
      'too many calls in progress',
      'The organization has reached its limit of concurrent calls.',
      'Wait until a call ends, then call again. If no calls are in progress, contact the service’s administrator.',
    ),
    row(null, 'too many requests', 'Too many requests in a short time.', 'Wait a minute, then call again.'),
  ],
}

const other = (status: number): Advice => ({
  title: 'the service rejected the call',
  why: `The service rejected the call before dialing (status ${status}).`,
  next: 'Fix the problem, then call again.',
})

const noMessage = 'Rundesk no longer has the service’s message.'

/** What is still known of a refusal after the service's message was erased. */
const erasedRefusal = (status: number): Advice => ({
  title: 'the service rejected the call',
  why: `The service rejected the call before dialing (status ${status}). ${noMessage}`,
  next: 'No action needed.',
})

/** What is still known of a carrier's failure after the service's message was erased. */
const erasedFailure: Advice = {
  title: 'the run ended without a call',
  why: `The service created a run, but no phone was dialed. ${noMessage}`,
  next: 'No action needed.',
}

/**
 * Returns the advice for a refusal. The service's message is matched here only: it decides what the screen says, never
 * what the app does.
 */
export const refusalAdvice = ({ status, detail }: Pick<Rejected, 'status' | 'detail'>): Advice =>
  detail === erasedDetail
    ? erasedRefusal(status)
    : (refusalRows[status]?.find(({ says }) => says === null || says.test(detail)) ?? other(status))

/** The carrier's part of the service's message: what follows "Failed to initiate call:". */
const reasonOf = ({ detail }: CarrierFailure): string => detail.replace(/^Failed to initiate call:/, '').trim()

const statusOf = (reason: string): string | null => /^([1-5]\d\d)(?![\w.])/.exec(reason)?.[1] ?? null

/** Returns the advice for a call that the carrier refused or never received: no phone rings. */
export const carrierAdvice = (failure: CarrierFailure): Advice => {
  if (failure.detail === erasedDetail) return erasedFailure
  const reason = reasonOf(failure)
  const status = statusOf(reason)
  if (status?.startsWith('4'))
    return {
      title: 'rejected by the carrier',
      why: `The service created a run, but the carrier rejected the call (${status}).`,
      next: 'Check the carrier’s message: the cause is often the number, the caller ID or the account. Fix the problem, then call again.',
    }
  if (status?.startsWith('5'))
    return {
      title: 'the carrier reported an error',
      why: `The service created a run, but the carrier reported an error (${status}) and didn’t dial.`,
      next: 'Wait a moment or choose another configuration, then call again.',
    }
  if (reason.startsWith('Cannot connect to host'))
    return {
      title: 'the carrier couldn’t be reached',
      why: 'The service created a run but couldn’t connect to the carrier.',
      next: 'Choose another configuration, or ask your telephony administrator, then call again.',
    }
  return {
    title: 'the run ended before any call',
    why: 'The service created a run but ended it with an error before contacting the carrier.',
    next: 'Check the service’s message, fix the problem, then call again.',
  }
}

/** Returns why it is unknown whether the carrier dialed. */
export const carrierDoubt = (failure: CarrierFailure): string => {
  const reason = reasonOf(failure)
  const status = statusOf(reason)
  if (reason === erasedDetail) return `The service reported a failure; the carrier may have dialed. ${noMessage}`
  if (reason === '') return 'The carrier didn’t respond in time; it may have dialed anyway.'
  if (reason.startsWith('Expecting value'))
    return 'The carrier accepted the call, but the service couldn’t read its response.'
  if (reason.startsWith('Server disconnected')) return 'The carrier closed the connection before responding.'
  if (status?.startsWith('2'))
    return `The carrier accepted the call (${status}), but the service treated it as a failure.`
  if (status?.startsWith('3')) return `The carrier redirected the service (${status}); it may have dialed.`
  if (/^(?:408|504)(?::|$)/.test(reason)) return `The carrier timed out (${status}); it may have dialed anyway.`
  return 'The carrier’s response doesn’t say whether it dialed.'
}

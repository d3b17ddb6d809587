/** What one refusal means: its title after "Not placed: ", why, and what to do next. */
export type RefusalWords = { title: string; why: string; next: string }

/** A refusal that is known by its words; null takes every other one of that status. */
type Row = RefusalWords & { says: RegExp | null }

const row = (says: RegExp | null, title: string, why: string, next: string): Row => ({ says, title, why, next })
const leavesRun = 'A run that ended before any dialling stands in the service’s list.'

const badRequest = [
  row(
    /is not ready for outbound calls/,
    'the configuration is not ready',
    'The telephony configuration cannot place calls yet; the service says what it lacks.',
    'Choose another configuration, or have this one completed in the dashboard, then call.',
  ),
  row(
    /^Telephony provider not configured for this organization/,
    'the organization has no telephony',
    'The organization has no telephony configuration to call through.',
    'Ask an admin to set one up in the dashboard, then call.',
  ),
  row(
    /^Telephony provider not configured for this configuration/,
    'the configuration has no provider',
    'The telephony configuration names no provider that could carry the call.',
    'Choose another configuration, or ask an admin to mend this one, then call.',
  ),
  row(
    /^from_phone_number_not_found/,
    'the caller ID cannot be used',
    'The caller ID is unknown, inactive, or belongs to another configuration.',
    'Choose another caller ID, or leave the choice to the provider, then call.',
  ),
  row(
    /error parsing the body/,
    'the request was not understood',
    'The service could not read what was sent.',
    'Look for unusual characters or very long numbers in the context, then call.',
  ),
  row(
    null,
    'the service refused the request',
    'The service refused it with status 400, before any dialling.',
    'Read the service’s words and mend the cause, then call.',
  ),
]

const payment = [
  row(
    /exhausted your trial credits/,
    'the trial credits are used up',
    `The service lets no call start before there are credits. ${leavesRun}`,
    'Ask whoever pays for the service to add credits, then call.',
  ),
  row(
    /exhausted your .*credits/,
    'the credits are used up',
    `The organization has no credits left at the service. ${leavesRun}`,
    'Ask whoever pays for the service to add credits, then call.',
  ),
  row(
    /^The organization linked to this .*service key/,
    'the model service’s key was refused',
    `The organization behind the key of the model service may not be used. ${leavesRun}`,
    'Ask an admin to look at the service keys in the dashboard, then call.',
  ),
  row(
    /service token being used/,
    'the model service’s token was refused',
    `The token for the model service is not taken. ${leavesRun}`,
    'Ask an admin to renew the service token in the dashboard, then call.',
  ),
  row(
    /invalid keys in your model configuration/,
    'the model configuration has bad keys',
    `The agent’s model cannot be used with the keys that are set. ${leavesRun}`,
    'Ask an admin to correct the keys in the model configuration, then call.',
  ),
  row(
    /^Could not verify/,
    'the credits could not be checked',
    `The service could not reach its billing just now, so it let nothing start. ${leavesRun}`,
    'Wait a minute, then call: there is nothing to mend here.',
  ),
  row(
    null,
    'the service’s quota check refused it',
    `The check of credits and keys did not let it start. ${leavesRun}`,
    'Read the service’s words; ask an admin of the organization, then call.',
  ),
]

const notFound = [
  row(
    /^Workflow not found/,
    'the agent is not known',
    'This organization has no agent with this Agent UUID.',
    'Choose the agent from the list, or check that its UUID belongs to the organization of this profile, then call.',
  ),
  row(
    /^Workflow is not active/,
    'the agent is archived',
    'The agent exists, and it is archived.',
    'Have it taken out of the archive in the dashboard, or choose another agent, then call.',
  ),
  row(
    /no published definition/,
    'the agent was never published',
    'The agent has a draft only, and calls run the published version.',
    'Have it published in the dashboard, then call.',
  ),
  row(
    /^Telephony configuration not found/,
    'the configuration is not known or parked',
    'The organization has no such telephony configuration, or it was parked after connection failures.',
    'Choose another configuration, or have this one looked at in the dashboard, then call.',
  ),
  row(
    /^Agent trigger not found/,
    'the trigger is not known',
    'The service took the id for the path of a trigger, and knows none of that name.',
    'Check the address of this profile, and that the Agent UUID is one, then call.',
  ),
  row(
    /^Agent trigger is not active/,
    'the trigger is switched off',
    'The trigger that the id names is not active.',
    'Have the trigger switched on in the dashboard, or use the Agent UUID, then call.',
  ),
  row(
    /^Trigger not found in the selected Agent/,
    'the agent has no such trigger',
    'The agent does not hold the trigger that the id names.',
    'Use the Agent UUID from the agent’s page, then call.',
  ),
  row(
    /^Not Found$/,
    'the service does not know this way to call',
    'The service answers, and has no entry for calls by Agent UUID: it is too old, or it is another server.',
    'Check the address of this profile, and ask whoever runs the service for its version.',
  ),
  row(
    null,
    'what was asked for is not there',
    'Something answered “not found”, and not in words that the service is known for: it may be a proxy or another server.',
    'Check the address of this profile, the agent, the configuration and the caller ID, then call.',
  ),
]

/** Refusals by status and by the service's words; the first row that fits counts, and the last of a status fits all. */
export const refusalRows: Readonly<Record<number, readonly Row[]>> = {
  400: badRequest,
  401: [
    row(
      null,
      'the key was refused',
      'The service does not know this key, or it was archived.',
      'Replace the key of this profile or have it reactivated, then call.',
    ),
  ],
  402: payment,
  403: [
    row(
      /^Access denied/,
      'this key may not use the agent',
      'The agent belongs to another organization than the key, or the key has no permission for it.',
      'Choose the profile of the agent’s organization, or ask an admin, then call.',
    ),
    row(
      null,
      'the key is not allowed to call',
      'The key works, and may not start calls.',
      'Ask an admin of your organization, then call.',
    ),
  ],
  404: notFound,
  409: [
    row(
      /no execution owner/,
      'the agent belongs to nobody',
      'The person to whom the agent belonged is gone, and somebody must own it before it can call.',
      'Ask an admin to give the agent an owner in the dashboard, then call.',
    ),
    row(
      null,
      'the service saw a conflict',
      'The service says that the call does not fit to how things stand there now.',
      'Read the service’s words and mend the cause, then call.',
    ),
  ],
  422: [
    row(
      null,
      'the service refused what was sent',
      'The service looked at what was sent and did not take it, before any dialling.',
      'Mend what is named, then call.',
    ),
  ],
  429: [
    row(
      /^Concurrent call limit reached/,
      'too many calls are under way',
      'The organization has as many calls under way as it may have at once.',
      'Wait until one of them is over, then call. If it stays so with no calls under way, tell whoever runs the service.',
    ),
    row(
      null,
      'the service asks for a pause',
      'Too much was asked of the service in a short time.',
      'Wait a minute, then call.',
    ),
  ],
}

import type { SpecOperation, RawRequest, Step } from './spec-case.ts'

const api = '/api/v1'

/** Returns the HTTP request of a step, as specified. */
export function requestOf(step: Step, origin: string): Request {
  const { method, path, headers, body } = 'raw' in step ? step.raw : rawOf(step.act, step.key)
  return new Request(`${origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
}

function rawOf(act: SpecOperation, key: string | null): RawRequest {
  const { method = 'GET', path, sent } = planOf(act)
  return {
    method,
    path: `${api}${path}`,
    headers: {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  }
}

type Plan = { method?: string; path: string; sent?: object }

function planOf(act: SpecOperation): Plan {
  switch (act.operation) {
    case 'triggerCall':
      return { method: 'POST', path: `/public/agent/workflow/${act.agentUuid}`, sent: triggerBody(act) }
    case 'createWorkflow':
      return {
        method: 'POST',
        path: '/workflow/create/definition',
        sent: { name: act.name, workflow_definition: act.definition },
      }
    case 'createKey':
      return { method: 'POST', path: '/user/api-keys', sent: { name: act.name } }
    case 'archiveKey':
      return { method: 'DELETE', path: `/user/api-keys/${act.keyId}` }
    case 'reactivateKey':
      return { method: 'PUT', path: `/user/api-keys/${act.keyId}/reactivate` }
    case 'listKeys':
      return { path: act.includeArchived ? '/user/api-keys?include_archived=true' : '/user/api-keys' }
    case 'health':
    case 'account':
    case 'agents':
    case 'agent':
    case 'versions':
    case 'telephonyConfigurations':
    case 'callerIds':
    case 'campaignDefaults':
    case 'run':
      return { path: readPath(act) }
  }
}

type Read = Exclude<
  SpecOperation,
  { operation: 'triggerCall' | 'createWorkflow' | 'createKey' | 'archiveKey' | 'reactivateKey' | 'listKeys' }
>

function readPath(act: Read): string {
  switch (act.operation) {
    case 'health':
      return '/health'
    case 'account':
      return '/auth/me'
    case 'agents':
      return '/workflow/fetch'
    case 'agent':
      return `/workflow/fetch/${act.workflowId}`
    case 'versions':
      return `/workflow/${act.workflowId}/versions`
    case 'telephonyConfigurations':
      return '/organizations/telephony-configs'
    case 'callerIds':
      return `/organizations/telephony-configs/${act.telephonyConfigurationId}/phone-numbers`
    case 'campaignDefaults':
      return '/organizations/campaign-defaults'
    case 'run':
      return `/workflow/0/runs/${act.workflowRunId}`
  }
}

// Omitted fields are not sent.
function triggerBody(act: Extract<SpecOperation, { operation: 'triggerCall' }>): object {
  return {
    phone_number: act.phoneNumber,
    initial_context: act.initialContext,
    telephony_configuration_id: act.telephonyConfigurationId,
    from_phone_number_id: act.fromPhoneNumberId,
  }
}

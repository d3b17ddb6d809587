import { campaignDefaults, whoAmI } from './endpoints/account.ts'
import { downloadArtifact, signedUrl } from './endpoints/artifacts.ts'
import { createWorkflow } from './endpoints/create-workflow.ts'
import { health } from './endpoints/health.ts'
import { archiveKey, createKey, listKeys, reactivateKey } from './endpoints/keys.ts'
import { agentRuns, organizationRuns, runDetail } from './endpoints/runs.ts'
import { listConfigurations, listPhoneNumbers } from './endpoints/telephony.ts'
import { trigger } from './endpoints/trigger.ts'
import { fetchWorkflow, listVersions, listWorkflows } from './endpoints/workflows.ts'
import type { Route } from './http/call.ts'

/** Where the key endpoints may stand: the specification leaves open whether they carry the prefix (section 4.2). */
export const bothKeyPrefixes = ['/api/v1', ''] as const

/** Every route of the practice service, in the order they are tried. */
export function practiceRoutes(keyPrefixes: readonly string[]): readonly Route[] {
  return [...serviceRoutes, ...keyPrefixes.flatMap(keyRoutes)]
}

const api = '/api/v1'

const serviceRoutes: readonly Route[] = [
  { method: 'POST', path: `${api}/public/agent/workflow/{workflow_uuid}`, endpoint: trigger },
  { method: 'GET', path: `${api}/health`, endpoint: health },
  { method: 'GET', path: `${api}/auth/me`, endpoint: whoAmI },
  { method: 'GET', path: `${api}/organizations/campaign-defaults`, endpoint: campaignDefaults },
  { method: 'GET', path: `${api}/organizations/usage/runs`, endpoint: organizationRuns },
  { method: 'GET', path: `${api}/organizations/telephony-configs`, endpoint: listConfigurations },
  {
    method: 'GET',
    path: `${api}/organizations/telephony-configs/{config_id}/phone-numbers`,
    endpoint: listPhoneNumbers,
  },
  { method: 'GET', path: `${api}/workflow/fetch`, endpoint: listWorkflows },
  { method: 'GET', path: `${api}/workflow/fetch/{workflow_id}`, endpoint: fetchWorkflow },
  { method: 'POST', path: `${api}/workflow/create/definition`, endpoint: createWorkflow },
  { method: 'GET', path: `${api}/workflow/{workflow_id}/versions`, endpoint: listVersions },
  { method: 'GET', path: `${api}/workflow/{workflow_id}/runs`, endpoint: agentRuns },
  { method: 'GET', path: `${api}/workflow/{workflow_id}/runs/{run_id}`, endpoint: runDetail },
  { method: 'GET', path: `${api}/public/download/workflow/{token}/{artifact}`, endpoint: downloadArtifact },
  { method: 'GET', path: `${api}/s3/signed-url`, endpoint: signedUrl },
]

function keyRoutes(prefix: string): readonly Route[] {
  const path = `${prefix}/user/api-keys`
  return [
    { method: 'GET', path, endpoint: listKeys },
    { method: 'POST', path, endpoint: createKey },
    { method: 'DELETE', path: `${path}/{api_key_id}`, endpoint: archiveKey },
    { method: 'PUT', path: `${path}/{api_key_id}/reactivate`, endpoint: reactivateKey },
  ]
}

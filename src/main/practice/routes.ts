import { campaignDefaults, whoAmI } from './endpoints/account.ts'
import { health } from './endpoints/health.ts'
import { archiveKey, createKey, listKeys, reactivateKey } from './endpoints/keys.ts'
import { trigger } from './endpoints/trigger.ts'
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

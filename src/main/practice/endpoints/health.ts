import { jsonResponse } from '../http/answers.ts'
import type { Endpoint } from '../http/call.ts'

/** `GET /health` (specification section 4.2): needs no key; the payload is not in the specification and follows what was measured. */
export const health: Endpoint = (call, practice) =>
  jsonResponse(200, {
    status: 'ok',
    version: practice.version,
    backend_api_endpoint: call.origin,
    tunnel_url: null,
    deployment_mode: 'oss',
    auth_provider: 'local',
    turn_enabled: false,
    force_turn_relay: false,
    signup_enabled: true,
    stack_project_id: null,
    stack_publishable_client_key: null,
  })

import { jsonResponse } from '../http/answers.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Endpoint } from '../http/call.ts'

/** `GET /auth/me`: who made the key, and the key's organization. */
export const whoAmI: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { owner } = organization
  return jsonResponse(200, {
    id: owner.id,
    email: owner.email,
    name: null,
    organization_id: organization.id,
    provider_id: owner.providerId,
  })
}

/** `GET /organizations/campaign-defaults`: how many calls may be under way at once, among other things. */
export const campaignDefaults: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const active = practice.world.phoneNumbers.filter((n) => n.organizationId === organization.id && n.isActive)
  return jsonResponse(200, {
    concurrent_call_limit: organization.concurrentCallLimit,
    from_numbers_count: active.length,
    default_retry_config: {
      enabled: true,
      max_retries: 2,
      retry_delay_seconds: 120,
      retry_on_busy: true,
      retry_on_no_answer: true,
      retry_on_voicemail: true,
    },
    last_campaign_settings: null,
  })
}

import type { PolicyStanding } from '../../src/contract/policy.ts'

/** How it stands on a computer without a policy. */
export const noPolicy: PolicyStanding = {
  state: 'none',
  file: '/etc/rundesk/policy.json',
  reason: null,
  at: null,
  allowedOrigins: null,
  plainHttpOnLan: false,
  locked: [],
}

import type { PolicyStatus } from '../../src/contract/policy.ts'

/** The status on a computer without a policy. */
export const noPolicy: PolicyStatus = {
  state: 'none',
  file: '/etc/rundesk/policy.json',
  reason: null,
  at: null,
  allowedOrigins: null,
  plainHttpOnLan: false,
  locked: [],
  lists: null,
}

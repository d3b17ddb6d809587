import type { DoctorFindingCode } from '../../../contract/doctor.ts'
import type { PolicyStanding } from '../../../contract/policy.ts'
import { type Check, found } from '../check.ts'

const codes = {
  none: 'policyNone',
  inForce: 'policyInForce',
  kept: 'policyKept',
  refused: 'policyRefused',
} as const satisfies Record<PolicyStanding['state'], DoctorFindingCode>

/** Does somebody rule this computer by a file, and what does it set? A file that is not taken is told with its fault. */
export const checkPolicy = (standing: () => PolicyStanding): Check => ({
  name: 'policy',
  after: [],
  milliseconds: 1_000,
  look: async () => {
    const { state, file, reason, at, locked, allowedOrigins } = standing()
    const facts = { file, reason, at, locked: locked.join(' '), origins: allowedOrigins?.join(', ') }
    return found(codes[state], state === 'none' ? {} : facts)
  },
})

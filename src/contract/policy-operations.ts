import { z } from 'zod'
import { policyStandingSchema } from './policy.ts'

export const policyOperations = {
  /** How it stands with the policy of this computer, and what it sets. */
  readPolicy: { input: z.object({}), output: policyStandingSchema },
}

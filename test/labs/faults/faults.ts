import { answerFaults } from './answer-faults.ts'
import { connectFaults } from './connect-faults.ts'
import type { Fault } from './fault.ts'
import { proxyFaults } from './proxy-faults.ts'
import { requestFaults } from './request-faults.ts'
import { statusFaults } from './status-faults.ts'

/** Every named fault of the wire, from the first connection to the last byte of the answer. */
export const faults: readonly Fault[] = [
  ...connectFaults,
  ...proxyFaults,
  ...requestFaults,
  ...answerFaults,
  ...statusFaults,
]

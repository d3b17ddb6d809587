import type { Outcome } from '../../contract/failure.ts'
import type { Health } from '../../contract/health.ts'
import { readReply } from './failures.ts'
import type { ServiceLimits } from './limits.ts'
import { retryRules } from './retry-rules.ts'
import type { Transport } from './transport.ts'
import { healthAnswerSchema } from './wire.ts'

/** Asks the health endpoint, without the key: it needs none. `milliseconds` is the round trip by the monotonic clock. */
export const checkHealth = async (
  transport: Transport,
  limits: ServiceLimits,
  clock: () => number,
): Promise<Outcome<Health>> => {
  const before = performance.now()
  const reply = await transport.send({
    method: retryRules.health.method,
    path: '/api/v1/health',
    anonymous: true,
    capBytes: limits.answerBytes,
    deadlineMilliseconds: limits.healthMilliseconds,
  })
  const milliseconds = performance.now() - before
  const health = readReply(reply, healthAnswerSchema)
  return health.ok
    ? { ok: true, value: { ...health.value, milliseconds, checkedAt: new Date(clock()).toISOString() } }
    : health
}

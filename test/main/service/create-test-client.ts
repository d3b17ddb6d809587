import { createServiceClient, type ServiceClientDeps } from '../../../src/main/service/client.ts'
import type { TriggerRequest } from '../../../src/main/service/trigger-call.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'

/** SECURITY: this key may appear only in the X-API-Key header. */
export const canaryKey = 'dgr_canary-7Zk2uQ9wXc4Vb6Nm8Lp0JhGfDsAqWeRtYuIoP'

/** Creates a client with short limits. */
export const createTestClient = (origin: string, change: Partial<ServiceClientDeps> = {}) =>
  createServiceClient({
    origin,
    key: createSecret(canaryKey),
    clock: () => 1_800_000_000_000,
    wait: () => Promise.resolve(),
    limits: { dialMilliseconds: 5_000, readMilliseconds: 5_000, healthMilliseconds: 5_000, connectMilliseconds: 2_000 },
    ...change,
  })

/** Creates a trigger request with all fields. */
export const createTrigger = (change: Partial<TriggerRequest> = {}): TriggerRequest => ({
  agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
  phoneNumber: '+14155550123',
  initialContext: { customer_name: 'Jané Doe' },
  telephonyConfigurationId: 1,
  fromPhoneNumberId: 2,
  ...change,
})

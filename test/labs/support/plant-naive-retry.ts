import type { DeskParts, DeskService } from '../../../src/main/desk.ts'
import { createServiceClient } from '../../../src/main/service/service-client.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'

/** Sends every call again that the last run left on its way: what an app does that takes "no answer" for "not sent". */
const sendAgain = async ({ storage, clock }: DeskParts, key: string): Promise<void> => {
  const left = await storage.ask('callsInStates', { states: ['queued', 'sending'] })
  if (!left.ok) throw new Error(JSON.stringify(left.failure))
  for (const call of left.value) {
    const detail = await storage.ask('getCall', { callId: call.callId })
    if (!detail.ok || detail.value === null) throw new Error('The call is gone.')
    const client = createServiceClient({ origin: call.origin, key: createSecret(key), clock })
    void client.triggerCall({ ...call, initialContext: detail.value.initialContext })
  }
}

/** Plants the naive retry before the desk's own start. */
export const plantNaiveRetry = (desk: DeskService, parts: DeskParts, key: string): DeskService => ({
  ...desk,
  start: async () => {
    await sendAgain(parts, key)
    return desk.start()
  },
})

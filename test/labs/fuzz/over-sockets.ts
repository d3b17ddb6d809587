import { defaultLimits } from '../../../src/main/service/limits.ts'
import { createServiceClient, type DialResult } from '../../../src/main/service/service-client.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { type RawServer, startRawServer } from '../../support/raw-server.ts'
import { type Delivery, send } from './deliver.ts'

/** A service on loopback that answers each call with the delivery that was laid ready for it. */
export type FuzzService = {
  place: (key: string, delivery: Delivery, splitAt: number) => Promise<DialResult>
  close: RawServer['close']
}

const limits = { ...defaultLimits, dialMilliseconds: 60_000 }

export const startFuzzService = async (): Promise<FuzzService> => {
  const ready = new Map<string, [Delivery, number]>()
  let count = 0
  const server = await startRawServer({
    onRequest: (socket, request) => {
      const planned = ready.get(/"phone_number":"(\d+)"/.exec(request)?.[1] ?? '')
      if (planned === undefined) socket.destroy()
      else send(socket, ...planned)
    },
  })
  return {
    async place(key, delivery, splitAt) {
      const phoneNumber = String((count += 1))
      ready.set(phoneNumber, [delivery, splitAt])
      const client = createServiceClient({ origin: server.origin, key: createSecret(key), clock: Date.now, limits })
      const request = {
        agentUuid: 'a',
        phoneNumber,
        initialContext: {},
        telephonyConfigurationId: null,
        fromPhoneNumberId: null,
      }
      const result = await client.triggerCall(request)
      ready.delete(phoneNumber)
      return result
    },
    close: server.close,
  }
}

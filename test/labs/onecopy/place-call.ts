import { Agent, request } from 'node:http'
import { createSecureContext } from 'node:tls'
import { createConnector } from '../../../src/main/service/connector.ts'
import { defaultLimits } from '../../../src/main/service/limits.ts'
import { createServiceClient } from '../../../src/main/service/service-client.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { testAuthority } from '../../main/network/test-certificates.ts'
import { type Meaning, meaningOf } from '../faults/fault.ts'

/** One call to an origin with a body of some size, after a question whose connection the service keeps open. */
export type PlaceCall = (origin: string, bodySize: number) => Promise<{ meaning: Meaning; marks: number }>

const limits = { ...defaultLimits, dialMilliseconds: 60_000, connectMilliseconds: 30_000, readMilliseconds: 30_000 }
const secureContext = createSecureContext({ ca: testAuthority })

/** The client of the app. */
export const placeWithApp: PlaceCall = async (origin, bodySize) => {
  let marks = 0
  const client = createServiceClient({
    origin,
    key: createSecret('dgr_onecopy-0123456789abcdefghijklmnopqrstuvwxyz'),
    clock: Date.now,
    limits,
    connect: createConnector({ connectMilliseconds: limits.connectMilliseconds, secureContext }),
  })
  await client.health()
  const result = await client.triggerCall(
    {
      agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
      phoneNumber: '+14155550123',
      initialContext: { text: 'x'.repeat(bodySize) },
      telephonyConfigurationId: null,
      fromPhoneNumberId: null,
    },
    { onMayHaveLeft: () => void (marks += 1) },
  )
  return { meaning: meaningOf(result), marks }
}

const send = (agent: Agent, origin: string, body: string | null): Promise<'answered' | 'failed' | 'cutOnReused'> =>
  new Promise((resolve) => {
    const sent = request(origin, { agent, method: body === null ? 'GET' : 'POST' }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve('answered')).on('error', () => resolve('failed'))
    })
    sent.on('error', () => resolve(sent.reusedSocket ? 'cutOnReused' : 'failed'))
    sent.end(body ?? undefined)
  })

/**
 * The planted mistake: what manuals recommend for kept connections, and browsers do unasked. A request that was cut on
 * a connection in its second use is sent again on a fresh one.
 */
export const placeNaively: PlaceCall = async (origin, bodySize) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = JSON.stringify({ text: 'x'.repeat(bodySize) })
  await send(agent, origin, null)
  const end = await send(agent, origin, body)
  if (end === 'cutOnReused') await send(agent, origin, body)
  agent.destroy()
  return { meaning: 'unknown cut', marks: 1 }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'

// A service in its own process. It refuses the number of each trigger request after 100 ms, so that the response ends
// the call; apart from that, it is the practice service.

export type ServerMessage = { port: number; key: string; agentUuid: string } | { arrivals: number[] }

/** How long each trigger request takes, in milliseconds. */
const answerMilliseconds = 100

const triggerPath = '/api/v1/public/agent/workflow/'
const refusal = JSON.stringify({
  detail: [{ type: 'value_error', loc: ['body', 'phone_number'], msg: 'Value error, not a number', input: '' }],
})

const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
for (const organization of service.world.organizations) Object.assign(organization, { concurrentCallLimit: 1_000 })

/** When each trigger request arrived, in milliseconds. */
let arrivals: number[] = []

const answerTrigger = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  arrivals.push(performance.now())
  incoming.resume()
  setTimeout(() => {
    outgoing.writeHead(422, { 'content-type': 'application/json', 'content-length': refusal.length }).end(refusal)
  }, answerMilliseconds)
}

const answerOther = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const headers = new Headers(
    Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const { response } = await service.handle(new Request(`http://bench.example${incoming.url ?? '/'}`, { headers }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
}

const server = createServer((incoming, outgoing) => {
  if (incoming.url?.startsWith(triggerPath) === true) answerTrigger(incoming, outgoing)
  else answerOther(incoming, outgoing).catch(() => outgoing.destroy())
})

const [organization] = service.organizations
const agent = organization?.agents.find(({ state }) => state === 'noVariables')
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string' || organization === undefined || agent === undefined)
    process.exit(1)
  const message: ServerMessage = { port: address.port, key: organization.keys.active, agentUuid: agent.uuid }
  process.send?.(message)
})
process.on('message', () => {
  process.send?.({ arrivals } satisfies ServerMessage)
  arrivals = []
})
process.on('disconnect', () => process.exit(0))

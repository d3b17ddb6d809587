import type { Input } from '../../../../src/contract/operations.ts'
import type { Draw } from '../../fuzz/generate-answer.ts'
import type { Canaries } from '../canaries.ts'
import type { CanaryApp } from '../canary-app.ts'
import type { CanaryService } from '../canary-service.ts'
import type { Sinks } from '../sinks.ts'
import { aDraft, anyRoute, randomId } from '../../../support/a-call.ts'

/** What a flow uses. */
export type FlowContext = {
  trial: number
  canaries: Canaries
  service: CanaryService
  app: CanaryApp
  sinks: Sinks
  draw: Draw
  /** The profile that places calls. */
  profileId: string
  /** Called numbers; none of them may be logged. */
  dialed: Set<string>
}

export type Draft = Input<'triggerCall'>

let numbers = 0

/** Returns a number that has not been called before. */
const newNumber = (): string => `+1212${String((numbers += 1)).padStart(7, '0')}`

export const draftTo = (
  { draw, profileId, service, dialed }: Pick<FlowContext, 'draw' | 'profileId' | 'service' | 'dialed'>,
  phoneNumber = newNumber(),
): Draft => {
  const agent = service.service.organizations[0]?.agents.find((one) => one.state === 'normal')
  if (agent === undefined) throw new Error('The practice world has no ordinary agent.')
  dialed.add(phoneNumber)
  return aDraft({
    callId: randomId(draw.random),
    profileId,
    agentUuid: agent.uuid,
    agentName: agent.name,
    phoneNumber,
    phoneNumberDisplay: phoneNumber,
    initialContext: { customer_name: 'Jane Doe' },
    ...anyRoute,
  })
}

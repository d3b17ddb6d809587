import type { Outcome } from '../../../../src/contract/failure.ts'
import type { Input } from '../../../../src/contract/operations.ts'
import { createUlid } from '../../../../src/contract/ulid.ts'
import type { Draw } from '../../fuzz/draw.ts'
import type { Canaries } from '../canaries.ts'
import type { CanaryDesk } from '../canary-desk.ts'
import type { CanaryService } from '../canary-service.ts'
import type { Sinks } from '../sinks.ts'

/** Everything a flow has to do with. */
export type Scene = {
  trial: number
  canaries: Canaries
  service: CanaryService
  desk: CanaryDesk
  sinks: Sinks
  draw: Draw
  /** The profile that is called with. */
  profileId: string
  /** The numbers that were dialled: none of them may stand in the log. */
  dialled: Set<string>
}

export type Draft = Input<'triggerCall'>

let numbers = 0

/** A number that no flow has called before. */
export const newNumber = (): string => `+1212${String((numbers += 1)).padStart(7, '0')}`

const newCallId = (random: () => number): string =>
  createUlid(
    Date.now(),
    Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
  )

/** A call to a number, ready to be placed. */
export const draftTo = (
  { draw, profileId, service, dialled }: Pick<Scene, 'draw' | 'profileId' | 'service' | 'dialled'>,
  phoneNumber = newNumber(),
): Draft => {
  const agent = service.service.facts[0]?.agents.find((one) => one.state === 'normal')
  if (agent === undefined) throw new Error('The practice world has no ordinary agent.')
  dialled.add(phoneNumber)
  return {
    callId: newCallId(draw.random),
    profileId,
    agentUuid: agent.uuid,
    agentName: agent.name,
    phoneNumber,
    phoneNumberDisplay: phoneNumber,
    initialContext: { customer_name: 'Jane Doe' },
    telephonyConfigurationId: null,
    telephonyConfigurationName: null,
    fromPhoneNumberId: null,
    fromPhoneNumberText: null,
    redialOf: null,
    confirmation: null,
  }
}

/** The value of an answer that must have been given and must be a success. */
export const valueOf = async <T>(answer: Promise<Outcome<T> | null>): Promise<T> => {
  const outcome = await answer
  if (outcome?.ok !== true) throw new Error(`Not as it should be: ${JSON.stringify(outcome)}`)
  return outcome.value
}

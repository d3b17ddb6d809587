import type { CallDraft } from '../../contract/call.ts'
import type { Reply } from './answer.ts'
import { classify, type SettledState } from './classify.ts'
import type { ServiceLimits } from './limits.ts'
import { retryRules } from './retry-rules.ts'
import type { Transport } from './transport.ts'

/** What one call is placed with; ids that are null are left to the service. */
export type TriggerRequest = Pick<
  CallDraft,
  'agentUuid' | 'phoneNumber' | 'initialContext' | 'telephonyConfigurationId' | 'fromPhoneNumberId'
>

/** What became of a call, and what the service's own clock said (ISO 8601; null when no answer told). */
export type DialResult = { outcome: SettledState; serverDate: string | null }

export type TriggerOptions = {
  /** Called once, just before the first byte leaves: from then on the phone may ring. It must not throw. */
  onMayHaveLeft?: () => void
  /** Nothing is opened before this is true; false ends the call as not sent. */
  mayGo?: Promise<boolean>
}

export type TriggerCall = (request: TriggerRequest, options?: TriggerOptions) => Promise<DialResult>

/** The body of a TriggerCallRequest (specification section 2). */
const bodyOf = (request: TriggerRequest) => ({
  phone_number: request.phoneNumber,
  initial_context: request.initialContext,
  ...(request.telephonyConfigurationId === null
    ? {}
    : { telephony_configuration_id: request.telephonyConfigurationId }),
  ...(request.fromPhoneNumberId === null ? {} : { from_phone_number_id: request.fromPhoneNumberId }),
})

/**
 * Makes the trigger of specification section 4.1. It sends one request over a connection of its own, holds it open for
 * `dialMilliseconds`, and is neither aborted by anything else nor ever sent again. It never throws. `settle` tells from the reply what became of the call.
 */
export const createTriggerCall =
  (transport: Transport, limits: ServiceLimits, settle: (reply: Reply) => SettledState = classify): TriggerCall =>
  async (request, options = {}) => {
    const reply = await transport.send({
      method: retryRules.triggerCall.method,
      // The service compares letter by letter, and its UUIDs are lower-case.
      path: `/api/v1/public/agent/workflow/${encodeURIComponent(request.agentUuid.trim().toLowerCase())}`,
      json: bodyOf(request),
      capBytes: limits.answerBytes,
      deadlineMilliseconds: limits.dialMilliseconds,
      ...options,
    })
    return { outcome: settle(reply), serverDate: reply.kind === 'notSent' ? null : reply.date }
  }

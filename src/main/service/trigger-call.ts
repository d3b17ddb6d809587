import type { CallDraft } from '../../contract/call.ts'
import type { Reply } from './reply.ts'
import { classify, type SettledState } from './classify.ts'
import type { ServiceLimits, Transport } from './exchange.ts'
import { retryRules } from './retry.ts'

/** The data of a call request. The service chooses IDs that are null. */
export type TriggerRequest = Pick<
  CallDraft,
  'agentUuid' | 'phoneNumber' | 'initialContext' | 'telephonyConfigurationId' | 'fromPhoneNumberId'
>

/**
 * The outcome of a call, the service's time (ISO 8601; null if no response had a date), and how long the service asks
 * to wait, if it asks.
 */
export type DialResult = { outcome: SettledState; serverDate: string | null; retryAfterSeconds?: number }

type TriggerOptions = {
  /** Invoked once, just before the first byte is sent. From then on, the phone may ring. It must not throw. */
  onMayHaveLeft?: () => void
  /** No connection is opened before this resolves; if it resolves to false, the call ends as not sent. */
  maySend?: Promise<boolean>
  /** Invoked when the connection is open; if it returns false, nothing is sent, and the call ends as not sent. */
  isCurrent?: () => boolean
}

export type TriggerCall = (request: TriggerRequest, options?: TriggerOptions) => Promise<DialResult>

/** Returns the path of a call request. The service compares UUIDs case-sensitively, and its own are lowercase. */
export const requestPath = (agentUuid: string): string =>
  `/api/v1/public/agent/workflow/${encodeURIComponent(agentUuid.trim().toLowerCase())}`

/** Returns the body of a TriggerCallRequest (specification section 2). */
export const requestBody = (request: Omit<TriggerRequest, 'agentUuid'>) => ({
  phone_number: request.phoneNumber,
  initial_context: request.initialContext,
  ...(request.telephonyConfigurationId === null
    ? {}
    : { telephony_configuration_id: request.telephonyConfigurationId }),
  ...(request.fromPhoneNumberId === null ? {} : { from_phone_number_id: request.fromPhoneNumberId }),
})

/**
 * Creates the trigger of specification section 4.1. It sends one request over its own connection and keeps it open for
 * up to `dialMilliseconds`. It is never aborted, never retried, and never throws. `settle` maps the reply to an
 * outcome.
 */
export const createTriggerCall =
  (transport: Transport, limits: ServiceLimits, settle: (reply: Reply) => SettledState = classify): TriggerCall =>
  async (request, options = {}) => {
    const reply = await transport.send({
      method: retryRules.triggerCall.method,
      path: requestPath(request.agentUuid),
      json: requestBody(request),
      capBytes: limits.answerBytes,
      deadlineMilliseconds: limits.dialMilliseconds,
      ...options,
    })
    const result = { outcome: settle(reply), serverDate: reply.kind === 'notSent' ? null : reply.date }
    const retryAfter = reply.kind === 'answer' ? reply.retryAfterMilliseconds : null
    return retryAfter === null ? result : { ...result, retryAfterSeconds: Math.ceil(retryAfter / 1000) }
  }

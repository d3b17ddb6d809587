import type { Opening } from './agent-text.ts'
import type { CallDraft } from './call.ts'
import type { InitialContext } from './initial-context.ts'

/** What of a call the service stamps on its run. */
export type Stamped = Pick<CallDraft, 'phoneNumber' | 'agentUuid' | 'telephonyConfigurationId' | 'fromPhoneNumberId'>

/**
 * What an agent finds when it fills in its text: the call's context over the names that the service stamps on the run.
 * What only the call itself brings (`caller_number`, `call_id`) is not in it.
 */
export const contextInCall = (context: InitialContext, call: Stamped): InitialContext => ({
  phone_number: call.phoneNumber,
  direction: 'outbound',
  trigger_mode: 'production',
  telephony_configuration_id: call.telephonyConfigurationId,
  from_phone_number_id: call.fromPhoneNumberId,
  agent_identifier: call.agentUuid,
  agent_identifier_type: 'workflow_uuid',
  agent_uuid: call.agentUuid,
  workflow_uuid: call.agentUuid,
  ...context,
  called_number: call.phoneNumber,
})

/** How a call begins with this context: `greeting_override` takes the greeting's place, where it has a form the service takes. */
export const openingInCall = (opening: Opening | null, context: InitialContext): Opening | null => {
  const override = Object.hasOwn(context, 'greeting_override') ? context['greeting_override'] : null
  if (typeof override !== 'object' || override === null || Array.isArray(override)) return opening
  const { type, text, recording_id: recording } = override
  if (type === 'text' && typeof text === 'string' && text !== '') return { kind: 'greeting', text, nodeName: null }
  return type === 'audio' && typeof recording === 'string' && recording !== ''
    ? { kind: 'recording', text: '', nodeName: null }
    : opening
}

import type { Call, CallDetail } from '../../contract/call.ts'
import type { TelephonyConfiguration } from '../../contract/telephony.ts'
import type { AgentChoice } from './agent-choice.ts'
import type { CallFormState } from './call-state.ts'
import { blankFrom, type CallsFrom } from './calls-from.ts'
import { contextState } from './context-acts.ts'

const textOf = (id: number | null): string => (id === null ? '' : String(id))

/** The same way out as before: by the service's list where it still has it, else by the very ids. */
const fromOf = (call: Call, configurations: readonly TelephonyConfiguration[]): CallsFrom => {
  const { telephonyConfigurationId: configurationId, fromPhoneNumberId: callerId } = call
  return configurations.some(({ id }) => id === configurationId)
    ? { ...blankFrom, configurationId, callerId: callerId ?? 'provider' }
    : { ...blankFrom, mode: 'ids', configurationText: textOf(configurationId), callerIdText: textOf(callerId) }
}

const agentOf = ({ agentUuid, agentName }: Call): AgentChoice => ({
  kind: 'agent',
  agentUuid,
  name: agentName,
  archived: false,
})

/** What an earlier call sent, as the fields of the form, and which call the next one repeats. */
export const filledFrom = (
  { call, initialContext }: CallDetail,
  configurations: readonly TelephonyConfiguration[],
): Partial<CallFormState> => {
  const empty = Object.keys(initialContext).length === 0
  const asTyped = !/^\+\d{7,15}$/.test(call.phoneNumber)
  const contextText = empty ? '' : JSON.stringify(initialContext, null, 2)
  return {
    redialOf: { callId: call.callId, phoneNumber: call.phoneNumber },
    agentText: call.agentName ?? call.agentUuid,
    agent: agentOf(call),
    numberText: asTyped ? call.phoneNumber : call.phoneNumberDisplay,
    asTyped,
    number: { step: 'none' },
    ...contextState(contextText),
    carried: { to: call.phoneNumberDisplay, json: JSON.stringify(initialContext) },
    newField: null,
    from: fromOf(call, configurations),
  }
}

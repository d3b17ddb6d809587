import type { Call, CallDraft } from '../../contract/call.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import type { Storage } from '../storage/storage.ts'

const isSameContext = (one: InitialContext, other: InitialContext): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether a draft is the very wish that a call was recorded for: everything that is sent is the same. */
const isSameWish = (draft: CallDraft, call: Call): boolean =>
  draft.phoneNumber === call.phoneNumber &&
  draft.agentUuid.toLowerCase() === call.agentUuid.toLowerCase() &&
  draft.profileId === call.profileId &&
  draft.telephonyConfigurationId === call.telephonyConfigurationId &&
  draft.fromPhoneNumberId === call.fromPhoneNumberId

/**
 * The call that a draft's id names already, as it stands now; as it is remembered where the history lost it. An id that
 * was another wish's is refused: whoever sent it would take the earlier call for this one.
 */
export const createRecallCall =
  (storage: Pick<Storage, 'ask'>) =>
  async (draft: CallDraft, remembered: Call): Promise<Outcome<Call>> => {
    const found = await storage.ask('getCall', { callId: draft.callId })
    const detail = found.ok ? found.value : null
    const call = detail?.call ?? remembered
    const isSame =
      isSameWish(draft, call) && (detail === null || isSameContext(draft.initialContext, detail.initialContext))
    return isSame ? succeed(call) : invalid(['callId'], 'invalid')
  }

export type RecallCall = ReturnType<typeof createRecallCall>

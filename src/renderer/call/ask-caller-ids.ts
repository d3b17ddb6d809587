import type { Desk } from '../../contract/desk.ts'
import { succeed, type Outcome } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { CallerId } from '../../contract/telephony.ts'

/** The same record with its address as a person reads it; one that is no telephone number stays as it is. */
const readable = async (desk: Desk, callerId: CallerId): Promise<CallerId> => {
  const reading = await desk.readPhoneNumber({ text: callerId.address, asTyped: false })
  return reading.ok ? { ...callerId, address: reading.value.display } : callerId
}

/** The caller IDs of a configuration, their numbers laid out for reading; what is sent is the record's id, never these digits. */
export const askCallerIds = async (desk: Desk, input: Input<'listCallerIds'>): Promise<Outcome<CallerId[]>> => {
  const answer = await desk.listCallerIds(input)
  return answer.ok ? succeed(await Promise.all(answer.value.map((one) => readable(desk, one)))) : answer
}

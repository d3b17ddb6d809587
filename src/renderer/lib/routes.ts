import type { Api } from '../../contract/api.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'

/**
 * A route chosen from the service's lists. Null means the default; with `provider`, the provider chooses the caller ID.
 */
export type ListedChoice = { configurationId: number | null; callerId: number | 'provider' | null }

/**
 * Returns the default configuration if calls can use it, otherwise the first one that they can use, otherwise the
 * default.
 */
export const defaultConfiguration = (all: readonly TelephonyConfiguration[]): TelephonyConfiguration | null => {
  const usable = all.filter(({ inactive, ready }) => !inactive && ready !== false)
  return (
    usable.find(({ isDefault }) => isDefault) ?? usable[0] ?? all.find(({ isDefault }) => isDefault) ?? all[0] ?? null
  )
}

/** Returns the default caller ID if it is active, otherwise the first active one; null if the provider chooses. */
export const defaultCallerId = (all: readonly CallerId[]): CallerId | null => {
  const active = all.filter(({ isActive }) => isActive)
  return active.find(({ isDefault }) => isDefault) ?? active[0] ?? null
}

/** Returns the chosen configuration while it is listed, otherwise the default. */
export const configurationInUse = (
  choice: ListedChoice,
  all: readonly TelephonyConfiguration[],
): TelephonyConfiguration | null => all.find(({ id }) => id === choice.configurationId) ?? defaultConfiguration(all)

/** Returns the caller ID in use; null if the provider chooses. */
export const callerIdInUse = (choice: ListedChoice, all: readonly CallerId[]): CallerId | null =>
  choice.callerId === 'provider' ? null : (all.find(({ id }) => id === choice.callerId) ?? defaultCallerId(all))

/** The route of a call: both IDs as sent, with their names for the user. */
export type Route = {
  telephonyConfigurationId: number | null
  telephonyConfigurationName: string | null
  fromPhoneNumberId: number | null
  fromPhoneNumberText: string | null
}

export const routeOf = (configuration: TelephonyConfiguration | null, callerId: CallerId | null): Route => ({
  telephonyConfigurationId: configuration?.id ?? null,
  telephonyConfigurationName: configuration?.name ?? null,
  fromPhoneNumberId: callerId?.id ?? null,
  fromPhoneNumberText: callerId?.address ?? null,
})

/** Loads the caller IDs of a configuration and formats their numbers. Calls send the record's ID, not these digits. */
export const loadCallerIds = async (api: Api, input: Input<'listCallerIds'>): Promise<Outcome<CallerId[]>> => {
  const answer = await api.listCallerIds(input)
  return answer.ok ? succeed(await Promise.all(answer.value.map((one) => withFormattedAddress(api, one)))) : answer
}

const withFormattedAddress = async (api: Api, callerId: CallerId): Promise<CallerId> => {
  const reading = await api.readPhoneNumber({ text: callerId.address, asTyped: false })
  return reading.ok ? { ...callerId, address: reading.value.display } : callerId
}

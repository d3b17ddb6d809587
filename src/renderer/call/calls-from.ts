import { maxRecordId, type CallerId, type TelephonyConfiguration } from '../../contract/telephony.ts'
import type { RouteLabels } from '../../contract/route.ts'
import { words } from '../words/words.ts'
import { labelOf } from './calls-from-labels.ts'

/** What a call goes out through, as the person set it: chosen from the service's lists (null = the sensible default), or ids typed by hand. */
export type CallsFrom = {
  mode: 'listed' | 'ids'
  configurationId: number | null
  /** `provider` leaves the choice to the provider. */
  callerId: number | 'provider' | null
  configurationText: string
  callerIdText: string
}

export const blankFrom: CallsFrom = {
  mode: 'listed',
  configurationId: null,
  callerId: null,
  configurationText: '',
  callerIdText: '',
}

/** The first sensible configuration: the default when it can call, else the first that can, else the default. */
export const sensibleConfiguration = (all: readonly TelephonyConfiguration[]): TelephonyConfiguration | null => {
  const usable = all.filter(({ inactive, ready }) => !inactive && ready !== false)
  return (
    usable.find(({ isDefault }) => isDefault) ?? usable[0] ?? all.find(({ isDefault }) => isDefault) ?? all[0] ?? null
  )
}

/** The first sensible caller ID: the active default, else the first active one; null leaves it to the provider. */
export const sensibleCallerId = (all: readonly CallerId[]): CallerId | null => {
  const active = all.filter(({ isActive }) => isActive)
  return active.find(({ isDefault }) => isDefault) ?? active[0] ?? null
}

/** The configuration in use: the chosen one while it is listed, else the sensible one. */
export const configurationInUse = (
  from: CallsFrom,
  all: readonly TelephonyConfiguration[],
): TelephonyConfiguration | null => all.find(({ id }) => id === from.configurationId) ?? sensibleConfiguration(all)

/** The caller ID in use; null leaves it to the provider. */
export const callerIdInUse = (from: CallsFrom, all: readonly CallerId[]): CallerId | null =>
  from.callerId === 'provider' ? null : (all.find(({ id }) => id === from.callerId) ?? sensibleCallerId(all))

/** A typed record id: null when empty (left to the service), `bad` when it is no whole number from 1 to 2^31 − 1. */
export const readRecordId = (text: string): number | null | 'bad' => {
  const typed = text.trim()
  if (typed === '') return null
  const id = Number(typed)
  return /^\d{1,10}$/.test(typed) && id >= 1 && id <= maxRecordId ? id : 'bad'
}

/** The resolved way out of a call: both ids as they are sent, and how a person reads them. */
export type Route = {
  telephonyConfigurationId: number | null
  telephonyConfigurationName: string | null
  fromPhoneNumberId: number | null
  fromPhoneNumberText: string | null
}

/** The route by chosen records. */
export const routeOf = (configuration: TelephonyConfiguration | null, callerId: CallerId | null): Route => ({
  telephonyConfigurationId: configuration?.id ?? null,
  telephonyConfigurationName: configuration?.name ?? null,
  fromPhoneNumberId: callerId?.id ?? null,
  fromPhoneNumberText: callerId?.address ?? null,
})

const said = words.call.from

/** The route by typed ids, with the names that people gave them. */
export const routeOfIds = (configurationId: number | null, callerId: number | null, labels: RouteLabels): Route => ({
  telephonyConfigurationId: configurationId,
  telephonyConfigurationName:
    configurationId === null
      ? null
      : said.configurationById(configurationId, labelOf(labels, 'configuration', configurationId)),
  fromPhoneNumberId: callerId,
  fromPhoneNumberText: callerId === null ? null : said.callerIdById(callerId, labelOf(labels, 'callerId', callerId)),
})

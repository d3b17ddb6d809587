import { createContext, useContext, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Api } from '../../contract/api.ts'
import type { Call } from '../../contract/call.ts'
import type { DoNotCall, DoNotCallImport, RefusedKey, Reminder } from '../../contract/person.ts'
import { mayGetRunDespite, wasNotPlaced } from '../../domain/call-state.ts'
import { isSameNumber } from '../../domain/phone-number.ts'
import { messages } from '../../messages/index.ts'
import { createQuery, type Query } from './query.ts'
import { useLiveRun, useShownOutcome } from './call-progress.ts'
import { clockInterval, useNow, usePage } from './page.ts'
import { mayRepeat, useCallActions } from './workspace-context.ts'

/** Reminders, do-not-call entries and refused keys of every profile. */
export type PeopleStore = {
  readonly reminders: Query<Reminder[]>
  readonly doNotCall: Query<DoNotCall[]>
  /** Files of numbers that no list may call. */
  readonly doNotCallFiles: Query<DoNotCallImport[]>
  readonly refusedKeys: Query<RefusedKey[]>
  readonly close: () => void
}

/** Creates the store, which is reloaded when main announces a change. Reminders contain their calls, which change too. */
export const createPeopleStore = (api: Api, now: () => number): PeopleStore => {
  const reminders = createQuery(() => api.listReminders({}), now)
  const doNotCall = createQuery(() => api.listDoNotCall({}), now)
  const doNotCallFiles = createQuery(() => api.listDoNotCallImports({}), now)
  const refusedKeys = createQuery(() => api.listRefusedKeys({}), now)
  const reload = () => {
    void reminders.refresh()
    void doNotCall.refresh()
    void doNotCallFiles.refresh()
    void refusedKeys.refresh()
  }
  const stops = [api.onPeopleChanged(reload), api.onCallsChanged(() => void reminders.refresh())]
  reload()
  return { reminders, doNotCall, doNotCallFiles, refusedKeys, close: () => stops.forEach((stop) => stop()) }
}

export const PeopleContext = createContext<PeopleStore | null>(null)

/** Returns the store. Throws outside the workspace. */
export const usePeople = (): PeopleStore => {
  const store = useContext(PeopleContext)
  if (!store) throw new Error('A component was rendered outside the workspace.')
  return store
}

/** Returns the reminder of a call, or null. */
export const useReminderOf = (callId: string): Reminder | null =>
  useStore(usePeople().reminders.store, ({ data }) => data?.value.find(({ call }) => call.callId === callId) ?? null)

type DialedNumber = Pick<Call, 'phoneNumber' | 'practice'>

/** Returns whether the entries that only main can match may contain the number: those of files and of erased people. */
const useMayBeListed = (practice: boolean): boolean => {
  const { doNotCall, doNotCallFiles } = usePeople()
  const hasFile = useStore(doNotCallFiles.store, ({ data }) => data?.value.some((file) => file.practice === practice))
  const hasErased = useStore(doNotCall.store, ({ data }) =>
    data?.value.some((entry) => entry.practice === practice && entry.phoneNumber === null),
  )
  return hasFile === true || hasErased === true
}

/** Returns the entry that main finds; null while it loads or if there is no number. It is reloaded after each change. */
const useEntryFromMain = (number: DialedNumber | null): DoNotCall | null => {
  const { api, now } = usePage()
  const { phoneNumber = '', practice = false } = number ?? {}
  const query = useMemo(
    () => createQuery(() => api.readPerson({ phoneNumber, practice }), now),
    [api, now, phoneNumber, practice],
  )
  useEffect(() => {
    if (phoneNumber === '') return undefined
    void query.load()
    return api.onPeopleChanged(() => void query.refresh())
  }, [api, query, phoneNumber])
  return useStore(query.store, ({ data }) => data?.value.doNotCall ?? null)
}

/** Returns whether the file of an entry has not expired. Main returns the entry that applies longest. */
export const appliesAt = ({ importExpiresAt }: Pick<DoNotCall, 'importExpiresAt'>, now: number): boolean =>
  importExpiresAt === undefined || importExpiresAt === null || Date.parse(importExpiresAt) > now

/**
 * Returns the do-not-call entry of a number in any format, also of an imported file; null if it has none or there is no
 * number. Reads it from main only for a complete number, and only if the page can't know.
 */
export const useDoNotCallOf = (number: DialedNumber | null, isComplete = true): DoNotCall | null => {
  const own = useStore(
    usePeople().doNotCall.store,
    ({ data }) =>
      data?.value.find(
        (entry) =>
          number !== null &&
          entry.practice === number.practice &&
          entry.phoneNumber !== null &&
          isSameNumber(entry.phoneNumber, number.phoneNumber),
      ) ?? null,
  )
  const mayBeListed = useMayBeListed(number?.practice ?? false)
  const isUnknown = isComplete && own === null && mayBeListed && number !== null && mayRepeat(number)
  const found = useEntryFromMain(isUnknown ? number : null)
  const now = useNow(typeof found?.importExpiresAt === 'string' ? clockInterval : null)
  return own ?? (found !== null && appliesAt(found, now) ? found : null)
}

/** Describes a call's outcome and the next step, which is never to call a number of the do-not-call list. */
export const useOutcomeText = (call: Call) => {
  const { hasProfile } = useCallActions()
  const [outcome, live, isListed] = [useShownOutcome(call), useLiveRun(call.callId), useDoNotCallOf(call) !== null]
  const now = useNow(wasNotPlaced(call.outcome) ? clockInterval : null)
  return withLookUp(messages.live.describe(outcome, live, isListed, hasProfile(call.profileId)), call, now)
}

/** Says before the next step that the run of a call that was resolved as not placed is still looked up. */
export const withLookUp = <T extends { next: string }>(text: T, call: Call, now: number): T =>
  mayGetRunDespite(call, now) ? { ...text, next: `${messages.callState.runNotKnownYet} ${text.next}` } : text

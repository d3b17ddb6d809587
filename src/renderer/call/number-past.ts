import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import type { ProfileRuns, RecentRun } from '../../contract/recent.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { readNumber, type CallFormState } from './call-state.ts'

/** A run to the number that the service lists, and the profile whose service it is. */
export type PastRun = Pick<ProfileRuns, 'profileId' | 'profileName'> & { run: RecentRun }

/** What is known of calls to the number in the form: this computer's, of every profile, newest first, and the services' own runs. */
export type PastState = { dial: string | null; calls: readonly Call[]; runs: readonly PastRun[] }

export type NumberPast = { readonly store: StoreApi<PastState>; readonly close: () => void }

/** How long a number must stand before services are asked for their runs to it, in milliseconds: half a number is not asked about. */
export const runsPause = 700

const runsOf = ({ profileId, profileName, runs }: ProfileRuns): PastRun[] =>
  runs.map((run) => ({ profileId, profileName, run }))

/** Follows the number in a form, so that the field can tell early what main would answer to the call. */
export const createNumberPast = ({ desk }: Parts, form: StoreApi<CallFormState>, practice: boolean): NumberPast => {
  const store = createStore<PastState>(() => ({ dial: null, calls: [], runs: [] }))
  let timer: ReturnType<typeof setTimeout> | undefined
  // A number that was typed over meanwhile has a past of its own.
  const isStill = (dial: string): boolean => store.getState().dial === dial
  const askCalls = async (phoneNumber: string) => {
    const answer = await settle(desk.recentCalls({ phoneNumber, practice }))
    if (answer.ok && isStill(phoneNumber)) store.setState({ calls: answer.value.calls })
  }
  const askRuns = async (phoneNumber: string) => {
    const answer = await settle(desk.recentRuns({ phoneNumber, practice }))
    if (answer.ok && isStill(phoneNumber)) store.setState({ runs: answer.value.profiles.flatMap(runsOf) })
  }
  const turnTo = (dial: string | null) => {
    clearTimeout(timer)
    store.setState({ dial, calls: [], runs: [] })
    if (dial === null) return
    void askCalls(dial)
    timer = setTimeout(() => void askRuns(dial), runsPause)
  }
  const closeForm = form.subscribe((state) => {
    const dial = readNumber(state)?.dial ?? null
    if (dial !== store.getState().dial) turnTo(dial)
  })
  const closeCalls = desk.onCallsChanged(() => {
    const { dial } = store.getState()
    if (dial !== null) void askCalls(dial)
  })
  return { store, close: () => (closeForm(), closeCalls(), clearTimeout(timer)) }
}

/** The call that locks the number; practice rings nobody, so it never stands in the way of a real call, nor the other way. */
export const lockingCall = (past: readonly Call[], practice: boolean): Call | null =>
  past.find((call) => call.practice === practice && isUnresolved(call.outcome)) ?? null

/** One earlier call, as a line below the field tells it; `at` is when, in milliseconds since 1970. */
export type PastEntry = { kind: 'call'; call: Call; at: number } | { kind: 'run'; told: PastRun; at: number }

/** More lines would bury the form; Runs has them all. */
const mostEntries = 3

/** The latest calls to the number, newest first, each told once; one that locks the number stands before all others. */
export const pastEntries = ({ calls, runs }: PastState, practice: boolean): PastEntry[] => {
  const ours = calls.filter((call) => call.practice === practice)
  const elsewhere = runs.filter(({ run }) => !ours.some(({ callId }) => callId === run.callId))
  const entries = [
    ...ours.map((call): PastEntry => ({ kind: 'call', call, at: Date.parse(call.preparedAt) })),
    ...elsewhere.map((told): PastEntry => ({ kind: 'run', told, at: Date.parse(told.run.createdAt) })),
  ].toSorted((one, other) => other.at - one.at)
  const locking = lockingCall(ours, practice)
  const isLocking = (entry: PastEntry): boolean => entry.kind === 'call' && entry.call === locking
  return [...entries.filter(isLocking), ...entries.filter((entry) => !isLocking(entry))].slice(0, mostEntries)
}

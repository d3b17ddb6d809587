import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Call, CallDraft } from '../../../contract/call.ts'
import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { InitialContext } from '../../../contract/initial-context.ts'
import type { Profile } from '../../../contract/profile.ts'
import { keepFoundRun } from '../../../domain/call-state.ts'
import { closesEarly } from '../../../domain/lists/calling-hours.ts'
import type { ServiceClient } from '../../service/client.ts'
import type { DialResult } from '../../service/trigger-call.ts'
import type { Connection } from '../profiles/connections.ts'
import { createKeyedMutex, type InFlightCall, type InFlightCalls } from './guards.ts'
import { type CallOutcomes, createRetry, createSettleUntilWritten } from './outcomes.ts'
import { type CallRecorderDeps, createCallRecorder, type ListRow } from './record-call.ts'
import { createUnsentCalls } from './resume.ts'

export type CallTriggerDeps = CallRecorderDeps & {
  connect: (profileId: string) => Promise<Outcome<Connection & { profile: Profile }>>
  createClient: (connection: Connection) => Pick<ServiceClient, 'triggerCall'>
  /** How long a call request may take, in milliseconds. */
  dialMilliseconds: () => number
  inFlight: InFlightCalls
  outcomes: CallOutcomes
  /** Settles the calls that an earlier process left unfinished; a call is recorded only after this succeeds. */
  resume: () => Promise<Outcome<unknown>>
  /** Invoked with each call that is sent, and again when its outcome is written. */
  watch: (call: Call) => void
}

/** What a shutdown waits for: open requests, unwritten responses, and the maximum time until the requests end. */
export type PendingCalls = { calls: number; unwritten: number; milliseconds: number }

/** Sends each call at most once: guards, durable record, request, outcome. */
export const createCallTrigger = (deps: CallTriggerDeps) => {
  const { inFlight, outcomes, watch, monotonic, after } = deps
  const exclusive = createKeyedMutex()
  const triggering = new Set<Promise<unknown>>()
  const following = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()
  let closing = false
  let stopped = false
  const recorder = createCallRecorder({ ...deps, isClosing: () => closing })
  const retry = createRetry({ after, isStopped: () => stopped })
  const settle = createSettleUntilWritten({ outcomes, watch, retry })
  const unsent = createUnsentCalls({ outcomes, inFlight, watch, retry })

  /**
   * Returns the call once it is durable and its request is on its way, or the existing call with the same ID. With
   * `row`, the call belongs to a list, and the list's gates apply as well.
   */
  const triggerCall = (draft: CallDraft, row?: ListRow): Promise<Outcome<Call>> => {
    if (closing) return Promise.resolve(fail({ kind: 'closing' }))
    const task = exclusive(draft.callId, async () => {
      // SECURITY: what this process has sent is never sent again, even if the history lost it.
      const sent = inFlight.sentCall(draft.callId)
      return sent === undefined ? prepareAndSend(draft, row) : recorder.existingCall(draft, sent)
    })
    triggering.add(task)
    return task.finally(() => triggering.delete(task))
  }

  const prepareAndSend = async (draft: CallDraft, row?: ListRow): Promise<Outcome<Call>> => {
    const resumed = await deps.resume()
    if (!resumed.ok) return resumed
    const connection = await deps.connect(draft.profileId)
    if (!connection.ok) return connection
    const context = withReference(draft, connection.value.profile.referenceName)
    if (!context.ok) return context
    // A failed attempt with this ID may be in the history as `sending`; it is settled before the next attempt.
    const settled = await unsent.settleNow(draft.callId)
    return settled.ok ? recordAndSend(draft, connection.value, context.value, row) : settled
  }

  /**
   * Prepares the request while storage writes the record; `maySend` opens the socket only after the record is durable.
   * Calling hours were checked for the time of the record and hold for `closesEarly`, so a later request is not sent.
   */
  const recordAndSend = async (
    draft: CallDraft,
    { profile, ...connection }: Connection & { profile: Profile },
    initialContext: InitialContext,
    row?: ListRow,
  ): Promise<Outcome<Call>> => {
    const { callId, agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId } = draft
    const maySend = Promise.withResolvers<boolean>()
    const requested: Call[] = []
    inFlight.beginRecord(callId)
    const recording = recorder.recordCall(draft, profile, connection.origin, (call) => void requested.push(call), row)
    const request = { agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId, initialContext }
    const openFor = deps.dialMilliseconds()
    const onMayHaveLeft = row?.onMayHaveLeft ?? (() => {})
    const isCurrent = (): boolean =>
      requested.every(({ preparedAt }) => Math.abs(deps.clock() - Date.parse(preparedAt)) <= closesEarly)
    const prepare = () =>
      deps.createClient(connection).triggerCall(request, { maySend: maySend.promise, onMayHaveLeft, isCurrent })
    // Runs in the next turn of the event loop, so that storage writes the record while the request is prepared.
    const response = nextTurn().then(prepare)
    let mustSend = false
    try {
      const recorded = await recording.finally(() => inFlight.endRecord(callId))
      if (!recorded.ok) {
        if (recorded.failure.kind === 'storage') requested.forEach(unsent.add)
        return recorded
      }
      const { call } = recorded.value
      mustSend = recorded.value.mustSend
      const until = monotonic() + openFor
      if (mustSend) follow({ call, initialContext: draft.initialContext, until, answered: false }, response, row)
      return succeed(call)
    } finally {
      maySend.resolve(mustSend)
    }
  }

  const progressed = (): void => {
    for (const listener of listeners) listener()
  }

  const writeOutcome = (sent: InFlightCall, { outcome, serverDate }: DialResult): Promise<void> => {
    sent.answered = true
    progressed()
    return settle(sent, outcome, { endedAt: outcomes.now(), serverDate })
  }

  /**
   * Returns whether a refusal may be about another request than the one that created the call's run, which was found
   * before it. Its list then gets the recorded outcome. A rejected key pauses the list in any case.
   */
  const isOfOtherRequest = async (callId: string, { outcome }: DialResult): Promise<boolean> => {
    if (outcome.state !== 'rejected' || outcome.status === 401) return false
    const found = await outcomes.find(callId)
    return found.ok && found.value !== null && keepFoundRun(found.value.outcome, outcome).state !== 'rejected'
  }

  /** Follows a call until its outcome is written, or until the app quits. */
  const follow = (sent: InFlightCall, response: Promise<DialResult>, row?: ListRow): void => {
    const { callId } = sent.call
    inFlight.add(sent)
    const done = response
      .then(async (result) => {
        const mayPassOn = row !== undefined && !(await isOfOtherRequest(callId, result))
        // Storage gets the outcome first, and may write the record of the list's next call in the same transaction.
        const written = writeOutcome(sent, result)
        if (mayPassOn) row.onAnswer(result)
        return written
      })
      .finally(() => {
        inFlight.remove(callId)
        following.delete(callId)
        progressed()
      })
    following.set(callId, done)
    outcomes.announce([callId])
    watch(sent.call)
  }

  return {
    triggerCall,
    recentCalls: recorder.recentCalls,
    rememberNumber: recorder.rememberNumber,
    rememberCalls: recorder.rememberCalls,
    /** Forgets a number that was erased, as far as no guard needs it. */
    forgetNumber(phoneNumber: string): void {
      inFlight.forgetNumber(phoneNumber)
      recorder.forgetNumber(phoneNumber)
    },
    /** Prevents new calls; those in flight continue. */
    stopCalls: (): void => void (closing = true),
    /** Gives up writing outcomes that could not be written. */
    stop: (): void => void (stopped = true),
    /** Returns the calls whose response has not arrived or is not written yet. */
    inFlight: (): Call[] => inFlight.all().map(({ call }) => call),
    pending(): PendingCalls {
      const unanswered = inFlight.all().filter(({ answered }) => !answered)
      const milliseconds = Math.max(0, ...unanswered.map(({ until }) => until - monotonic()))
      return {
        calls: unanswered.length,
        unwritten: inFlight.all().length - unanswered.length,
        milliseconds: Math.ceil(milliseconds),
      }
    },
    /**
     * Registers a listener, which is invoked whenever a response arrives or is written; returns a function that removes
     * the listener.
     */
    onProgress(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Resolves when no call is being recorded or in flight. */
    async settled(): Promise<void> {
      const all = (): Promise<unknown>[] => [...triggering, ...following.values()]
      while (all().length > 0) await Promise.allSettled(all())
    },
  }
}

export type CallTrigger = ReturnType<typeof createCallTrigger>

/** Adds the call's ID to the context. The service stores the ID before it dials, and its run lists return it. */
const withReference = (draft: CallDraft, name: string | null): Outcome<InitialContext> => {
  if (name === null) return succeed(draft.initialContext)
  if (Object.hasOwn(draft.initialContext, name)) return invalid(['initialContext', name], 'referenceName', name)
  return succeed({ ...draft.initialContext, [name]: draft.callId })
}

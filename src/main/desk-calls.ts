import { createCallHistory } from './calls/call-history.ts'
import { createCallLedger } from './calls/call-ledger.ts'
import { createCallService } from './calls/call-service.ts'
import { createCloseCall } from './calls/close-call.ts'
import { createPlaceCall } from './calls/place-call.ts'
import { createEndCalls } from './calls/end-calls.ts'
import { createOwnCalls } from './calls/own-calls.ts'
import { createPlacedLately } from './calls/placed-lately.ts'
import { createRecallCall } from './calls/recall-call.ts'
import { createRepeatLeaves } from './calls/repeat-leave.ts'
import { createResumeCalls } from './calls/resume-calls.ts'
import type { Call } from '../contract/call.ts'
import type { Outcome } from '../contract/failure.ts'
import { createDeskCallList } from './desk-call-list.ts'
import type { DeskNetwork } from './desk-network.ts'
import type { DeskParts } from './desk.ts'
import type { HistoryService } from './history/history-service.ts'
import { createLookUps } from './look-ups/look-ups.ts'
import { createLiveRuns } from './runs/live-runs.ts'
import type { Connections } from './profiles/connections.ts'
import type { SettingsBook } from './settings/settings-book.ts'
import type { Storage } from './storage/storage.ts'

export type DeskCallsParts = Omit<DeskParts, 'storage'> & {
  storage: Storage
  settings: SettingsBook
  connections: Connections
  network: DeskNetwork
  history: HistoryService
  /** Told of each call as it stands after a step, once that is durable. */
  onCallMoved: (call: Call) => void
}

/** Everything about calls: placing, settling, looking up, closing, and their history. */
export const createDeskCalls = (parts: DeskCallsParts) => {
  const { storage, settings, connections, network, clock, announce } = parts
  const liveRuns = createLiveRuns({
    ...parts,
    clientOf: connections.client,
    announce: () => announce('liveRunsChanged', {}),
  })
  const ledger = createCallLedger({
    storage,
    clock,
    announce: (callIds) => announce('callsChanged', { callIds }),
    onMoved: (call) => {
      liveRuns.follow(call)
      parts.onCallMoved(call)
    },
  })
  const lookUps = createLookUps({
    ...parts,
    ledger,
    clientOf: connections.client,
    announce: () => announce('lookUpsChanged', {}),
  })
  const { watch } = lookUps
  const leaves = createRepeatLeaves({ monotonic: parts.monotonic, createId: parts.createUuid })
  const lately = createPlacedLately(parts.monotonic)
  const own = createOwnCalls()
  const recall = createRecallCall(storage)
  const { hasGap } = parts.history
  const place = createPlaceCall({ storage, settings, leaves, lately, own, recall, clock, hasGap })
  const resume = createResumeCalls({ storage, ledger, own, watch, after: parts.after })
  const resumed = async (): Promise<Outcome<unknown>> => {
    const done = await resume.ensure()
    if (!done.ok) return done
    const learned = await parts.history.learn()
    return learned.ok ? settings.read() : learned
  }
  const { createClient, dialMilliseconds } = network
  const { monotonic, after } = parts
  const placing = { own, resumed, place, recall, connections, createClient, dialMilliseconds }
  const calls = createCallService({ ...placing, ledger, monotonic, after, watch })
  const endCalls = createEndCalls({ calls, monotonic, after, tell: (waits) => announce('quitWaits', waits) })
  const callHistory = createCallHistory(storage)
  const callList = createDeskCallList({ ...parts, callHistory, endOf: liveRuns.endOf })
  const closeCall = createCloseCall({ history: callHistory, ledger, own, operator: parts.operator, watch })
  return { calls, endCalls, callHistory, callList, closeCall, lookUps, liveRuns, resume }
}

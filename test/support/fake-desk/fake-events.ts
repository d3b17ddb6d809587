import type { Desk } from '../../../src/contract/desk.ts'
import type { EventName } from '../../../src/contract/names.ts'
import type { Payload } from '../../../src/contract/events.ts'

/** Subscriptions of the fake desk, and how a test makes something be announced. */
export const createFakeEvents = () => {
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const subscribe =
    <N extends EventName>(name: N) =>
    (listener: (payload: Payload<N>) => void) => {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => void all.delete(listener)
    }
  const announce = <N extends EventName>(name: N, payload: Payload<N>): void => {
    // A set under a name holds only listeners that took that name's payload: `subscribe` is the one way in.
    for (const listener of listeners.get(name) ?? []) (listener as (payload: Payload<N>) => void)(payload)
  }
  const subscriptions = {
    onProfilesChanged: subscribe('profilesChanged'),
    onCallsChanged: subscribe('callsChanged'),
    onLookUpsChanged: subscribe('lookUpsChanged'),
    onLiveRunsChanged: subscribe('liveRunsChanged'),
    onHistoryChanged: subscribe('historyChanged'),
    onExportChanged: subscribe('exportChanged'),
    onDoctorChanged: subscribe('doctorChanged'),
    onRotationsChanged: subscribe('rotationsChanged'),
    onQuitWaits: subscribe('quitWaits'),
    onAskedChanged: subscribe('askedChanged'),
  } satisfies Partial<Desk>
  return { subscriptions, announce }
}

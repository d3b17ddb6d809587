import { events, type Payload } from '../../contract/events.ts'
import { eventChannel, type EventName } from '../../contract/names.ts'

/** Tells every open page that something changed. */
export type Announce = <N extends EventName>(name: N, payload: Payload<N>) => void

/** Makes an announcer over a way to send text to the page; what the contract does not name is stripped. */
export const createAnnounce =
  (send: (channel: string, text: string) => void): Announce =>
  (name, payload) =>
    send(eventChannel(name), JSON.stringify(events[name].parse(payload)))

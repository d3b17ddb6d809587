import type { Announce } from '../app/runtime.ts'
import { events } from '../../contract/api.ts'
import { eventChannel } from '../../contract/names.ts'

/** Returns a function that sends an event to the page as JSON; fields that the contract does not define are dropped. */
export const createAnnounce =
  (send: (channel: string, text: string) => void): Announce =>
  (name, payload) =>
    send(eventChannel(name), JSON.stringify(events[name].parse(payload)))

import { z } from 'zod'
import { callIdSchema } from './call.ts'
import type { EventName } from './names.ts'
import { profileIdSchema } from './profile.ts'
import type { Operations } from './operations.ts'

/** The events that main sends. An event reports a change; the page then requests the data that it shows. */
export const events = {
  /** `rekeyed` is a profile with a new key: data that was read with the old key is outdated. */
  profilesChanged: z.object({ rekeyed: profileIdSchema.optional() }),
  callsChanged: z.object({ callIds: z.array(callIdSchema) }),
  /** A reminder, a do-not-call entry or a refused key changed. */
  peopleChanged: z.object({}),
  reconciliationChanged: z.object({}),
  /** The service reported something new about a followed run. */
  liveRunsChanged: z.object({}),
  /** A link, the global shortcut or a clicked notification requested something. */
  externalRequestChanged: z.object({}),
  /** The state of the history on disk changed: recovered, read-only, usable again, or people erased. */
  historyChanged: z.object({}),
  /** The diagnosis has made progress. */
  doctorChanged: z.object({}),
  /** A list or its rows changed; at most ten times a second. */
  listsChanged: z.object({ listId: z.uuid() }),
  /** The number of calls that the running export has written. */
  exportChanged: z.object({ calls: z.int() }),
  /** A key rotation has completed a step, or stopped. */
  rotationsChanged: z.object({}),
  /**
   * The app is quitting and waits for the responses of this many calls, for at most this long, and for the disk to
   * save this many known results. With `mayLeave` the disk keeps rejecting them: the app exits by itself after these
   * milliseconds, and the user may exit now.
   */
  quitPending: z.object({ calls: z.int(), unwritten: z.int(), milliseconds: z.int(), mayLeave: z.boolean() }),
} as const satisfies Record<EventName, z.ZodType>

export type Payload<N extends EventName> = z.output<(typeof events)[N]>

type Listeners = { [N in EventName as `on${Capitalize<N>}`]: (listener: (payload: Payload<N>) => void) => () => void }

/** The type of `window.api`: one function per operation, one subscription per event, which returns its unsubscribe function. */
export type Api = Operations & Listeners

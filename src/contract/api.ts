import { z } from 'zod'
import { callIdSchema } from './call.ts'
import type { EventName } from './names.ts'
import { profileIdSchema } from './profile.ts'
import type { Operations } from './operations.ts'

/**
 * The events that the main process sends. An event reports only that something changed; the page then requests the
 * data.
 */
export const events = {
  /** `rekeyed` is the profile that got a new key: data read with the old key is outdated and must be reloaded. */
  profilesChanged: z.object({ rekeyed: profileIdSchema.optional() }),
  callsChanged: z.object({ callIds: z.array(callIdSchema) }),
  /** A reminder, a do-not-call entry or a refused key changed. */
  peopleChanged: z.object({}),
  reconciliationChanged: z.object({}),
  /** The service reported something new about a run that the main process polls. */
  liveRunsChanged: z.object({}),
  /** A link, the global shortcut or a clicked notification requested something. */
  externalRequestChanged: z.object({}),
  /** The history on disk was recovered, became read-only or usable again, or had a person's data erased. */
  historyChanged: z.object({}),
  /** An audited action has ended. */
  auditChanged: z.object({}),
  /** The diagnosis has made progress. */
  doctorChanged: z.object({}),
  /** After a profile's health check, another request had the opposite result: a response, or an unreachable service. */
  healthOutdated: z.object({ profileId: profileIdSchema }),
  /** A list or its rows changed. Sent at most ten times a second. */
  listsChanged: z.object({ listId: z.uuid() }),
  /** The number of calls that the current export has written so far. */
  exportChanged: z.object({ calls: z.int() }),
  /** A key rotation has completed a step, or stopped. */
  rotationsChanged: z.object({}),
  /** A user has entered a key in a form, or the app has dropped it. */
  enteredKeyChanged: z.object({}),
  /** No secret that Rundesk copied is on the clipboard anymore. */
  clipboardCleared: z.object({}),
  /**
   * The app is quitting. It waits for the responses to `calls` calls and for the disk to save `unwritten` known
   * results, for at most `milliseconds`. `mayLeave` means that the results still cannot be written to disk: the app
   * exits on its own when the time is up, and the user may exit now.
   */
  quitPending: z.object({ calls: z.int(), unwritten: z.int(), milliseconds: z.int(), mayLeave: z.boolean() }),
} as const satisfies Record<EventName, z.ZodType>

export type Payload<N extends EventName> = z.output<(typeof events)[N]>

type Listeners = { [N in EventName as `on${Capitalize<N>}`]: (listener: (payload: Payload<N>) => void) => () => void }

/**
 * The type of `window.api`: one function per operation and, per event, one that subscribes and returns the unsubscribe
 * function.
 */
export type Api = Operations & Listeners

import { z } from 'zod'
import { callIdSchema } from './call.ts'
import type { EventName } from './names.ts'
import { profileIdSchema } from './profile.ts'

/** What main announces. An event says that something changed; the page then asks for what it shows. */
export const events = {
  /** With `rekeyed`, this profile has another key than before: what was asked with the old one says nothing of it. */
  profilesChanged: z.object({ rekeyed: profileIdSchema.optional() }),
  callsChanged: z.object({ callIds: z.array(callIdSchema) }),
  lookUpsChanged: z.object({}),
  /** The service told something new about a run that is followed. */
  liveRunsChanged: z.object({}),
  /** Somebody outside the window asked for something: a link, the global shortcut, a clicked notification. */
  askedChanged: z.object({}),
  /** The state of the history on disk changed: recovered, read-only, usable again, or people erased. */
  historyChanged: z.object({}),
  /** The doctor has come further. */
  doctorChanged: z.object({}),
  /** So many calls have been written to the file of the export that is under way. */
  exportChanged: z.object({ calls: z.int() }),
  /** A rotation of a key has come a step further, or stopped. */
  rotationsChanged: z.object({}),
  /**
   * The app was asked to quit and waits: for the answers of so many calls, at the latest for so long, and for the disk to
   * take so many known answers. With `mayLeave` the disk has refused them for a while: the app ends by itself after these
   * milliseconds, and a person may end it now.
   */
  quitWaits: z.object({ calls: z.int(), unwritten: z.int(), milliseconds: z.int(), mayLeave: z.boolean() }),
} as const satisfies Record<EventName, z.ZodType>

export type Payload<N extends EventName> = z.output<(typeof events)[N]>

import { z } from 'zod'
import { callIdSchema } from './call.ts'
import type { EventName } from './names.ts'

/** What main announces. An event says that something changed; the page then asks for what it shows. */
export const events = {
  profilesChanged: z.object({}),
  callsChanged: z.object({ callIds: z.array(callIdSchema) }),
} as const satisfies Record<EventName, z.ZodType>

export type Payload<N extends EventName> = z.output<(typeof events)[N]>

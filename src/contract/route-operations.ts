import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { profileIdSchema } from './profile.ts'
import { chosenRouteSchema, routeIdKinds, routeLabelSchema, routeLabelsSchema } from './route.ts'
import { recordIdSchema } from './telephony.ts'

const ofProfile = z.object({ profileId: profileIdSchema })
const ofAgent = ofProfile.extend({ agentUuid: agentUuidSchema })

/** What this computer remembers of the ways out of a profile's calls. */
export const routeOperations = {
  /** What the calls to an agent were last sent through by a person's choice; null while nobody chose anything. */
  recallRoute: { input: ofAgent, output: z.object({ route: chosenRouteSchema.nullable() }) },
  rememberRoute: { input: ofAgent.extend({ route: chosenRouteSchema }), output: z.object({}) },
  /** What a person calls the ids that the service does not list. */
  listRouteLabels: { input: ofProfile, output: routeLabelsSchema },
  /** Gives an id a name, or takes it away with an empty one; answers all names as they are then. */
  labelRouteId: {
    input: ofProfile.extend({ kind: z.enum(routeIdKinds), id: recordIdSchema, label: routeLabelSchema }),
    output: routeLabelsSchema,
  },
} as const

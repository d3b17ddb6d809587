import { z } from 'zod'
import { agentSchema, agentUuidSchema, starredAgentsSchema } from './agent.ts'
import { agentTextSchema, rememberedFieldSchema } from './agent-text.ts'
import { appInfoSchema, keychainStatusSchema } from './app-info.ts'
import { auditOperations } from './audit-operations.ts'
import { artifactOperations } from './artifact-operations.ts'
import { askedOperations } from './asked-operations.ts'
import { callListOperations } from './call-list-operations.ts'
import { callDetailSchema, callDraftSchema, callIdSchema, callSchema } from './call.ts'
import type { Outcome } from './failure.ts'
import { healthSchema } from './health.ts'
import { erasedSchema, historyCheckSchema, historyHealthSchema } from './history.ts'
import { keyOperations } from './key-operations.ts'
import { liveRunSchema } from './live-run.ts'
import { lookUpSchema } from './look-up.ts'
import { settingsSchema } from './settings.ts'
import type { OperationName } from './names.ts'
import { calleeHourSchema } from './callee-hour.ts'
import { columnTargetSchema, longestPaste, mostColumns, pastedSchema } from './pasted.ts'
import { policyOperations } from './policy-operations.ts'
import { recentCallsSchema, recentRunsSchema } from './recent.ts'
import { mostOffers, phoneNumberReadingSchema } from './phone-number.ts'
import {
  keyCustodySchema,
  profileCheckSchema,
  profileColorSchema,
  profileIdSchema,
  profileListSchema,
  profileNameSchema,
  profileSchema,
  referenceNameSchema,
} from './profile.ts'
import { routeOperations } from './route-operations.ts'
import { runSchema } from './run.ts'
import { supportOperations } from './support-operations.ts'
import { callerIdSchema, recordIdSchema, telephonyConfigurationSchema } from './telephony.ts'
import { workflowOperations } from './workflow.ts'

const nothing = z.object({})
const ofCall = z.object({ callId: callIdSchema })
const toNumber = z.object({ phoneNumber: z.string().min(1).max(200), practice: z.boolean() })
const ofProfile = z.object({ profileId: profileIdSchema })
const ofAgent = ofProfile.extend({ agentUuid: agentUuidSchema })
/** Names a key that main holds for a few minutes while a form is open; it says nothing about the key. */
const entryIdSchema = z.uuid()
const label = { name: profileNameSchema, color: profileColorSchema }

/** Every operation of the bridge, written once: main's handlers, the preload and the page take their types from here. */
export const operations = {
  appInfo: { input: nothing, output: appInfoSchema },
  keychainStatus: { input: nothing, output: keychainStatusSchema },

  listProfiles: { input: nothing, output: profileListSchema },
  /** Hands a key to main once, typed or from the clipboard (which main reads itself). Only its length comes back. */
  enterKey: {
    input: z.discriminatedUnion('from', [
      z.object({ from: z.literal('typed'), text: z.string().max(4096) }),
      z.object({ from: z.literal('clipboard') }),
    ]),
    output: z.object({ entryId: entryIdSchema, length: z.int() }),
  },
  addProfile: {
    input: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('practice'), ...label }),
      z.object({
        kind: z.literal('service'),
        ...label,
        origin: z.string().max(2048),
        entryId: entryIdSchema,
        custody: keyCustodySchema,
        /** True saves the profile although the service could not be asked just now. A refused key is never saved. */
        unchecked: z.boolean(),
      }),
    ]),
    output: z.object({ profile: profileSchema, check: profileCheckSchema.nullable() }),
  },
  updateProfile: {
    input: ofProfile.extend({ ...label, referenceName: referenceNameSchema }),
    output: profileSchema,
  },
  replaceKey: {
    input: ofProfile.extend({ entryId: entryIdSchema, custody: keyCustodySchema }),
    output: profileSchema,
  },
  removeProfile: { input: ofProfile, output: nothing },
  selectProfile: { input: ofProfile, output: nothing },
  checkProfile: { input: ofProfile, output: profileCheckSchema },

  listAgents: { input: ofProfile, output: z.array(agentSchema) },
  /** What a call to an agent runs and which fields it asks for, as the service tells it now. */
  readAgentText: { input: ofAgent, output: agentTextSchema },
  /** The fields that the last calls to an agent carried, from this computer's history. */
  recallFields: { input: ofAgent, output: z.array(rememberedFieldSchema) },
  /** The agents that stand first in the list of this profile, because a person wants them at hand. */
  listStarredAgents: { input: ofProfile, output: starredAgentsSchema },
  /** Stars an agent, or takes its star; answers all that are starred then. */
  starAgent: { input: ofAgent.extend({ isStarred: z.boolean() }), output: starredAgentsSchema },
  listTelephonyConfigurations: { input: ofProfile, output: z.array(telephonyConfigurationSchema) },
  listCallerIds: {
    input: ofProfile.extend({ telephonyConfigurationId: recordIdSchema }),
    output: z.array(callerIdSchema),
  },
  ...routeOperations,

  /** Reads a typed or pasted number; `asTyped` keeps text that is no telephone number (a SIP endpoint) as it is. */
  readPhoneNumber: {
    input: z.object({ text: z.string().max(1000), asTyped: z.boolean() }),
    output: phoneNumberReadingSchema,
  },
  /** Every number a text may mean, the surest first, for a person to choose from; guesses are marked as such. */
  offerPhoneNumbers: {
    /** `callerId` is the number that the call would come from: its country is the first guess. */
    input: z.object({ text: z.string().max(4_000), callerId: z.string().max(300).nullable() }),
    output: z.object({ readings: z.array(phoneNumberReadingSchema).max(mostOffers) }),
  },
  /** What time it is where a number probably rings; `zone`, where a person knows better, takes the place of the guess. */
  calleeHour: {
    input: z.object({ phoneNumber: z.string().min(1).max(200), zone: z.string().max(80).nullable() }),
    output: calleeHourSchema,
  },
  /** What a pasted text is: a number, a choice of numbers, or a row of a spreadsheet laid over the agent's names. */
  readPasted: {
    input: z.object({
      text: z.string().max(longestPaste),
      /** The agent's variables as its text has them; null when they are not known. */
      names: z.array(z.string().min(1).max(300)).max(500).nullable(),
      agentUuid: agentUuidSchema.nullable(),
      callerId: z.string().max(300).nullable(),
    }),
    output: pastedSchema,
  },
  /** From now on the columns of this arrangement go here for this agent; one target a column. */
  rememberColumns: {
    input: z.object({
      agentUuid: agentUuidSchema,
      signature: z.string().regex(/^[\w-]{22}$/),
      targets: z.array(columnTargetSchema).min(1).max(mostColumns),
    }),
    output: nothing,
  },
  /** This computer's calls to a number, however it is written, from every profile; practice and real calls apart. */
  recentCalls: { input: toNumber, output: recentCallsSchema },
  /**
   * The service's own runs to a number in the last days, from every profile of this computer: one question a profile, and
   * none again within a minute. A service that cannot be asked is told as not asked, never as a failure.
   */
  recentRuns: { input: toNumber, output: recentRunsSchema },
  /** Answers as soon as the call is durable and on its way; what becomes of it is announced by `callsChanged`. */
  triggerCall: { input: callDraftSchema, output: callSchema },
  ...callListOperations,
  ...artifactOperations,
  getCall: { input: ofCall, output: callDetailSchema },
  /** What is being done about calls whose outcome is not known. */
  listLookUps: { input: nothing, output: z.array(lookUpSchema) },
  /** The accepted calls that are followed, or were a short while ago. */
  listLiveRuns: { input: nothing, output: z.array(liveRunSchema) },
  /** Follows the run of an accepted call, from now and anew, also where following it has ended. */
  followRun: { input: ofCall, output: nothing },
  /** Asks the service about an unresolved call now, and answers with the call as it stands afterwards. */
  lookUpCall: { input: ofCall, output: callSchema },
  /** A person says what became of a call that nothing else could resolve. */
  closeCall: {
    input: ofCall.extend({ verdict: z.enum(['placed', 'notPlaced']), note: z.string().trim().min(1).max(1000) }),
    output: callSchema,
  },

  ...keyOperations,
  ...workflowOperations,

  checkHealth: { input: ofProfile, output: healthSchema },
  ...supportOperations,
  lookUpRun: { input: ofProfile.extend({ workflowRunId: recordIdSchema }), output: runSchema },
  /** Puts a short text (a run id, an Agent UUID) on the clipboard. */
  copyText: { input: z.object({ text: z.string().min(1).max(2000) }), output: nothing },
  /** What lies on the clipboard, if it is a run id. Whatever else lies there, a key among it, is not told. */
  findOnClipboard: { input: nothing, output: z.object({ workflowRunId: recordIdSchema.nullable() }) },

  readSettings: { input: nothing, output: settingsSchema },
  changeSettings: { input: settingsSchema, output: settingsSchema },
  /** Hands the password of the proxy in the settings to main, which keeps it where keys are kept; empty removes it. */
  enterProxyPassword: { input: z.object({ text: z.string().max(512) }), output: nothing },
  /** Checks the whole history on disk against its chain. */
  checkHistory: { input: nothing, output: historyCheckSchema },
  historyHealth: { input: nothing, output: historyHealthSchema },
  /** Removes a person's number, contexts and words from everything this app wrote; run ids and outcomes stay. */
  erasePerson: { input: z.object({ phoneNumber: z.string().min(1).max(200) }), output: erasedSchema },
  /** A person has read that calls may be missing from the history; it is not asked about any more. */
  acknowledgeRecovery: { input: nothing, output: nothing },
  ...askedOperations,
  ...policyOperations,
  ...auditOperations,
} as const satisfies Record<OperationName, { input: z.ZodType; output: z.ZodType }>

type Table = typeof operations

/** What a handler receives: the parsed input. */
export type Input<N extends OperationName> = z.output<Table[N]['input']>
/** What a handler returns on success. */
export type Output<N extends OperationName> = z.output<Table[N]['output']>
/** Every operation as a function; main implements it, the page calls it. */
export type Operations = { [N in OperationName]: (input: Input<N>) => Promise<Outcome<Output<N>>> }

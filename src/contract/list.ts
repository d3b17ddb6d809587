import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { displayStates } from './call-list.ts'
import { callIdSchema } from './call.ts'
import { foundRuns } from './found-run.ts'
import { doNotCallProposalSchema } from './person.ts'
import { sameFileSchema } from './same-file.ts'
import { recordIdSchema } from './telephony.ts'

/** Maximum size of a list: rows, columns, bytes of its file, and characters of one row. */
export const listLimits = { rows: 1_000_000, columns: 500, bytes: 100 * 1024 * 1024, rowCharacters: 1_000_000 } as const

/**
 * The state of a row. `held`: it has a finding that the user must decide on. `ready`: it may be called once it is due.
 * `refused`: this list never calls it. `skipped`: the user left it out. `stopped`: it was ready when the user stopped the
 * list. All other states are those of the row's call.
 */
export const rowStates = ['held', 'ready', 'refused', 'skipped', 'stopped', ...displayStates] as const
export type RowState = (typeof rowStates)[number]

/** Returns a count of zero for each state of a row. */
export const noCounts = (): Record<RowState, number> =>
  // Object.fromEntries returns string keys.
  Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>

/** What a column fills. The user sees which columns fill nothing (`none`). */
export const listTargetSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('number') }),
  /** A variable in the initial context, named as in the agent's prompts and messages (with dots). */
  z.object({ to: z.literal('context'), name: z.string().min(1).max(300) }),
  z.object({ to: z.literal('timeZone') }),
  z.object({ to: z.literal('postalCode') }),
  z.object({ to: z.literal('state') }),
  z.object({ to: z.literal('consent') }),
  z.object({ to: z.literal('note') }),
  z.object({ to: z.literal('none') }),
])
export type ListTarget = z.infer<typeof listTargetSchema>

/** What the columns of earlier tables filled for an agent. Only a digest of the headers is stored. */
export const listLayoutsSchema = z.array(z.object({ signature: z.string(), targets: z.array(listTargetSchema) }))

/** Why a row is held. The user decides on all rows with the same finding at once. */
export const heldFindings = [
  'noCountryCode',
  'damagedNumber',
  'missingValue',
  'duplicate',
  'calledRecently',
  'unresolvedCall',
  'noTimeZone',
  'noConsent',
  'contextTooLarge',
  'containsKey',
] as const
/** Why a row is refused. No one can allow it in this list. */
export const refusedFindings = ['invalidNumber', 'emergencyNumber', 'shortNumber', 'doNotCall'] as const
export const findingCodes = [...heldFindings, ...refusedFindings] as const
export type FindingCode = (typeof findingCodes)[number]

/** What the user can do with all rows of a group. */
export const findingFixes = ['useCountry', 'callAnyway', 'leaveOut', 'chooseZone', 'repair'] as const
export type FindingFix = (typeof findingFixes)[number]

export const findingGroupSchema = z.object({
  code: z.enum(findingCodes),
  /** The variable without a value, for `missingValue`; otherwise empty. */
  name: z.string(),
  /** How many rows that are held, ready, refused or left out have the finding. */
  rows: z.int(),
  /** How many of these rows are held or refused: because of this finding, because of another one, or by the user. */
  held: z.int(),
  refused: z.int(),
  /** How many of the held rows become ready if the user decides to call the group anyway. */
  releasable: z.int(),
  /** To how many of these a call was answered, although a user resolved it as not placed. */
  answered: z.int().optional(),
  /** The newest event up to which these rows show calls. */
  event: z.int().optional(),
  /** The fixes that apply to this group, the recommended one first. Empty for a refused group. */
  fixes: z.array(z.enum(findingFixes)),
  /** The fix that was applied; null while the rows are held or refused. */
  fixed: z.enum(findingFixes).nullable(),
  /** The country or time zone that the user chose with `fixed`; otherwise empty. */
  value: z.string(),
})
export type FindingGroup = z.infer<typeof findingGroupSchema>

/** The purpose of a list's calls. `marketing` requires consent. */
export const listTypes = ['marketing', 'service', 'debt', 'other'] as const

/** `HH:MM`, 24 hours, in the recipient's local time. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const listOptionsSchema = z.object({
  type: z.enum(listTypes),
  /** Calling hours, in the recipient's local time. */
  hours: z.object({ from: timeOfDay, to: timeOfDay }),
  /** Days of the week on which the list calls, 1 (Monday) to 7. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  /** Maximum number of simultaneous calls, and how many of the organization's call slots are kept free. */
  atOnce: z.int().min(1).max(100),
  freeSlots: z.int().min(0).max(100),
  /** Numbers called within this many days are held. With 0, only if a single call would be refused or need a confirmation. */
  recentDays: z.int().min(0).max(365),
  /** The list pauses after this many calls; null for no limit. */
  maxCalls: z.int().min(1).nullable(),
  /** Retries after busy, no answer and calls that were certainly not placed. */
  retry: z.object({
    attempts: z.int().min(0).max(10),
    gapMinutes: z.int().min(5).max(10_080),
    perDay: z.int().min(1).max(3),
    perWeek: z.int().min(1).max(7),
  }),
})
export type ListOptions = z.infer<typeof listOptionsSchema>

export const defaultListOptions: ListOptions = {
  type: 'service',
  hours: { from: '09:00', to: '20:00' },
  days: [1, 2, 3, 4, 5, 6, 7],
  atOnce: 3,
  freeSlots: 2,
  recentDays: 0,
  maxCalls: null,
  retry: { attempts: 0, gapMinutes: 60, perDay: 3, perWeek: 7 },
}

/** The agent and its published version when the list started. The list pauses if that version changes. */
export const pinnedAgentSchema = z.object({
  agentUuid: agentUuidSchema,
  agentName: z.string(),
  /** A digest of the published definition and its variables; null before the list is started. */
  version: z.string().nullable(),
})

/** The telephony configuration and caller ID for all calls of the list, as shown on the start button. */
export const listRouteSchema = z.object({
  telephonyConfigurationId: recordIdSchema.nullable(),
  telephonyConfigurationName: z.string().nullable(),
  fromPhoneNumberId: recordIdSchema.nullable(),
  fromPhoneNumberText: z.string().nullable(),
})
export type ListRoute = z.infer<typeof listRouteSchema>

/**
 * `reading`: its rows are being imported; a list left in this state by a crash is removed. `draft`: its columns and
 * rows are being reviewed. `stopped`: the user ended it; its ready rows are `stopped`, too.
 */
export const listStates = ['reading', 'draft', 'running', 'paused', 'finished', 'stopped'] as const

/** Why Rundesk paused a list. */
export const brakes = [
  'noCredit',
  'keyRefused',
  'keyUnreadable',
  'profileRemoved',
  'agentArchived',
  'agentChanged',
  'agentSilent',
  'configurationNotReady',
  'carrierFailures',
  'serviceUnavailable',
  'diskRefused',
  'maxCalls',
  'heldRows',
  'historyGap',
  'guardsUnreadable',
  'clockChanged',
  'restarted',
] as const
export type Brake = (typeof brakes)[number]

export const listSchema = z.object({
  listId: z.uuid(),
  profileId: z.string(),
  /** Whether the list's profile is a practice profile; also known after the profile was removed. */
  practice: z.boolean(),
  name: z.string(),
  /** The detected encoding and separator, as shown; for XLSX, the sheet's name. */
  source: z.object({
    fileName: z.string().nullable(),
    format: z.enum(['csv', 'xlsx', 'paste']),
    encoding: z.string().nullable(),
    separator: z.string().nullable(),
    sheet: z.string().nullable(),
  }),
  state: z.enum(listStates),
  brake: z.object({ reason: z.enum(brakes), detail: z.string(), at: z.iso.datetime() }).nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  headers: z.array(z.string()),
  targets: z.array(listTargetSchema),
  agent: pinnedAgentSchema.nullable(),
  route: listRouteSchema.nullable(),
  options: listOptionsSchema,
  /** False until its rows were checked against the plan, so that it can't start yet. */
  checked: z.boolean(),
  /** Rows by state. Their sum is the number of rows in the file. */
  counts: z.record(z.enum(rowStates), z.int()),
  /**
   * Rows by state, like `counts`, but only those that may have been called without a record: their calls may be missing
   * from a recovered or shorter history. They are never copied to another list.
   */
  unclear: z.record(z.enum(rowStates), z.int()),
  /** Ready rows that are not due yet, and when the next one is due. */
  waiting: z.object({ rows: z.int(), until: z.iso.datetime().nullable() }),
  sameFileAs: sameFileSchema.nullable(),
})
export type List = z.infer<typeof listSchema>

export const listRowSchema = z.object({
  /** The row's number in the file, starting at 1 for the first row after the header. */
  row: z.int(),
  state: z.enum(rowStates),
  /** An E.164 number or an endpoint; null if the cell has no number. */
  phoneNumber: z.string().nullable(),
  phoneNumberDisplay: z.string(),
  cells: z.array(z.string()),
  timeZone: z.string().nullable(),
  dueAt: z.iso.datetime().nullable(),
  /** The row is due later because of the list's maximum of calls to its number. */
  waitsForLimit: z.literal(true).optional(),
  /** `decided`: the user decided that it doesn't hold the row. `event`: the last event of the calls that it shows. */
  findings: z.array(
    findingGroupSchema
      .pick({ code: true, name: true })
      .extend({ decided: z.literal(true).optional(), event: z.int().optional() }),
  ),
  attempts: z.int(),
  /** The row's call, also if it was held, refused or left out after it; null for a ready row and before the first call. */
  callId: callIdSchema.nullable(),
  workflowRunId: z.int().nullable(),
  changedAt: z.iso.datetime().nullable(),
  note: z.string(),
  /** Whether the user held the row; false if Rundesk did. */
  heldManually: z.boolean(),
  canBePutBack: z.literal(true).optional(),
  /** For a row that was left out: a new list from the remaining rows may have it. */
  mayBeCopied: z.literal(true).optional(),
  /** Until when the row waits for the run of a call that was resolved as not placed; null or absent if it doesn't. */
  lookUpEndsAt: z.iso.datetime().nullable().optional(),
  /** A run of the row's call or, for a row that is not being called, of a call to its number, that a person resolved as not placed. */
  foundRun: z.enum(foundRuns).optional(),
  /** The call that an `unresolvedCall` finding shows, as it is now; `who`: the person who has resolved it. */
  unresolvedCall: z.object({ state: z.enum(displayStates), isResolved: z.boolean(), who: z.string() }).optional(),
  /** For a held row: the newest call to its number that rang or may have rung, if its findings show that there was one. */
  lastCall: z.object({ state: z.enum(displayStates), at: z.iso.datetime() }).optional(),
})
export type ListRow = z.infer<typeof listRowSchema>

/** The outcomes in one period of the chart. */
export const outcomePeriodSchema = z.object({
  from: z.iso.datetime(),
  counts: z.record(z.enum(rowStates), z.int()),
})

const nothing = z.object({})
const ofList = z.object({ listId: z.uuid() })
const ofRow = ofList.extend({ row: z.int().min(1) })

/** The operations on call lists. `listsChanged` reports every change with the list's ID. */
export const listOperations = {
  /**
   * Opens the file that the user dropped on the page, or lets them choose one; `list` is null if none was chosen. After
   * a drop, the page sends an empty `droppedPath`. SECURITY: the preload replaces it, so that the page can't name a
   * file.
   */
  openListFile: {
    input: z.object({ profileId: z.string(), droppedPath: z.string().max(4096).optional() }),
    output: z.object({ list: listSchema.nullable() }),
  },
  /** Creates a list from pasted rows. */
  openListText: { input: z.object({ profileId: z.string(), text: z.string() }), output: listSchema },
  openPracticeList: { input: z.object({ profileId: z.string() }), output: listSchema },
  /** The lists of every profile, newest first. */
  listLists: { input: nothing, output: z.array(listSchema) },
  getList: { input: ofList, output: listSchema },
  removeList: { input: ofList, output: nothing },
  /**
   * Sets a draft's agent, columns, route and options, and checks every row again. If `targets` is null, uses the last
   * targets for this agent and these headers or, if there are none, those that the main process suggests.
   */
  saveListPlan: {
    input: ofList.extend({
      name: z.string().trim().min(1).max(200),
      agentUuid: agentUuidSchema,
      targets: z.array(listTargetSchema).max(listLimits.columns).nullable(),
      route: listRouteSchema,
      options: listOptionsSchema,
    }),
    output: listSchema,
  },
  listFindings: { input: ofList, output: z.array(findingGroupSchema) },
  /**
   * Applies a fix to all held rows of a group; null undoes it, so that they are held again. `useCountry` needs
   * `country`, `chooseZone` needs `zone`. `callAnyway` does not apply to more rows or newer calls than were `shown`.
   */
  fixFinding: {
    input: ofList.extend({
      code: z.enum(heldFindings),
      name: z.string(),
      fix: z.enum(findingFixes).nullable(),
      shown: findingGroupSchema.pick({ rows: true, releasable: true, event: true }),
      country: z.string().length(2).optional(),
      zone: z.string().max(80).optional(),
    }),
    output: listSchema,
  },
  listRows: {
    input: ofList.extend({
      states: z.array(z.enum(rowStates)),
      finding: z.enum(findingCodes).nullable(),
      search: z.string().max(200),
      /** `file`: by row number. `latest`: most recently changed first. */
      order: z.enum(['file', 'latest']),
      from: z.int().min(0),
      limit: z.int().min(1).max(500),
    }),
    output: z.object({ rows: z.array(listRowSchema), total: z.int() }),
  },
  /** Returns the rows with the longest, the shortest and the fewest values, for the preview. */
  listPreviewRows: {
    input: ofList,
    output: z.object({ longest: listRowSchema, shortest: listRowSchema, emptiest: listRowSchema }).nullable(),
  },
  changeRow: {
    input: ofRow.extend({
      action: z.discriminatedUnion('kind', [
        /** `putBack` undoes `leaveOut` for a row that was never called: its findings, or the user's hold, hold it again. */
        z.object({ kind: z.enum(['hold', 'leaveOut', 'putBack', 'callFirst']) }),
        /** What the user saw: a row with other findings or calls, or another look-up to wait for, is not released. */
        z.object({
          kind: z.literal('release'),
          findings: listRowSchema.shape.findings,
          lookUpEndsAt: listRowSchema.shape.lookUpEndsAt,
        }),
        /** Allowed only after a call that certainly was not placed or reached no one, and as the user saw it. */
        listRowSchema.pick({ callId: true, foundRun: true }).extend({ kind: z.literal('callAgain') }),
        z.object({ kind: z.literal('setNote'), note: z.string().trim().max(2000) }),
      ]),
    }),
    output: listRowSchema,
  },
  /**
   * Checks a draft again if its last check has ended, because the do-not-call list, the settings or the calls to its
   * numbers may have changed since.
   */
  recheckList: { input: ofList, output: listSchema },
  /**
   * Starts or resumes calling. `calls` is the number on the button; the list does not start if its number of ready rows
   * differs.
   */
  startList: { input: ofList.extend({ calls: z.int() }), output: listSchema },
  pauseList: { input: ofList, output: listSchema },
  stopList: { input: ofList, output: listSchema },
  /**
   * Returns when a list's ready rows will have been called once (rounded up to a minute), at its pace, when they are
   * due, within its calling hours and its maximum of calls per number; `endsAt` is null if that takes more than two
   * weeks. `pausesAfter` is the list's maximum number of calls if the list will pause before that; null otherwise.
   * `atOnce` is how many calls may be in progress: the list's number, or fewer if the service reports a limit or
   * refused calls because of too many. After such a refusal, no call starts before `resumesAt`; null otherwise. `later`
   * is how many ready rows can't be called now; `startsAt` is when the first one can, or null if one can now.
   * `blocking` is how many calls without a result use all slots; otherwise 0. `callSeconds` is how long a call is
   * expected to take: as long as the agent's recent calls; without any, two minutes. Null without an agent or ready row.
   */
  forecastList: {
    input: ofList,
    output: z
      .object({
        endsAt: z.iso.datetime().nullable(),
        pausesAfter: z.int().nullable(),
        atOnce: z.int(),
        resumesAt: z.iso.datetime().nullable(),
        startsAt: z.iso.datetime().nullable(),
        later: z.int(),
        blocking: z.int(),
        callSeconds: z.int(),
      })
      .nullable(),
  },
  listOutcomes: { input: ofList, output: z.object({ minutes: z.int(), periods: z.array(outcomePeriodSchema) }) },
  /** Returns up to 1,000 rows whose call has the disposition `do_not_call`; numbers without an entry come first. */
  listDoNotCallProposals: { input: ofList, output: z.array(doNotCallProposalSchema) },
  /**
   * Returns how many rows in each state `copyRows` would copy. Never copied are rows whose outcome is unknown, those that
   * may have been called without a record, those with an earlier call that seemed to have reached no one until a late
   * response or a run disproved it, and erased rows.
   */
  countCopyableRows: { input: ofList, output: z.record(z.enum(rowStates), z.int()) },
  /** Creates a list from the rows in these states that `countCopyableRows` counts. */
  copyRows: { input: ofList.extend({ states: z.array(z.enum(rowStates)) }), output: listSchema },
  /** Writes the report to a file that the user chooses; `fileName` is null if they chose none. */
  saveListReport: {
    input: ofList.extend({ showNumbers: z.boolean() }),
    output: z.object({ fileName: z.string().nullable(), rows: z.int() }),
  },
} as const

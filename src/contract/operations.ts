import { z } from 'zod'
import {
  agentNameSchema,
  agentSchema,
  agentTextSchema,
  agentUuidSchema,
  recentFieldSchema,
  starredAgentsSchema,
  workflowCreationSchema,
  workflowFileSchema,
} from './agent.ts'
import {
  appInfoSchema,
  erasedSchema,
  healthHourSchema,
  healthSchema,
  historyCheckSchema,
  historyHealthSchema,
  keychainStatusSchema,
} from './app-status.ts'
import { auditCheckSchema, listedAuditEntrySchema } from './audit.ts'
import {
  calledAgentSchema,
  callFilterSchema,
  callPageSchema,
  callSearchSchema,
  exportFormats,
  exportSchema,
  learnedFacetSchema,
  recentCallsSchema,
  recentRunsSchema,
  savedViewSchema,
} from './call-list.ts'
import { callDetailSchema, callDraftSchema, callIdSchema, callNoteSchema, callSchema } from './call.ts'
import { organizationDaySchema } from './day.ts'
import { doctorReportSchema, doctorSubjectSchema } from './doctor.ts'
import { checkedEvidenceSchema, sealSchema } from './evidence.ts'
import { externalRequestSchema, osIntegrationStatusSchema } from './external-request.ts'
import type { Outcome } from './failure.ts'
import {
  keyCreationSchema,
  keyNameSchema,
  keyReasonSchema,
  listedKeySchema,
  rotationSchema,
  sealedFileSchema,
} from './key.ts'
import { listOperations } from './list.ts'
import type { OperationName } from './names.ts'
import { columnTargetSchema, maxColumns, pastedSchema, pasteSchema } from './pasted.ts'
import { personOperations, toNumber } from './person.ts'
import { calleeHourSchema, maxSuggestions, phoneNumberReadingSchema } from './phone-number.ts'
import { policyStatusSchema } from './policy.ts'
import {
  entryIdSchema,
  importTargetSchema,
  keyEntrySchema,
  keyImportSchema,
  keyStorageSchema,
  newProfileSchema,
  profileCheckSchema,
  profileColorSchema,
  profileIdSchema,
  profileLabel,
  profileListSchema,
  profileNameSchema,
  profileSchema,
  referenceNameSchema,
} from './profile.ts'
import {
  liveRunSchema,
  reconciliationJobSchema,
  recordingPieceSchema,
  recordingSchema,
  runSchema,
  transcriptSchema,
} from './run.ts'
import { settingsSchema } from './settings.ts'
import {
  callerIdSchema,
  chosenRouteSchema,
  recordIdSchema,
  routeIdKinds,
  routeLabelSchema,
  routeLabelsSchema,
  telephonyConfigurationSchema,
} from './telephony.ts'

const nothing = z.object({})
const ofProfile = z.object({ profileId: profileIdSchema })
const ofAgent = ofProfile.extend({ agentUuid: agentUuidSchema })
const ofCall = z.object({ callId: callIdSchema })
const ofRun = ofProfile.extend({ workflowRunId: recordIdSchema })
const ofRecording = z.object({ recordingId: z.uuid() })
const ofKey = ofProfile.extend({ apiKeyId: recordIdSchema })
/** A new key that main holds until it is saved or discarded. The id reveals nothing about the key. */
const ofNewKey = z.object({ newKeyId: z.uuid() })
/** Selects the calls that match the search and the filter; without a filter, every call. */
const callSelection = { search: callSearchSchema, filter: callFilterSchema.optional() }

/** Every IPC operation. The handlers in main, the preload and the page take their types from this table. */
export const operations = {
  appInfo: { input: nothing, output: appInfoSchema },
  keychainStatus: { input: nothing, output: keychainStatusSchema },

  listProfiles: { input: nothing, output: profileListSchema },
  /** Passes a key to main once, typed or from the clipboard, which main reads itself. Only its length is returned. */
  stageKey: { input: keyEntrySchema, output: z.object({ entryId: entryIdSchema, length: z.int() }) },
  addProfile: {
    input: newProfileSchema,
    output: z.object({ profile: profileSchema, check: profileCheckSchema.nullable() }),
  },
  updateProfile: {
    input: ofProfile.extend({ ...profileLabel, referenceName: referenceNameSchema }),
    output: profileSchema,
  },
  replaceKey: {
    input: ofProfile.extend({
      entryId: entryIdSchema,
      keyStorage: keyStorageSchema,
      /** True moves the profile to the key's organization. If false, a key of another organization is refused. */
      otherOrganization: z.boolean().optional(),
    }),
    output: profileSchema,
  },
  removeProfile: { input: ofProfile, output: nothing },
  selectProfile: { input: ofProfile, output: nothing },
  checkProfile: { input: ofProfile, output: profileCheckSchema },

  listAgents: { input: ofProfile, output: z.array(agentSchema) },
  /** The published text of an agent and its fields, read from the service now. */
  readAgentText: { input: ofAgent, output: agentTextSchema },
  /** The fields that the last calls to an agent sent, from this computer's history. */
  listRecentFields: { input: ofAgent, output: z.array(recentFieldSchema) },
  listStarredAgents: { input: ofProfile, output: starredAgentsSchema },
  /** Stars or unstars an agent; returns all starred agents. */
  starAgent: { input: ofAgent.extend({ isStarred: z.boolean() }), output: starredAgentsSchema },
  /** Lets the user choose a workflow file and returns its content; `file` is null if none was chosen. */
  chooseWorkflowFile: { input: nothing, output: z.object({ file: workflowFileSchema.nullable() }) },
  /** Creates an agent from the chosen file under an unused name. The service publishes it at once. */
  createWorkflow: {
    input: ofProfile.extend({ fileId: z.uuid(), name: agentNameSchema }),
    output: workflowCreationSchema,
  },

  listTelephonyConfigurations: { input: ofProfile, output: z.array(telephonyConfigurationSchema) },
  listCallerIds: {
    input: ofProfile.extend({ telephonyConfigurationId: recordIdSchema }),
    output: z.array(callerIdSchema),
  },
  /** The route last chosen for calls to an agent; null before the first choice. */
  readLastRoute: { input: ofAgent, output: z.object({ route: chosenRouteSchema.nullable() }) },
  saveLastRoute: { input: ofAgent.extend({ route: chosenRouteSchema }), output: nothing },
  /** The user's names for IDs that the service does not list. */
  listRouteLabels: { input: ofProfile, output: routeLabelsSchema },
  /** Names an ID, or removes its name if `label` is empty; returns all names. */
  labelRouteId: {
    input: ofProfile.extend({ kind: z.enum(routeIdKinds), id: recordIdSchema, label: routeLabelSchema }),
    output: routeLabelsSchema,
  },

  /** Reads a typed or pasted number. With `asTyped`, text other than a telephone number (such as a SIP endpoint) is unchanged. */
  readPhoneNumber: {
    input: z.object({ text: z.string().max(1000), asTyped: z.boolean() }),
    output: phoneNumberReadingSchema,
  },
  /** The numbers that a text may mean, most likely first; assumptions are marked. */
  suggestPhoneNumbers: {
    /** `callerId` is the caller's number: its country is the first guess. */
    input: z.object({ text: z.string().max(4_000), callerId: z.string().max(300).nullable() }),
    output: z.object({ readings: z.array(phoneNumberReadingSchema).max(maxSuggestions) }),
  },
  /** The local time where a number probably rings. `zone` replaces the guess. */
  calleeHour: {
    input: z.object({ phoneNumber: z.string().min(1).max(200), zone: z.string().max(80).nullable() }),
    output: calleeHourSchema,
  },
  /** Reads pasted text: a number, several numbers, or a spreadsheet row mapped to the agent's names. */
  readPasted: { input: pasteSchema, output: pastedSchema },
  /** Saves where the columns of this arrangement go for this agent, one target per column. */
  saveColumnMapping: {
    input: z.object({
      agentUuid: agentUuidSchema,
      signature: z.string().regex(/^[\w-]{22}$/),
      targets: z.array(columnTargetSchema).min(1).max(maxColumns),
    }),
    output: nothing,
  },
  /** This computer's calls to a number, in any format, from every profile; either practice or real calls. */
  recentCalls: { input: toNumber, output: recentCallsSchema },
  /**
   * The service's runs to a number in the last days, from every profile: one request per profile, at most once a
   * minute. A profile whose service does not answer is marked; it is not a failure.
   */
  recentRuns: { input: toNumber, output: recentRunsSchema },
  /**
   * The outbound calls of the profile's organization since a time, from every computer and campaign, counted
   * from the service's list: at most the newest 2,000 runs.
   */
  readOrganizationDay: { input: ofProfile.extend({ since: z.iso.datetime() }), output: organizationDaySchema },

  ...personOperations,

  /** Returns when the call is recorded and on its way; `callsChanged` announces its outcome. */
  triggerCall: { input: callDraftSchema, output: callSchema },
  getCall: { input: ofCall, output: callDetailSchema },
  listCalls: {
    input: z.object({
      ...callSelection,
      /** Continue after this call (newest first); null starts at the newest. */
      after: callIdSchema.nullable(),
      /** Instead of `after`: start at this sequence number of the whole history, counted from the oldest call, or below. */
      from: z.int().min(1).optional(),
      limit: z.int().min(1).max(200),
    }),
    output: callPageSchema,
  },
  /** The calls of every profile that became this run, then the `candidate` calls that may have become it. */
  listCallsOfRun: { input: z.object({ workflowRunId: recordIdSchema }), output: z.array(callSchema) },
  /** The agents that were called from this computer, most recently used first. */
  listCalledAgents: { input: nothing, output: z.array(calledAgentSchema) },
  /** What the agents learned in the newest calls, to filter by, most frequent first. */
  listLearned: { input: nothing, output: z.array(learnedFacetSchema) },
  /** Replaces the note of a call; an empty note removes it. */
  setCallNote: {
    input: ofCall.extend({ note: z.string().trim().max(2000) }),
    output: z.object({ note: callNoteSchema.nullable() }),
  },
  listViews: { input: nothing, output: z.array(savedViewSchema) },
  /** Saves a view under the id that the page created, replacing one with that id; returns all views. */
  saveView: { input: savedViewSchema, output: z.array(savedViewSchema) },
  deleteView: { input: z.object({ viewId: z.uuid() }), output: z.array(savedViewSchema) },
  /**
   * Writes the selected calls to a file that the person chooses and returns when it is complete; `exportChanged`
   * announces progress. `file` is null when no file was chosen or the export was cancelled.
   */
  exportCalls: { input: z.object({ ...callSelection, format: z.enum(exportFormats) }), output: exportSchema },
  cancelExport: { input: nothing, output: nothing },

  /** SECURITY: main fetches a run's artifacts; their URLs never reach the page. */
  readTranscript: { input: ofRun, output: transcriptSchema },
  /** Fetches a recording and keeps it in memory, for `readRecording` to return in pieces. */
  openRecording: { input: ofRun, output: recordingSchema },
  readRecording: { input: ofRecording.extend({ from: z.int().min(0) }), output: recordingPieceSchema },
  /** Frees a recording; main frees one that stays open after ten minutes. */
  closeRecording: { input: ofRecording, output: nothing },
  getRun: { input: ofRun, output: runSchema },
  /** The accepted calls that main polls, and those it polled until a short while ago. */
  listLiveRuns: { input: nothing, output: z.array(liveRunSchema) },
  /** Starts to poll the run of an accepted call, again if polling has ended. */
  followRun: { input: ofCall, output: nothing },

  listReconciliationJobs: { input: nothing, output: z.array(reconciliationJobSchema) },
  /** Queries the service about an unresolved call now and returns the call afterwards. */
  reconcileCall: { input: ofCall, output: callSchema },
  /** Records a person's decision about a call that nothing else could resolve. */
  resolveCall: {
    input: ofCall.extend({ decision: z.enum(['placed', 'notPlaced']), note: z.string().trim().min(1).max(1000) }),
    output: callSchema,
  },

  // SECURITY: the text of a key crosses none of the operations below, in either direction.
  listKeys: { input: ofProfile.extend({ includeArchived: z.boolean() }), output: z.array(listedKeySchema) },
  /**
   * Archives a key. A key that this app uses requires its name as `confirmation`. `compromised` is the reason why
   * others may have it; main stores it.
   */
  archiveKey: {
    input: ofKey.extend({ confirmation: z.string().max(300), compromised: keyReasonSchema.nullable() }),
    output: z.array(listedKeySchema),
  },
  /** Reactivates a key. One that was archived as compromised requires a reason. */
  reactivateKey: { input: ofKey.extend({ reason: z.string().trim().max(300) }), output: z.array(listedKeySchema) },
  /** An unused name for a new key: the computer, the person, the day. */
  suggestKeyName: { input: ofProfile, output: z.object({ name: z.string() }) },
  /** Creates a key under an unused name. Main keeps its text under `newKeyId`. */
  createKey: { input: ofProfile.extend({ name: keyNameSchema }), output: keyCreationSchema },
  /** Copies the new key and clears the clipboard after `seconds` and when the app quits. */
  copyNewKey: { input: ofNewKey, output: z.object({ seconds: z.int() }) },
  /** Shows the new key in a native window. */
  revealNewKey: { input: ofNewKey, output: nothing },
  /** Saves the new key as a profile once the service accepts it. */
  saveNewKey: {
    input: ofNewKey.extend({ name: profileNameSchema, color: profileColorSchema, keyStorage: keyStorageSchema }),
    output: profileSchema,
  },
  /** Discards the new key; its text cannot be shown again. */
  discardNewKey: { input: ofNewKey, output: nothing },

  /** The unfinished rotation that concerns a profile, or its last one. */
  readRotation: { input: ofProfile, output: z.object({ rotation: rotationSchema.nullable() }) },
  /** Replaces this profile's key wherever this computer uses it; returns when the rotation ended or stopped. */
  rotateKey: { input: ofProfile, output: rotationSchema },
  resumeRotation: { input: ofProfile, output: rotationSchema },
  /** Undoes an unfinished rotation: the old key works again and the new one does not. */
  undoRotation: { input: ofProfile, output: rotationSchema },

  /**
   * Writes the profile's key into an encrypted file and shows its passphrase in a native window.
   * `fileName` is null when no file was chosen.
   */
  exportKey: { input: ofProfile, output: z.object({ fileName: z.string().nullable() }) },
  /** Lets the person choose an encrypted key file; `sealed` is null when none was chosen. */
  chooseSealedFile: { input: nothing, output: z.object({ sealed: sealedFileSchema.nullable() }) },
  /** Opens the chosen file with a passphrase that was staged like a key, and adds its content as a profile. */
  openSealedFile: {
    input: z.object({
      sealedId: z.uuid(),
      entryId: z.uuid(),
      keyStorage: keyStorageSchema,
      /** The profile that gets the key, or a new one; without it, the answer names the profiles of its organization. */
      target: importTargetSchema.optional(),
    }),
    output: keyImportSchema,
  },

  checkHealth: { input: ofProfile, output: healthSchema },
  /** One profile's health checks of the last hour, oldest first, from memory. */
  listHealth: { input: ofProfile, output: healthHourSchema },
  /** Cancels a running diagnosis, starts a new one and returns its first state; `doctorChanged` announces progress. */
  startDoctor: { input: z.object({ subject: doctorSubjectSchema }), output: doctorReportSchema },
  /** The last diagnosis, or null before the first. */
  readDoctor: { input: nothing, output: doctorReportSchema.nullable() },
  /** Stops the running diagnosis and keeps its results. */
  cancelDoctor: { input: nothing, output: nothing },
  /**
   * Writes a masked record of a call to one HTML file that the person chooses. `seal` is the file's SHA-256;
   * both are null when no file was chosen.
   */
  saveEvidence: { input: ofCall, output: z.object({ file: z.string().nullable(), seal: z.string().nullable() }) },
  /** Checks whether a chosen file is the evidence that Rundesk wrote and, with a noted seal, whether it is that file. */
  checkEvidence: { input: z.object({ seal: sealSchema.nullable() }), output: checkedEvidenceSchema },
  /** The redacted diagnostics, to read before saving. Main keeps them for ten minutes. */
  previewDiagnostics: { input: nothing, output: z.object({ diagnosticsId: z.uuid(), text: z.string().max(600_000) }) },
  /** Writes exactly the previewed text to a file that the person chooses; `file` is null when none was. */
  saveDiagnostics: {
    input: z.object({ diagnosticsId: z.uuid() }),
    output: z.object({ file: z.string().nullable() }),
  },

  /** Copies a short text such as a run id or an Agent UUID. */
  copyText: { input: z.object({ text: z.string().min(1).max(2000) }), output: nothing },
  /** The run id on the clipboard, or null. SECURITY: no other clipboard content is returned. */
  findRunIdOnClipboard: { input: nothing, output: z.object({ workflowRunId: recordIdSchema.nullable() }) },

  readSettings: { input: nothing, output: settingsSchema },
  changeSettings: { input: settingsSchema, output: settingsSchema },
  /** Stores the proxy password where keys are stored; an empty text removes it. */
  setProxyPassword: { input: z.object({ text: z.string().max(512) }), output: nothing },
  readPolicy: { input: nothing, output: policyStatusSchema },

  /** Verifies the hash chain of the whole history on disk. */
  checkHistory: { input: nothing, output: historyCheckSchema },
  historyHealth: { input: nothing, output: historyHealthSchema },
  /**
   * Erases a person's number, contexts and words from everything this app wrote; run ids and outcomes stay.
   * `keepDoNotCall` keeps the person's do-not-call entry as a keyed hash.
   */
  erasePerson: {
    input: z.object({ phoneNumber: z.string().min(1).max(200), keepDoNotCall: z.boolean().optional() }),
    output: erasedSchema,
  },
  /** Confirms that a person read that calls may be missing from the history. */
  acknowledgeRecovery: { input: nothing, output: nothing },

  /** Audit entries before this sequence number, newest first. */
  listAudit: {
    input: z.object({ before: z.int().nullable(), limit: z.int().min(1).max(200) }),
    output: z.object({ entries: z.array(listedAuditEntrySchema), more: z.boolean() }),
  },
  checkAudit: { input: nothing, output: auditCheckSchema },
  /** Writes the audit log as JSON Lines to a chosen file; `file` is its name, null when none was chosen. */
  exportAudit: { input: nothing, output: z.object({ file: z.string().nullable(), entries: z.int() }) },

  /** Returns the last external request once, or null. It starts nothing: the page only fills fields from it. */
  takeExternalRequest: { input: nothing, output: z.object({ request: externalRequestSchema.nullable() }) },
  readOsIntegration: { input: nothing, output: osIntegrationStatusSchema },

  ...listOperations,
} as const satisfies Record<OperationName, { input: z.ZodType; output: z.ZodType }>

type Table = typeof operations

/** What a handler receives: the parsed input. */
export type Input<N extends OperationName> = z.output<Table[N]['input']>
/** What a handler returns on success. */
export type Output<N extends OperationName> = z.output<Table[N]['output']>
/** The operations as functions: main implements them and the page calls them. */
export type Operations = { [N in OperationName]: (input: Input<N>) => Promise<Outcome<Output<N>>> }

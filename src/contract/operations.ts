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
import { auditOperations } from './audit.ts'
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
import { callDetailSchema, callDraftSchema, callIdSchema, callNoteSchema, callSchema, decisionSchema } from './call.ts'
import { organizationDaySchema } from './day.ts'
import { doctorReportSchema, doctorSubjectSchema } from './doctor.ts'
import { checkedEvidenceSchema, savedEvidenceSchema, sealSchema } from './evidence.ts'
import { externalRequestSchema, osIntegrationStatusSchema } from './external-request.ts'
import { failureSchema, type Outcome } from './failure.ts'
import {
  keyCreationSchema,
  newKeySchema,
  keyNameSchema,
  keyReasonSchema,
  listedKeySchema,
  rotationSchema,
  sealedFileSchema,
} from './key.ts'
import { initialContextSchema } from './initial-context.ts'
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
import { settingsSchema, unsavedForms } from './settings.ts'
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
const ofRun = ofProfile.extend({ workflowRunId: recordIdSchema, ...ofCall.shape })
const ofRecording = z.object({ recordingId: z.uuid() })
const ofKey = ofProfile.extend({ apiKeyId: recordIdSchema })
/** A new key that the main process holds until it is saved or discarded. Its ID reveals nothing about the key. */
const ofNewKey = z.object({ newKeyId: z.uuid() })
/** Selects the calls that match the search and the filter; without a filter, every call. */
const callSelection = { search: callSearchSchema, filter: callFilterSchema.optional() }

/** Every IPC operation. The handlers, the preload and the page derive their types from this table. */
export const operations = {
  appInfo: { input: nothing, output: appInfoSchema },
  keychainStatus: { input: nothing, output: keychainStatusSchema },
  listProfiles: { input: nothing, output: profileListSchema },
  /** Passes a typed or copied key to the main process once. Returns an ID and the length. */
  stageKey: { input: keyEntrySchema, output: z.object({ entryId: entryIdSchema, length: z.int() }) },
  /** Drops a staged key whose field was cleared or whose form was closed. */
  forgetStagedKey: { input: z.object({ entryId: entryIdSchema }), output: nothing },
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
      /** True moves the profile to the key's organization. Otherwise, a key of another organization is refused. */
      otherOrganization: z.boolean().optional(),
    }),
    output: profileSchema,
  },
  removeProfile: { input: ofProfile, output: nothing },
  selectProfile: { input: ofProfile, output: nothing },
  checkProfile: { input: ofProfile, output: profileCheckSchema },

  listAgents: { input: ofProfile, output: z.array(agentSchema) },
  /** Reads an agent's published definition from the service. */
  readAgentText: { input: ofAgent, output: agentTextSchema },
  /** Returns the fields that recent calls to an agent sent, from this computer's history. */
  listRecentFields: { input: ofAgent, output: z.array(recentFieldSchema) },
  listStarredAgents: { input: ofProfile, output: starredAgentsSchema },
  /** Stars or unstars an agent; returns all starred agents. */
  starAgent: { input: ofAgent.extend({ isStarred: z.boolean() }), output: starredAgentsSchema },
  /** Lets the user choose a workflow file and returns its summary; `file` is null if none was chosen. */
  chooseWorkflowFile: { input: nothing, output: z.object({ file: workflowFileSchema.nullable() }) },
  /** Creates an agent from the chosen file under an unused name. The service publishes it immediately. */
  createWorkflow: {
    input: ofProfile.extend({ fileId: z.uuid(), name: agentNameSchema }),
    output: workflowCreationSchema,
  },

  listTelephonyConfigurations: { input: ofProfile, output: z.array(telephonyConfigurationSchema) },
  listCallerIds: {
    input: ofProfile.extend({ telephonyConfigurationId: recordIdSchema }),
    output: z.array(callerIdSchema),
  },
  /** Returns the route that was last chosen for calls to an agent; null before the first choice. */
  readLastRoute: { input: ofAgent, output: z.object({ route: chosenRouteSchema.nullable() }) },
  saveLastRoute: { input: ofAgent.extend({ route: chosenRouteSchema }), output: nothing },
  /** Returns the user's names for IDs that the service does not list. */
  listRouteLabels: { input: ofProfile, output: routeLabelsSchema },
  /** Names an ID, or removes its name if `label` is empty. Returns all names. */
  labelRouteId: {
    input: ofProfile.extend({ kind: z.enum(routeIdKinds), id: recordIdSchema, label: routeLabelSchema }),
    output: routeLabelsSchema,
  },

  /** Parses a typed or pasted number. `asTyped` leaves other text, such as a SIP endpoint, unchanged. */
  readPhoneNumber: {
    input: z.object({ text: z.string().max(1000), asTyped: z.boolean() }),
    output: phoneNumberReadingSchema,
  },
  /** Fails if a context contains an API key. */
  checkContext: { input: z.object({ initialContext: initialContextSchema }), output: nothing },
  /** Returns the numbers that a string may represent, most likely first, with what was assumed for each. */
  suggestPhoneNumbers: {
    /** `callerId` is the number that the call would come from; its country is the first guess. */
    input: z.object({ text: z.string().max(4_000), callerId: z.string().max(300).nullable() }),
    output: z.object({ readings: z.array(phoneNumberReadingSchema).max(maxSuggestions) }),
  },
  /** Returns the local time where a number probably rings. `zone` overrides the guessed time zone. */
  calleeHour: {
    input: z.object({ phoneNumber: z.string().min(1).max(200), zone: z.string().max(80).nullable() }),
    output: calleeHourSchema,
  },
  /** Parses pasted text: a number, several numbers, or a spreadsheet row mapped to the agent's variables. */
  readPasted: { input: pasteSchema, output: pastedSchema },
  /** Saves what each column of this arrangement fills for this agent. */
  saveColumnMapping: {
    input: z.object({
      agentUuid: agentUuidSchema,
      signature: z.string().regex(/^[\w-]{22}$/),
      targets: z.array(columnTargetSchema).min(1).max(maxColumns),
    }),
    output: nothing,
  },
  /** Returns this computer's calls to a number in any format, from every profile; either practice or real calls. */
  recentCalls: { input: toNumber, output: recentCallsSchema },
  /**
   * Returns the service's recent runs to a number, each under one profile. Sends one request per profile, at most once a
   * minute unless `fresh` is set. A service that does not respond is not a failure; its profile is marked.
   */
  recentRuns: { input: toNumber.extend({ fresh: z.boolean().optional() }), output: recentRunsSchema },
  /**
   * Counts the outbound calls of the profile's organization since a time, from every computer and campaign, in the
   * service's list of runs; reads at most the newest 2,000.
   */
  readOrganizationDay: { input: ofProfile.extend({ since: z.iso.datetime() }), output: organizationDaySchema },

  ...personOperations,

  /** Returns once the call is recorded and its request is on its way; `callsChanged` announces its outcome. */
  triggerCall: { input: callDraftSchema, output: callSchema },
  getCall: { input: ofCall, output: callDetailSchema },
  listCalls: {
    input: z.object({
      ...callSelection,
      /** The page starts after this call (newest first); null starts with the newest call. */
      after: callIdSchema.nullable(),
      /** Instead of `after`: the page starts at or below this position, numbered from the oldest call. */
      from: z.int().min(1).optional(),
      limit: z.int().min(1).max(200),
    }),
    output: callPageSchema,
  },
  /** Returns the calls, from every profile, that became this run, followed by the `candidate` calls that may have. */
  listCallsOfRun: { input: z.object({ workflowRunId: recordIdSchema }), output: z.array(callSchema) },
  /** Returns the agents that were called from this computer, most recently used first. */
  listCalledAgents: { input: nothing, output: z.array(calledAgentSchema) },
  /** Returns what agents learned in the newest calls, most frequent first, for the filter. */
  listLearned: { input: nothing, output: z.array(learnedFacetSchema) },
  /** Replaces the note of a call; an empty note removes it. */
  setCallNote: {
    input: ofCall.extend({ note: z.string().trim().max(2000) }),
    output: z.object({ note: callNoteSchema.nullable() }),
  },
  listViews: { input: nothing, output: z.array(savedViewSchema) },
  /** Saves a view under an ID from the page, replacing any view with that ID. Returns all views. */
  saveView: { input: savedViewSchema, output: z.array(savedViewSchema) },
  deleteView: { input: z.object({ viewId: z.uuid() }), output: z.array(savedViewSchema) },
  /**
   * Writes the selected calls to a file that the user chooses and returns when it is complete; `exportChanged` reports
   * progress. `file` is null if no file was chosen or the export was canceled.
   */
  exportCalls: { input: z.object({ ...callSelection, format: z.enum(exportFormats) }), output: exportSchema },
  cancelExport: { input: nothing, output: nothing },

  /** SECURITY: the main process downloads a run's transcript and recording; their URLs never reach the page. */
  readTranscript: { input: ofRun, output: transcriptSchema },
  /** Downloads a recording and keeps it in memory, so that `readRecording` can return it in chunks. */
  openRecording: { input: ofRun, output: recordingSchema },
  readRecording: { input: ofRecording.extend({ from: z.int().min(0) }), output: recordingPieceSchema },
  /** Frees a recording. The main process frees an open recording after ten minutes. */
  closeRecording: { input: ofRecording, output: nothing },
  getRun: { input: ofRun.partial({ callId: true }), output: runSchema },
  /** Returns the accepted calls that the main process polls or has just stopped polling. */
  listLiveRuns: { input: nothing, output: z.array(liveRunSchema) },
  /** Starts polling the run of an accepted call, or restarts it if polling has ended. */
  followRun: { input: ofCall, output: nothing },

  listReconciliationJobs: { input: nothing, output: z.array(reconciliationJobSchema) },
  /** Queries the service about an unresolved call now and returns the updated call. */
  reconcileCall: { input: ofCall, output: callSchema },
  /** Records the user's decision about a call that could not be resolved otherwise. */
  resolveCall: { input: ofCall.extend(decisionSchema.shape), output: callSchema },

  // SECURITY: none of the operations below accepts or returns a key itself.
  listKeys: { input: ofProfile.extend({ includeArchived: z.boolean() }), output: z.array(listedKeySchema) },
  /**
   * Archives a key. `confirmation` must be the key's name if this app uses the key. `compromised` is why someone else
   * may have the key; main stores it. `reasonFailure` is why that failed although the key was archived, or may have been.
   */
  archiveKey: {
    input: ofKey.extend({ confirmation: z.string().max(300), compromised: keyReasonSchema.nullable() }),
    output: z.object({ keys: z.array(listedKeySchema), reasonFailure: failureSchema.nullable() }),
  },
  /** Reactivates a key. One that was archived as compromised requires a reason. */
  reactivateKey: { input: ofKey.extend({ reason: z.string().trim().max(300) }), output: z.array(listedKeySchema) },
  /** Returns an unused name for a new key, made from the computer, the user and the day. */
  suggestKeyName: { input: ofProfile, output: z.object({ name: z.string() }) },
  /** Creates a key under an unused name. The main process keeps the key under `newKeyId`. */
  createKey: { input: ofProfile.extend({ name: keyNameSchema }), output: keyCreationSchema },
  listNewKeys: { input: nothing, output: z.array(newKeySchema) },
  /** Copies the new key, and returns its name. Main clears the clipboard after `seconds`, or when the app quits. */
  copyNewKey: { input: ofNewKey, output: z.object({ seconds: z.int(), name: z.string() }) },
  /** Shows the new key in a native window, and returns its name. `seconds`: as above if it was copied there, or null. */
  revealNewKey: { input: ofNewKey, output: z.object({ name: z.string(), seconds: z.int().nullable() }) },
  /** Saves the new key as a profile once the service accepts it, and returns the key's name. */
  saveNewKey: {
    input: ofNewKey.extend({ name: profileNameSchema, color: profileColorSchema, keyStorage: keyStorageSchema }),
    output: z.object({ profile: profileSchema, name: z.string() }),
  },
  /**
   * Discards the new key; it cannot be shown again. Without the user's confirmation, a key that could be lost is kept,
   * such as one that was copied but is no longer on the clipboard.
   */
  discardNewKey: {
    input: ofNewKey.extend({ isConfirmed: z.boolean() }),
    output: z.object({ isDiscarded: z.boolean() }),
  },

  /** Returns the unfinished rotation that involves a profile, or else the last one, whichever profile started it. */
  readRotation: { input: ofProfile, output: z.object({ rotation: rotationSchema.nullable() }) },
  /** Returns the unfinished rotations of all profiles. */
  listOpenRotations: { input: nothing, output: z.array(rotationSchema) },
  /** Replaces this profile's key wherever this computer uses it. Returns when the rotation has ended or stopped. */
  rotateKey: { input: ofProfile, output: rotationSchema },
  resumeRotation: { input: ofProfile, output: rotationSchema },
  /** Undoes an unfinished rotation, so that the old key works again and the new one does not. */
  undoRotation: { input: ofProfile, output: rotationSchema },

  /**
   * Writes the profile's key to an encrypted file and shows the file's passphrase in a native window. `fileName` is
   * null if no file was chosen.
   */
  exportKey: { input: ofProfile, output: z.object({ fileName: z.string().nullable() }) },
  /** Lets the user choose an encrypted key file; `sealed` is null if none was chosen. */
  chooseSealedFile: { input: nothing, output: z.object({ sealed: sealedFileSchema.nullable() }) },
  /** Opens the chosen file with a passphrase that was staged like a key, and adds its content as a profile. */
  openSealedFile: {
    input: z.object({
      sealedId: z.uuid(),
      entryId: z.uuid(),
      keyStorage: keyStorageSchema,
      /**
       * The profile that gets the key, or a new one. If absent, the result lists existing profiles of its organization.
       */
      target: importTargetSchema.optional(),
    }),
    output: keyImportSchema,
  },

  checkHealth: { input: ofProfile, output: healthSchema },
  /** Returns one profile's health checks in the last hour, oldest first, from memory. */
  listHealth: { input: ofProfile, output: healthHourSchema },
  /**
   * Cancels any running diagnosis, starts a new one and returns its initial state; `doctorChanged` reports progress.
   */
  startDoctor: { input: z.object({ subject: doctorSubjectSchema }), output: doctorReportSchema },
  /** Returns the last diagnosis; null before the first. */
  readDoctor: { input: nothing, output: doctorReportSchema.nullable() },
  /** Stops the running diagnosis and keeps its results. */
  cancelDoctor: { input: nothing, output: nothing },
  /**
   * Writes a masked record of a call to an HTML file that the user chooses. `seal` is the file's SHA-256. Both are null
   * if no file was chosen.
   */
  saveEvidence: { input: ofCall, output: savedEvidenceSchema },
  /**
   * Lets the user choose a file and checks that it is unmodified evidence and, if a seal is given, that the seal
   * matches.
   */
  checkEvidence: { input: z.object({ seal: sealSchema.nullable() }), output: checkedEvidenceSchema },
  /** Returns the redacted diagnostics, to be read before saving. The main process keeps them for ten minutes. */
  previewDiagnostics: { input: nothing, output: z.object({ diagnosticsId: z.uuid(), text: z.string().max(600_000) }) },
  /** Writes exactly the previewed text to a file that the user chooses; `file` is null if none was chosen. */
  saveDiagnostics: {
    input: z.object({ diagnosticsId: z.uuid() }),
    output: z.object({ file: z.string().nullable() }),
  },

  /** Copies a short string such as a run ID or an Agent UUID. */
  copyText: { input: z.object({ text: z.string().min(1).max(2000) }), output: nothing },
  /** Returns the run ID on the clipboard, or null. SECURITY: no other clipboard content is returned. */
  findRunIdOnClipboard: { input: nothing, output: z.object({ workflowRunId: recordIdSchema.nullable() }) },

  readSettings: { input: nothing, output: settingsSchema },
  changeSettings: { input: settingsSchema, output: settingsSchema },
  /** Stores the proxy password in the key storage; an empty string removes it. */
  setProxyPassword: { input: z.object({ text: z.string().max(512) }), output: nothing },
  /** Reports whether a form has unsaved changes, so that main asks before they are lost. */
  reportUnsaved: { input: z.object({ form: z.enum(unsavedForms), isUnsaved: z.boolean() }), output: nothing },
  readPolicy: { input: nothing, output: policyStatusSchema },

  /** Verifies the hash chain of the whole history on disk. */
  checkHistory: { input: nothing, output: historyCheckSchema },
  historyHealth: { input: nothing, output: historyHealthSchema },
  /**
   * Erases a person's number, contexts, notes and other text from everything this app has written; run IDs and outcomes
   * are kept. `keepDoNotCall` keeps the person's do-not-call entry as a keyed hash.
   */
  erasePerson: {
    input: z.object({ phoneNumber: z.string().min(1).max(200), keepDoNotCall: z.boolean().optional() }),
    output: erasedSchema,
  },
  /** Confirms that the user has been informed that calls may be missing from the history. */
  acknowledgeRecovery: { input: nothing, output: nothing },
  /** Returns the last external request once, or null. It starts nothing: the page only fills fields from it. */
  takeExternalRequest: { input: nothing, output: z.object({ request: externalRequestSchema.nullable() }) },
  readOsIntegration: { input: nothing, output: osIntegrationStatusSchema },
  ...auditOperations,
  ...listOperations,
} as const satisfies Record<OperationName, { input: z.ZodType; output: z.ZodType }>

/** What a handler receives: the parsed input. */
export type Input<N extends OperationName> = z.output<(typeof operations)[N]['input']>
/** What a handler returns on success. */
export type Output<N extends OperationName> = z.output<(typeof operations)[N]['output']>
/** The operations as functions: the main process implements them and the page calls them. */
export type Operations = { [N in OperationName]: (input: Input<N>) => Promise<Outcome<Output<N>>> }

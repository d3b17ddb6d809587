import { z } from 'zod'
import { failureSchema, storageReasons } from './failure.ts'
import type { OperationName } from './names.ts'

/**
 * The audited actions: everything that changes keys, profiles, settings or the history, decides which rows of a list may
 * be called, or exports data.
 */
export const auditedActions = [
  'addProfile',
  'updateProfile',
  'replaceKey',
  'removeProfile',
  'createKey',
  'copyNewKey',
  'revealNewKey',
  'saveNewKey',
  'archiveKey',
  'reactivateKey',
  'rotateKey',
  'resumeRotation',
  'undoRotation',
  'exportKey',
  'openSealedFile',
  'createWorkflow',
  'changeSettings',
  'setProxyPassword',
  'erasePerson',
  'resolveCall',
  'addDoNotCall',
  'removeDoNotCall',
  'importDoNotCall',
  'removeDoNotCallImport',
  'exportCalls',
  'saveEvidence',
  'saveDiagnostics',
  'acknowledgeRecovery',
  'exportAudit',
  'openListFile',
  'openListText',
  'copyRows',
  'saveListPlan',
  'removeList',
  'fixFinding',
  'changeRow',
  'startList',
  'pauseList',
  'stopList',
  'saveListReport',
] as const satisfies readonly OperationName[]
export type AuditedAction = (typeof auditedActions)[number]

/**
 * The actions in the audit log: those that users requested, a confirmed call to a number of the do-not-call list, and
 * what the app did or found by itself.
 */
const auditActions = [...auditedActions, 'callDoNotCall', 'recoverHistory', 'findShortfall', 'finishErasure'] as const
export type AuditAction = (typeof auditActions)[number]

export const auditEntrySchema = z.object({
  /** The same for all entries of an action. */
  actionId: z.uuid(),
  at: z.iso.datetime(),
  /**
   * An action is logged twice: before it starts and when it has ended. If its result was unknown and a later list of the
   * keys shows it, a third entry says so. `unfinished`: it ended without a change, or an erasure is not complete yet.
   * `unknown`: a change was sent, and whether the service made it is unknown.
   */
  phase: z.enum(['started', 'done', 'unfinished', 'failed', 'unknown']),
  action: z.enum(auditActions),
  /** The account on this computer, the operator name from the settings, and the host name. */
  account: z.string().max(200),
  person: z.string().max(80).nullable(),
  computer: z.string().max(300),
  profileId: z.string().nullable(),
  profileName: z.string().nullable(),
  /** The subject, such as a key, a setting or a call; never a phone number or a key. */
  about: z.string().max(300).nullable(),
  /** The kind of the failure; null if there is none. */
  failure: z.string().max(40).nullable(),
})

/** An entry of the audit log. */
export type AuditEntry = z.infer<typeof auditEntrySchema>

const listedAuditEntrySchema = auditEntrySchema.extend({
  sequence: z.int(),
  /** True for the start of an action that was in progress when the entries were read. */
  isRunning: z.boolean(),
})
export type ListedAuditEntry = z.infer<typeof listedAuditEntrySchema>

export const auditPageSchema = z.object({ entries: z.array(listedAuditEntrySchema), more: z.boolean() })

export const auditCheckSchema = z.object({
  entries: z.int(),
  intact: z.boolean(),
  /** The first entry whose hash does not match the previous entry; null if all match. */
  firstBroken: z.int().nullable(),
})

/** The result of verifying the audit log. */
export type AuditCheck = z.infer<typeof auditCheckSchema>

/**
 * The value of an operation that succeeded without reaching its goal, such as a rotation that is waiting. An `orphan` is
 * a key that was created, although its text was lost.
 */
export const stoppedActionSchema = z.object({
  step: z
    .string()
    .refine((step) => step !== 'orphan')
    .optional(),
  failure: failureSchema,
})

/**
 * The value of an action that ended without a change, because no file was chosen or the user must first choose a profile,
 * or of an erasure that is not complete yet.
 */
export const unfinishedActionSchema = z.union([
  z.null(),
  z.object({ file: z.null() }),
  z.object({ fileName: z.null() }),
  z.object({ list: z.null() }),
  z.object({ step: z.literal('exists') }),
  z.object({ unfinished: z.object({ reason: z.enum(storageReasons) }) }),
])

/** The operations on the audit log. */
export const auditOperations = {
  /** Returns the audit entries before this sequence number, newest first. */
  listAudit: {
    input: z.object({ before: z.int().nullable(), limit: z.int().min(1).max(200) }),
    output: auditPageSchema,
  },
  checkAudit: { input: z.object({}), output: auditCheckSchema },
  /**
   * Writes the audit log as JSON Lines to a file that the user chooses; `file` is its name, or null if none was chosen.
   */
  exportAudit: { input: z.object({}), output: z.object({ file: z.string().nullable(), entries: z.int() }) },
}

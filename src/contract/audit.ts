import { z } from 'zod'
import { failureSchema } from './failure.ts'
import type { OperationName } from './names.ts'

/** What is written into the log of acts: whatever changes keys, profiles, settings or the history, or takes something out. */
export const auditedActs = [
  'addProfile',
  'updateProfile',
  'replaceKey',
  'removeProfile',
  'createKey',
  'copyMadeKey',
  'revealMadeKey',
  'saveMadeKey',
  'archiveKey',
  'reactivateKey',
  'rotateKey',
  'resumeRotation',
  'undoRotation',
  'handOverKey',
  'openSealedFile',
  'createWorkflow',
  'changeSettings',
  'enterProxyPassword',
  'erasePerson',
  'closeCall',
  'exportCalls',
  'saveEvidence',
  'saveDiagnostics',
  'acknowledgeRecovery',
  'exportAudit',
] as const satisfies readonly OperationName[]
export type AuditedAct = (typeof auditedActs)[number]

/** What stands in the log of acts: what people asked for, and what the app did of itself when its history was damaged. */
export const notedActs = [...auditedActs, 'recoverHistory'] as const
export type NotedAct = (typeof notedActs)[number]

export const auditEntrySchema = z.object({
  /** Both entries of one act have the same. */
  actId: z.uuid(),
  at: z.iso.datetime(),
  /** An act is written down before it is begun, and again when it is over. */
  phase: z.enum(['begun', 'done', 'failed']),
  act: z.enum(notedActs),
  /** The account of this computer, the name that the person gave in the settings, and what the computer is called. */
  account: z.string().max(200),
  person: z.string().max(80).nullable(),
  computer: z.string().max(300),
  profileId: z.string().nullable(),
  profileName: z.string().nullable(),
  /** Which key, settings or call it was about; never a number and never a key. */
  about: z.string().max(300).nullable(),
  /** Why it failed, as the kind of the failure. */
  failure: z.string().max(40).nullable(),
})

/** One entry of the log of acts. */
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const listedAuditEntrySchema = auditEntrySchema.extend({ sequence: z.int() })
export type ListedAuditEntry = z.infer<typeof listedAuditEntrySchema>

export const auditCheckSchema = z.object({
  entries: z.int(),
  intact: z.boolean(),
  /** The first entry that does not fit to the one before it; null when all do. */
  firstBroken: z.int().nullable(),
})

/** Whether the log of acts is what was written, every entry of it. */
export type AuditCheck = z.infer<typeof auditCheckSchema>

/** What came back of an act that ended well and yet not where it was meant to: a key whose making was not answered, a rotation that waits. */
export const stoppedActSchema = z.object({ failure: failureSchema })

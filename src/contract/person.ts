import { z } from 'zod'
import { callIdSchema, callSchema } from './call.ts'
import { keychainReasons } from './failure.ts'
import { profileIdSchema } from './profile.ts'

export const reminderSchema = z.object({
  reminderId: z.uuid(),
  /** The call to repeat. Opening the reminder fills the form with it and dials nothing. */
  call: callSchema,
  dueAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
})

/** A call that the user wants to repeat at a certain time. */
export type Reminder = z.infer<typeof reminderSchema>

/** Maximum length of the reason for a do-not-call entry, in characters. */
export const maxReasonLength = 300

export const doNotCallSchema = z.object({
  entryId: z.uuid(),
  /** Null after the person's data was erased; then only a keyed hash of the number remains. */
  phoneNumber: z.string().nullable(),
  phoneNumberDisplay: z.string(),
  /** Practice numbers and real numbers don't block each other. */
  practice: z.boolean(),
  reason: z.string(),
  addedAt: z.iso.datetime(),
  /** Who added it: the operator name from the settings, or else the computer account. */
  addedBy: z.string(),
  /** The imported register that contains the number; absent if the user added the entry. */
  importId: z.uuid().optional(),
  /** When that register stops blocking calls, null for never; absent if the user added the entry. */
  importExpiresAt: z.iso.datetime().nullable().optional(),
})

/** A number that must not be called again without a confirmation. */
export type DoNotCall = z.infer<typeof doNotCallSchema>

/** A row whose agent reported that the person must not be called again. */
export const doNotCallProposalSchema = z.object({
  row: z.int(),
  phoneNumber: z.string(),
  phoneNumberDisplay: z.string(),
  /** When the call's end was recorded. */
  at: z.iso.datetime(),
  /** The number's entry on the do-not-call list; null if it has none. */
  entry: doNotCallSchema.nullable(),
})
export type DoNotCallProposal = z.infer<typeof doNotCallProposalSchema>

/** Maximum length of the source name of a register, in characters. Its file has the same limits as a call list. */
export const doNotCallLimits = { source: 200 } as const

export const doNotCallImportSchema = z.object({
  importId: z.uuid(),
  practice: z.boolean(),
  /** Where the numbers come from, such as the name of a register. */
  source: z.string(),
  fileName: z.string().nullable(),
  addedAt: z.iso.datetime(),
  addedBy: z.string(),
  /** When its numbers stop blocking calls: the end of the last day in the local time of the import; null for never. */
  expiresAt: z.iso.datetime().nullable(),
  /** How many numbers and prefixes (such as +1900*) it contains. */
  numbers: z.int(),
})

/** An imported file of numbers that must not be called. */
export type DoNotCallImport = z.infer<typeof doNotCallImportSchema>

export const numberDetailsSchema = z.object({
  /** This computer's calls to the number, from every profile, newest first, and whether there are older ones. */
  calls: z.array(callSchema),
  more: z.boolean(),
  /** The notes on these calls. */
  notes: z.record(callIdSchema, z.string()),
  doNotCall: doNotCallSchema.nullable(),
  /** Earliest first. */
  reminders: z.array(reminderSchema),
})

/** What this computer knows about a number. */
export type NumberDetails = z.infer<typeof numberDetailsSchema>

export const refusedKeySchema = z.object({
  profileId: profileIdSchema,
  at: z.iso.datetime(),
  /** Why the key can't be read; missing if the service refused it. */
  unreadable: z.enum(keychainReasons).optional(),
})

/** A profile whose key the service doesn't accept (401) or that can't be read, and since when. */
export type RefusedKey = z.infer<typeof refusedKeySchema>

export const refusedKeysSchema = z.array(refusedKeySchema)

/** A number in any format. Practice numbers and real numbers are separate. */
export const toNumber = z.object({ phoneNumber: z.string().min(1).max(200), practice: z.boolean() })

/** The operations on what this computer knows about people. */
export const personOperations = {
  /** Returns what this computer knows about a number: its calls, their notes, reminders, and any do-not-call entry. */
  readPerson: { input: toNumber, output: numberDetailsSchema },
  /** Returns the profiles whose key the service doesn't accept or that can't be read, and since when. */
  listRefusedKeys: { input: z.object({}), output: refusedKeysSchema },
  /** Returns the reminders of every profile, earliest first. Reminders never dial. */
  listReminders: { input: z.object({}), output: z.array(reminderSchema) },
  /** Sets or moves the reminder for a call, whose number must not have been erased. */
  setReminder: {
    input: z.object({ callId: callIdSchema }).extend({ dueAt: z.iso.datetime() }),
    output: reminderSchema,
  },
  removeReminder: { input: z.object({ reminderId: z.uuid() }), output: z.object({}) },
  listDoNotCall: { input: z.object({}), output: z.array(doNotCallSchema) },
  /** Adds a number, or replaces the reason if it is already listed. Every later call to it needs a confirmation. */
  addDoNotCall: {
    input: toNumber.extend({
      phoneNumberDisplay: z.string().min(1).max(200),
      reason: z.string().trim().max(maxReasonLength),
    }),
    output: doNotCallSchema,
  },
  removeDoNotCall: { input: z.object({ entryId: z.uuid() }), output: z.object({}) },
  /** Returns the imported files of numbers that must not be called, newest first. */
  listDoNotCallImports: { input: z.object({}), output: z.array(doNotCallImportSchema) },
  /**
   * Lets the user choose a file of numbers and prefixes such as +1900*; null if none was chosen. `refused` is the
   * number of cells in its number column that have neither or were read only in part, and `examples` are the first of
   * them.
   */
  importDoNotCall: {
    input: z.object({
      practice: z.boolean(),
      source: z.string().trim().min(1).max(doNotCallLimits.source),
      expiresAt: z.iso.datetime().nullable(),
    }),
    output: z.object({ register: doNotCallImportSchema, refused: z.int(), examples: z.array(z.string()) }).nullable(),
  },
  /** Returns the removed file; null if it was removed before. */
  removeDoNotCallImport: { input: z.object({ importId: z.uuid() }), output: doNotCallImportSchema.nullable() },
} as const

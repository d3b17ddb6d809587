import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { phoneNumberReadingSchema } from './phone-number.ts'

/** The content of a column, based on all its cells. */
const columnContents = [
  'number',
  'uuid',
  'email',
  'date',
  'time',
  'amount',
  'integer',
  'link',
  'text',
  'mixed',
  'empty',
] as const

/** Where a column goes. `nowhere` is shown to the user. */
export const columnTargetSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('number') }),
  /** Into the context, under one of the agent's names (with dots, as in the agent's text). */
  z.object({ to: z.literal('context'), name: z.string().min(1).max(300) }),
  /** The Agent UUID of the row. */
  z.object({ to: z.literal('agent') }),
  z.object({ to: z.literal('nowhere') }),
])
export type ColumnTarget = z.infer<typeof columnTargetSchema>

/**
 * The reason for a column's target: the user chose it before (`remembered`), its header is the name (`header`) or
 * the name in another spelling (`spelling`), or shares a word only with this name (`similar`: should be checked), or it is the only column
 * with this kind of content (`content`), or the agent's names are unknown and the header is used as the name (`headerItself`).
 */
export const mappingReasons = ['remembered', 'header', 'spelling', 'similar', 'content', 'headerItself'] as const
/** Why a column has no target: no name is similar, several are, its name is taken, the service sets it itself, or it is empty. */
export const droppedReasons = ['noName', 'unclear', 'taken', 'reserved', 'empty', 'remembered', 'unknownNames'] as const

const pastedColumnSchema = z.object({
  /** The header; null if the paste has no header line. */
  header: z.string().nullable(),
  /** The first row's cell, trimmed. */
  value: z.string(),
  content: z.enum(columnContents),
  target: columnTargetSchema,
  /** Null if it has no target. */
  by: z.enum(mappingReasons).nullable(),
  /** Null if it has a target. */
  dropped: z.enum(droppedReasons).nullable(),
})
export type PastedColumn = z.infer<typeof pastedColumnSchema>

/** A problem with the number cell. */
export const numberProblems = [
  'none',
  'empty',
  'unreadable',
  'nationalNumber',
  'several',
  'extension',
  'rounded',
] as const

const pastedNumberSchema = z.object({
  /** The pasted cell, trimmed. */
  text: z.string(),
  /** The parsed number; null if it is not exactly one number. */
  reading: phoneNumberReadingSchema.nullable(),
  /** Possible numbers to choose from; empty if `reading` is set. */
  offers: z.array(phoneNumberReadingSchema),
  /** `rounded` is a number that a spreadsheet wrote as 4.41234E+11, which lost its last digits. */
  problem: z.enum(numberProblems),
})
export type PastedNumber = z.infer<typeof pastedNumberSchema>

const furtherRowSchema = z.object({
  /** The row's position in the paste, starting at 1, without the header line. */
  row: z.int(),
  text: z.string(),
  dial: z.string().nullable(),
  display: z.string().nullable(),
  /** The first row with the same number; null if this is the first. */
  sameAs: z.int().nullable(),
})
export type FurtherRow = z.infer<typeof furtherRowSchema>

const pastedRowSchema = z.object({
  kind: z.literal('row'),
  hasHeader: z.boolean(),
  /** Identifies this arrangement of columns without revealing values. */
  signature: z.string(),
  columns: z.array(pastedColumnSchema),
  number: pastedNumberSchema,
  /** The pasted texts, trimmed, by the agent's names. They are never converted to numbers. Empty cells are left out. */
  context: z.record(z.string(), z.string()),
  agentUuid: z.string().nullable(),
  /** The agent's names without a column or with an empty cell. */
  unfilled: z.array(z.string()),
  /** The number of pasted rows; only the first fills the form. */
  rows: z.int(),
  /** Rows after the first, at most 1,000 of them. */
  further: z.array(furtherRowSchema),
})
export type PastedRow = z.infer<typeof pastedRowSchema>

export const pastedSchema = z.discriminatedUnion('kind', [
  /** It contains no number. */
  z.object({ kind: z.literal('nothing') }),
  /** Exactly one number, which is put into the field unchanged. */
  z.object({ kind: z.literal('number'), reading: phoneNumberReadingSchema }),
  /** The user must choose: several numbers, a number without a country code, or one with an extension. */
  z.object({ kind: z.literal('offers'), readings: z.array(phoneNumberReadingSchema).min(1) }),
  pastedRowSchema,
])

/** The result of a paste: a number, a choice of numbers, a spreadsheet row, or nothing to call. */
export type Pasted = z.infer<typeof pastedSchema>

/** Maximum number of columns of a pasted row. */
export const maxColumns = 200

export const rememberedColumnsSchema = z.array(
  z.object({ signature: z.string(), targets: z.array(columnTargetSchema).max(maxColumns) }),
)
/** The chosen targets for each arrangement of columns, latest first. */
export type RememberedColumns = z.infer<typeof rememberedColumnsSchema>

/** Longest text that is parsed, in characters. */
export const maxPasteLength = 400_000

/** A pasted text to read for a call to an agent. */
export const pasteSchema = z.object({
  text: z.string().max(maxPasteLength),
  /** The variables in the agent's text; null when they are not known. */
  names: z.array(z.string().min(1).max(300)).max(500).nullable(),
  agentUuid: agentUuidSchema.nullable(),
  callerId: z.string().max(300).nullable(),
})

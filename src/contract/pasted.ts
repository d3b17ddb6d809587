import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { phoneNumberReadingSchema } from './phone-number.ts'

/** What a column contains, based on all its cells. */
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

/** What a column fills. The user sees which columns fill nothing (`nowhere`). */
export const columnTargetSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('number') }),
  /** A variable in the context, named as in the agent's prompts and messages (with dots). */
  z.object({ to: z.literal('context'), name: z.string().min(1).max(300) }),
  /** The row's Agent UUID. */
  z.object({ to: z.literal('agent') }),
  z.object({ to: z.literal('nowhere') }),
])
export type ColumnTarget = z.infer<typeof columnTargetSchema>

/**
 * Why a column has its target. `remembered`: the user chose it before. `header`: the header is identical to the name.
 * `spelling`: the header is another spelling of the name. `similar`: the header shares a word with this name only, so
 * the user should check it. `content`: only this column has this kind of content. `headerItself`: the agent's names are
 * unknown, so the header is used as the name.
 */
export const mappingReasons = ['remembered', 'header', 'spelling', 'similar', 'content', 'headerItself'] as const
/**
 * Why a column has no target: no name is similar, several are, its name is taken, the service sets that name itself,
 * the column is empty, the user chose none before, or the agent's names are unknown.
 */
export const droppedReasons = ['noName', 'unclear', 'taken', 'reserved', 'empty', 'remembered', 'unknownNames'] as const

const pastedColumnSchema = z.object({
  /** Null if the paste has no header row. */
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
  /** Null unless the cell represents exactly one number. */
  reading: phoneNumberReadingSchema.nullable(),
  /** Possible numbers to choose from; empty if `reading` is set. */
  offers: z.array(phoneNumberReadingSchema),
  /** `rounded`: a spreadsheet wrote the number as 4.41234E+11, which loses its last digits. */
  problem: z.enum(numberProblems),
})
export type PastedNumber = z.infer<typeof pastedNumberSchema>

const furtherRowSchema = z.object({
  /** The row's number in the paste, starting at 1 for the first row after the header. */
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
  /** Identifies this arrangement of columns without revealing any value. */
  signature: z.string(),
  columns: z.array(pastedColumnSchema),
  number: pastedNumberSchema,
  /**
   * The trimmed contents of the cells, by the agent's variable names. They are never converted to numbers; empty cells
   * are omitted.
   */
  context: z.record(z.string(), z.string()),
  agentUuid: z.string().nullable(),
  /** The agent's variables that have no column or an empty cell. */
  unfilled: z.array(z.string()),
  /** How many rows were pasted; only the first fills the form. */
  rows: z.int(),
  /** The rows after the first, at most 1,000. */
  further: z.array(furtherRowSchema),
})
export type PastedRow = z.infer<typeof pastedRowSchema>

export const pastedSchema = z.discriminatedUnion('kind', [
  /** The text contains no number. */
  z.object({ kind: z.literal('nothing') }),
  /** Exactly one number, which goes into the field unchanged. */
  z.object({ kind: z.literal('number'), reading: phoneNumberReadingSchema }),
  /** The user must choose, because there are several numbers, or one without a country code or with an extension. */
  z.object({ kind: z.literal('offers'), readings: z.array(phoneNumberReadingSchema).min(1) }),
  pastedRowSchema,
])

/** The result of a paste: a number, a choice of numbers, a spreadsheet row, or nothing to call. */
export type Pasted = z.infer<typeof pastedSchema>

/** Maximum number of columns in a pasted row. */
export const maxColumns = 200

export const rememberedColumnsSchema = z.array(
  z.object({ signature: z.string(), targets: z.array(columnTargetSchema).max(maxColumns) }),
)
/** The chosen targets for each arrangement of columns, most recent first. */
export type RememberedColumns = z.infer<typeof rememberedColumnsSchema>

/** Maximum length of text that is parsed, in characters. */
export const maxPasteLength = 400_000

/** Pasted text that is parsed for a call to an agent. */
export const pasteSchema = z.object({
  text: z.string().max(maxPasteLength),
  /** The names of the variables in the agent's prompts and messages; null if unknown. */
  names: z.array(z.string().min(1).max(300)).max(500).nullable(),
  agentUuid: agentUuidSchema.nullable(),
  callerId: z.string().max(300).nullable(),
})

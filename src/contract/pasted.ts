import { z } from 'zod'
import { phoneNumberReadingSchema } from './phone-number.ts'

/** What stands in the cells of a column, judged by all of them. */
export const columnContents = [
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

/** Where a column goes. `nowhere` is told, never silent. */
export const columnTargetSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('number') }),
  /** Into the context, under one of the agent's names (with its dots, as the agent's text has it). */
  z.object({ to: z.literal('context'), name: z.string().min(1).max(300) }),
  /** The Agent UUID that the row names. */
  z.object({ to: z.literal('agent') }),
  z.object({ to: z.literal('nowhere') }),
])
export type ColumnTarget = z.infer<typeof columnTargetSchema>

/**
 * Why a column goes where it goes: a person said so before (`remembered`), its header is the name (`header`), or much
 * like it (`alike`), or the only one that shares a word with it (`similar`: worth a look), or it holds the only thing of
 * that kind (`content`), or the agent's names are not known and the header stands for itself (`headerItself`).
 */
export const mappingReasons = ['remembered', 'header', 'alike', 'similar', 'content', 'headerItself'] as const
/** Why a column goes nowhere: no name is like it, several would be, its name is taken, the service writes it itself, or it is empty. */
export const droppedReasons = ['noName', 'unclear', 'taken', 'reserved', 'empty', 'remembered', 'unknownNames'] as const

export const pastedColumnSchema = z.object({
  /** As the sheet calls it; null when the paste has no line of headers. */
  header: z.string().nullable(),
  /** The first row's cell, trimmed. */
  value: z.string(),
  content: z.enum(columnContents),
  target: columnTargetSchema,
  /** Null when it goes nowhere. */
  by: z.enum(mappingReasons).nullable(),
  /** Null when it goes somewhere. */
  dropped: z.enum(droppedReasons).nullable(),
})
export type PastedColumn = z.infer<typeof pastedColumnSchema>

/** What is wrong with a cell that should hold the number. */
export const numberTroubles = [
  'none',
  'empty',
  'unreadable',
  'nationalNumber',
  'several',
  'extension',
  'rounded',
] as const

export const pastedNumberSchema = z.object({
  /** The cell as it was pasted, trimmed. */
  text: z.string(),
  /** What it means; null when it means no single number. */
  reading: phoneNumberReadingSchema.nullable(),
  /** Numbers it may mean, for a person to choose from; empty when `reading` is one. */
  offers: z.array(phoneNumberReadingSchema),
  /** `rounded` is a number that a spreadsheet has written as 4.41234E+11: its last digits are lost. */
  trouble: z.enum(numberTroubles),
})
export type PastedNumber = z.infer<typeof pastedNumberSchema>

export const furtherRowSchema = z.object({
  /** The row's place among the pasted ones: the first is 1, a line of headers not counted. */
  row: z.int(),
  text: z.string(),
  dial: z.string().nullable(),
  display: z.string().nullable(),
  /** The earliest row with the same number; null when this is the earliest. */
  sameAs: z.int().nullable(),
})
export type FurtherRow = z.infer<typeof furtherRowSchema>

export const pastedRowSchema = z.object({
  kind: z.literal('row'),
  hasHeader: z.boolean(),
  /** Stands for this arrangement of columns; it says nothing about what is in them. */
  signature: z.string(),
  columns: z.array(pastedColumnSchema),
  number: pastedNumberSchema,
  /** Exactly what was pasted, trimmed, each under one of the agent's names; never turned into numbers. Empty cells are left out. */
  context: z.record(z.string(), z.string()),
  agentUuid: z.string().nullable(),
  /** Names of the agent that no column fills, or whose cell is empty. */
  unfilled: z.array(z.string()),
  /** How many rows were pasted; only the first becomes a call. */
  rows: z.int(),
  /** Rows after the first, at most 1,000 of them. */
  further: z.array(furtherRowSchema),
})
export type PastedRow = z.infer<typeof pastedRowSchema>

export const pastedSchema = z.discriminatedUnion('kind', [
  /** There is no number in it. */
  z.object({ kind: z.literal('nothing') }),
  /** One number and no doubt: it goes into the field as it stands. */
  z.object({ kind: z.literal('number'), reading: phoneNumberReadingSchema }),
  /** A person chooses: several numbers, or one whose country had to be guessed, or one with an extension. */
  z.object({ kind: z.literal('offers'), readings: z.array(phoneNumberReadingSchema).min(1) }),
  pastedRowSchema,
])

/** What a pasted text is: a number, a choice of numbers, a row of a spreadsheet, or nothing to call. */
export type Pasted = z.infer<typeof pastedSchema>

/** No sheet for one call is wider. */
export const mostColumns = 200

export const rememberedColumnsSchema = z.array(
  z.object({ signature: z.string(), targets: z.array(columnTargetSchema).max(mostColumns) }),
)
/** Where a person wants the columns of each arrangement, the latest first. */
export type RememberedColumns = z.infer<typeof rememberedColumnsSchema>

/** Longer texts are not looked through: a sheet of that size is a list, not a call. */
export const longestPaste = 400_000

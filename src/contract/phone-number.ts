import { z } from 'zod'

/**
 * What a text is: a telephone number of the world's numbering plan, a SIP endpoint, a short number (an extension, a
 * service number), or something else that is dialled only because a person insists. All but the first are sent as typed.
 */
export const numberKinds = ['telephone', 'sip', 'short', 'other'] as const

/**
 * How sure the numbering plan is: `valid` is a number of a range in use; `possible` has a length that exists, and no
 * country says it gave such numbers out; `unjudged` is nothing the numbering plan speaks of.
 */
export const numberStandings = ['valid', 'possible', 'unjudged'] as const

/** What kind of line the range of a number is for. Where people take numbers with them, the range only tells where it began. */
export const lineTypes = [
  'fixedLine',
  'mobile',
  'fixedLineOrMobile',
  'tollFree',
  'premiumRate',
  'sharedCost',
  'voip',
  'personal',
  'pager',
  'companyWide',
  'voicemail',
] as const

/** What was added to a text to make it a number: the country that a person has set or is offered, or the missing `+`. */
export const numberAssumptions = ['country', 'plus'] as const

export const phoneNumberReadingSchema = z.object({
  /** The text that was read, as given; of an offered number the text that gives this very number when it is read again. */
  text: z.string(),
  /** Exactly what would be sent: E.164, or the text as typed. */
  dial: z.string(),
  /** How a person reads it, with the country's code. */
  display: z.string(),
  /** How people in its country write it; null when it is not a number of any country. */
  national: z.string().nullable(),
  /** ISO 3166 two-letter code; null when it is not a number of any country. */
  country: z.string().nullable(),
  kind: z.enum(numberKinds),
  standing: z.enum(numberStandings),
  /** Null where the numbering plan does not tell. */
  lineType: z.enum(lineTypes).nullable(),
  /** Null when the text said everything itself. */
  assumed: z.enum(numberAssumptions).nullable(),
  /** The extension that stood beside an offered number. It is not dialled: the service knows none. */
  extension: z.string().nullable(),
  /** False when the text is sent as typed, because it is no telephone number (a SIP endpoint, an extension). */
  isE164: z.boolean(),
  /** True when the numbering plan knows such numbers; false means "possible, but nobody has it". */
  isValid: z.boolean(),
})

/** What a typed or pasted number means, and exactly what would be dialled. */
export type PhoneNumberReading = z.infer<typeof phoneNumberReadingSchema>
export type LineType = (typeof lineTypes)[number]

/** What may be offered for one text at the most. */
export const mostOffers = 20

import { z } from 'zod'

export const phoneNumberReadingSchema = z.object({
  /** The text that was read, as given. */
  text: z.string(),
  /** Exactly what would be sent: E.164, or the text as typed. */
  dial: z.string(),
  /** How a person reads it. */
  display: z.string(),
  /** ISO 3166 two-letter code; null when it is not a number of any country. */
  country: z.string().nullable(),
  /** False when the text is sent as typed, because it is no telephone number (a SIP endpoint, an extension). */
  isE164: z.boolean(),
  /** True when the numbering plan knows such numbers; false means "possible, but nobody has it". */
  isValid: z.boolean(),
})

/** What a typed or pasted number means, and exactly what would be dialled. */
export type PhoneNumberReading = z.infer<typeof phoneNumberReadingSchema>

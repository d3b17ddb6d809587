import { z } from 'zod'
import { profileColorSchema, profileNameSchema } from './profile.ts'

/** What a sealed file says beside the key: what the profile on the other desk is to be called, and where it goes. */
export const handedOverSchema = z.object({
  name: profileNameSchema,
  color: profileColorSchema,
  origin: z.string().min(1).max(300),
})
export type HandedOver = z.infer<typeof handedOverSchema>

/** A sealed file that was chosen and looks like one; main holds its bytes. */
export const sealedFileSchema = z.object({ sealedId: z.uuid(), fileName: z.string().max(300) })
export type SealedFile = z.infer<typeof sealedFileSchema>

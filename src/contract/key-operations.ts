import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { sealedFileSchema } from './hand-over.ts'
import { rotationSchema } from './key-rotation.ts'
import { keyReasonSchema, listedKeySchema } from './listed-key.ts'
import {
  keyCustodySchema,
  profileColorSchema,
  profileCheckSchema,
  profileIdSchema,
  profileNameSchema,
  profileSchema,
} from './profile.ts'
import { recordIdSchema } from './telephony.ts'

const nothing = z.object({})
const ofProfile = z.object({ profileId: profileIdSchema })
const ofKey = ofProfile.extend({ apiKeyId: recordIdSchema })
/** Names a new key that main holds until it is let go; it says nothing about the key. */
const ofMade = z.object({ madeId: z.uuid() })

export const keyNameSchema = z.string().trim().min(1).max(100)

/**
 * What became of the wish for a key. `made`: main holds its text. `orphan`: the answer was lost, and the service lists a
 * key of that name whose text nobody will ever see. `unclear`: the answer was lost, and the list could not tell.
 */
export const keyCreationSchema = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('made'),
    madeId: z.uuid(),
    apiKeyId: z.int(),
    name: z.string(),
    prefix: z.string().max(12),
  }),
  z.object({ step: z.literal('orphan'), failure: failureSchema, orphan: listedKeySchema }),
  z.object({ step: z.literal('unclear'), failure: failureSchema, name: z.string() }),
])
export type KeyCreation = z.infer<typeof keyCreationSchema>

/** The keys of an organization, and new ones: SECURITY: the text of a key crosses none of these, in either direction. */
export const keyOperations = {
  listKeys: { input: ofProfile.extend({ includeArchived: z.boolean() }), output: z.array(listedKeySchema) },
  /**
   * Archives a key. One that this app uses is archived only when `confirmation` is its name; `compromised` says why it may
   * be in other hands, and is remembered.
   */
  archiveKey: {
    input: ofKey.extend({ confirmation: z.string().max(300), compromised: keyReasonSchema.nullable() }),
    output: z.array(listedKeySchema),
  },
  /** Reactivates a key. One that was archived as compromised comes back only with a reason. */
  reactivateKey: { input: ofKey.extend({ reason: z.string().trim().max(300) }), output: z.array(listedKeySchema) },
  /** A name for a new key that nobody uses yet: the computer, the person, the day. */
  suggestKeyName: { input: ofProfile, output: z.object({ name: z.string() }) },
  /** Creates a key under a name that no other has. Its text stays with main, under `madeId`. */
  createKey: { input: ofProfile.extend({ name: keyNameSchema }), output: keyCreationSchema },
  /** Puts the new key on the clipboard, and takes it from there after these seconds and at the end of the app. */
  copyMadeKey: { input: ofMade, output: z.object({ seconds: z.int() }) },
  /** Shows the new key in a window of the system. */
  revealMadeKey: { input: ofMade, output: nothing },
  /** Saves the new key as a profile of this computer, once the service has taken it. */
  saveMadeKey: {
    input: ofMade.extend({ name: profileNameSchema, color: profileColorSchema, custody: keyCustodySchema }),
    output: profileSchema,
  },
  /** Lets the new key go: from here on nobody can see it again. */
  dropMadeKey: { input: ofMade, output: nothing },

  /** The rotation that concerns a profile: the one that is not over, else its last one. */
  readRotation: { input: ofProfile, output: z.object({ rotation: rotationSchema.nullable() }) },
  /** Puts a new key in the place of this profile's, wherever it is used here; answers when it is over or has stopped. */
  rotateKey: { input: ofProfile, output: rotationSchema },
  /** Goes on where a rotation stopped. */
  resumeRotation: { input: ofProfile, output: rotationSchema },
  /** Takes a rotation back that is not over: the old key works, and the new one does not. */
  undoRotation: { input: ofProfile, output: rotationSchema },

  /**
   * Writes the profile's key into a sealed file that a person places, and shows its passphrase in a window of the system.
   * `fileName` is null when no place was chosen.
   */
  handOverKey: { input: ofProfile, output: z.object({ fileName: z.string().nullable() }) },
  /** Lets a person choose a sealed file; `sealed` is null when none was chosen. */
  chooseSealedFile: { input: nothing, output: z.object({ sealed: sealedFileSchema.nullable() }) },
  /** Opens the chosen file with a passphrase that was entered as a key is, and adds what is in it as a profile. */
  openSealedFile: {
    input: z.object({ sealedId: z.uuid(), entryId: z.uuid(), custody: keyCustodySchema }),
    output: z.object({ profile: profileSchema, check: profileCheckSchema.nullable() }),
  },
} as const

import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { KeptRotation, RotationStep } from '../../../contract/key-rotation.ts'
import type { KeyUsers } from '../../profiles/key-users.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import type { CreatedKey } from '../../service/wire-keys.ts'
import type { Secret } from '../../vault/secret.ts'
import type { KeyMarks } from '../key-marks.ts'
import type { RotationKeys } from './rotation-keys.ts'

/** What changes when a step has been done: the next step, what was learned, and why a person has to say whether to go there. */
export type Progress = { step: RotationStep; stop?: Failure } & Partial<
  Pick<KeptRotation, 'newKey' | 'profiles' | 'names' | 'deadAfterMilliseconds' | 'ending'>
>

/** What a step has to work with. Each may be done again from its beginning: a crash may come at any moment. */
export type StepParts = {
  rotation: KeptRotation
  keys: RotationKeys
  users: KeyUsers
  /** What is remembered of keys that were archived as compromised. */
  marks: Pick<KeyMarks, 'read'>
  clientOf: (key: Secret) => ServiceClient
  /** A name for a new key that was never used before. */
  freshName: () => string
  /** Writes down more of this step before it goes on. */
  note: (change: Pick<KeptRotation, 'names'>) => Promise<Outcome<KeptRotation>>
  /** The key that this process has just been given, and nobody has stored yet. */
  fresh: { current: CreatedKey | null }
  /** Told that a profile has another key now. */
  switched: (profileId: string) => void
  clock: () => number
  wait: (milliseconds: number) => Promise<void>
}

export type Step = (parts: StepParts) => Promise<Outcome<Progress>>

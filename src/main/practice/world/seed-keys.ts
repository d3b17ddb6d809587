import type { Randomness } from '../practice-clock.ts'
import { hashOfKey, makeKeyText } from './secrets.ts'
import type { ApiKey } from './world.ts'

/** A seeded key with its text, which the service itself does not keep. */
export type SeededKey = { readonly name: string; readonly text: string; readonly state: 'active' | 'archived' }

/** Makes the texts once, so that a reset of the world leaves the same keys valid. */
export function makeSeededKeys(random: Randomness): readonly SeededKey[] {
  return [
    { name: 'Front office', text: makeKeyText(random), state: 'active' },
    { name: 'Retired laptop', text: makeKeyText(random), state: 'archived' },
    // Measured: every organization has an active key from sign-up on, whose text nobody was ever shown.
    { name: 'Default API Key', text: makeKeyText(random), state: 'active' },
  ]
}

/** The record the service keeps of a key's text. */
export function keyRecord(id: number, organizationId: number, name: string, text: string, now: number): ApiKey {
  return {
    id,
    organizationId,
    name,
    hash: hashOfKey(text),
    prefix: text.slice(0, 8),
    createdAt: now,
    lastUsedAt: null,
    archivedAt: null,
  }
}

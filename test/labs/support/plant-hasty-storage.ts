import { setTimeout as wait } from 'node:timers/promises'
import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { DeskParts } from '../../../src/main/desk.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'

/** How long after its answer the record is written, in milliseconds. */
const delay = 200

/** A storage that says "recorded" first and records afterwards. */
export const plantHastyStorage = (parts: DeskParts): DeskParts => {
  const { storage } = parts
  const ask: Storage['ask'] = async (name, input) => {
    if (name !== 'placeCall' || typeof input !== 'object' || !('call' in input)) return storage.ask(name, input)
    void wait(delay).then(() => storage.ask(name, input))
    const placed: Outcome<unknown> = succeed({ placed: 'now', call: input.call })
    // What the storage itself answers to this question when nothing stands in the way.
    return placed as Awaited<ReturnType<typeof storage.ask<typeof name>>>
  }
  return { ...parts, storage: { ...storage, ask } }
}

import { randomBytes } from 'node:crypto'
import { createUlid } from '../../../src/contract/ulid.ts'
import type { DeskParts } from '../../../src/main/desk.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'

type Named = { call: { callId: string } }

const isNamed = (input: unknown): input is Named =>
  typeof input === 'object' &&
  input !== null &&
  'call' in input &&
  typeof input.call === 'object' &&
  input.call !== null &&
  'callId' in input.call

/** A storage that does not hold a call's id to be the only one: whatever is written is written as a call of its own. */
export const plantForgetfulStorage = (parts: DeskParts): DeskParts => {
  const { storage } = parts
  const ask: Storage['ask'] = (name, input) => {
    if (name !== 'placeCall' || !isNamed(input)) return storage.ask(name, input)
    const callId = createUlid(Date.now(), randomBytes(16))
    return storage.ask(name, { ...input, call: { ...input.call, callId } })
  }
  return { ...parts, storage: { ...storage, ask } }
}

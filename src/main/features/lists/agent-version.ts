import { createHash } from 'node:crypto'
import type { PublishedText } from '../../../contract/agent.ts'
import { nativeMessages } from '../../../messages/native.ts'

/**
 * Returns a string that identifies an agent's published version: its number, or a digest of its date, and digests of
 * its opening and variables. A list stores it, and uses another version only after the user agrees.
 */
export const agentVersion = (text: PublishedText): string => partsOf(text).join('.')

/** Describes what differs between the version that a list was started with and the published one. */
export const describeChange = (started: string, text: PublishedText): string => {
  const [number = '', , opening, fields] = started.split('.')
  const [newNumber = '', , newOpening, newFields] = partsOf(text)
  return nativeMessages.list.agentChange({
    from: number,
    to: newNumber,
    opening: opening !== newOpening,
    fields: fields !== newFields,
  })
}

/** Returns the parts of a version, in the order in which `agentVersion` writes them. */
const partsOf = ({ versionNumber, publishedAt, opening, variables }: PublishedText): string[] => [
  String(versionNumber ?? ''),
  // If there is a version number, the date adds nothing.
  versionNumber === null ? digest(publishedAt) : '',
  digest(opening),
  digest(variables.map(({ name, required, fallback }) => [name, required, fallback])),
]

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

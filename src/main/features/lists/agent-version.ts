import { createHash } from 'node:crypto'
import type { PublishedText } from '../../../contract/agent.ts'
import { nativeMessages } from '../../../messages/native.ts'

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/** The parts of a version, in the order in which `agentVersion` writes them. */
const partsOf = ({ versionNumber, publishedAt, opening, variables }: PublishedText): string[] => [
  String(versionNumber ?? ''),
  // The date of a version with a number says nothing more.
  versionNumber === null ? digest(publishedAt) : '',
  digest(opening),
  digest(variables.map(({ name, required, fallback }) => [name, required, fallback])),
]

/**
 * Returns a text that changes with the published version of an agent: its number, or a digest of its date, and digests of its opening and its
 * fields. A list keeps it and calls no one with another version before a person has agreed.
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

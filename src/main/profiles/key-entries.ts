import { type Outcome, invalid, succeed } from '../../contract/failure.ts'
import { createSecret, type Secret } from '../vault/secret.ts'
import { readKeyText } from './key-text.ts'

/** How long a key that was entered waits for its form to be sent, in milliseconds. */
const patience = 10 * 60_000

export type KeyEntries = {
  /** Takes a key's text once and gives a name for it; only its length is told. */
  enter(text: string): Outcome<{ entryId: string; length: number }>
  find(entryId: string): Outcome<Secret>
  forget(entryId: string): void
}

export type KeyEntriesParts = {
  clock: () => number
  createId: () => string
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
}

/**
 * Holds a key between the moment it is entered and the moment its form succeeds, so that the page sends it once
 * and a refused form does not ask for it again. Only the newest entry is held.
 */
export const createKeyEntries = ({ clock, createId, after }: KeyEntriesParts): KeyEntries => {
  let held: { entryId: string; secret: Secret; until: number } | null = null
  let cancel = (): void => {}

  const letGo = (): void => {
    cancel()
    held = null
  }

  return {
    enter(text) {
      const read = readKeyText(text)
      if (!read.ok) return read
      letGo()
      const entryId = createId()
      held = { entryId, secret: createSecret(read.value), until: clock() + patience }
      // SECURITY: a form that is left alone is no reason to keep a key; the clock above speaks for a computer that slept.
      cancel = after(patience, letGo)
      return succeed({ entryId, length: read.value.length })
    },
    find(entryId) {
      if (held?.entryId !== entryId || clock() > held.until) return invalid(['key'], 'keyExpired')
      return succeed(held.secret)
    },
    forget(entryId) {
      if (held?.entryId === entryId) letGo()
    },
  }
}

import { invalid, type IssueCode, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Announce } from '../../app/runtime.ts'
import { createSecret, type Secret } from '../../vault/secret.ts'

export type StagedKeys = {
  /** Keeps a key or passphrase; returns its ID and length. */
  stage(text: string, isPassphrase?: boolean): Outcome<{ entryId: string; length: number }>
  /** Returns what is kept if it may be a key; null otherwise. */
  key(): Secret | null
  find(entryId: string): Outcome<Secret>
  forget(entryId: string): void
}

type StagedKeysDeps = {
  clock: () => number
  createUuid: () => string
  /** Runs an action after a delay. Returns a function that cancels it. */
  after: (milliseconds: number, action: () => void) => () => void
  announce: Announce
}

/** How long a staged key is kept for its form, in milliseconds. */
const stagedMilliseconds = 10 * 60_000

/** UUIDs and ULIDs, web and email addresses, and host names. */
const notKeys = [
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /^0[\dA-HJKMNP-TV-Z]{25}$/,
  /:\/\/|@/,
  /^(?:[\da-z-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/,
]

/** Shorter text, IDs and addresses are in the wrong field more often than a key is. */
const mayBeKey = (text: string): boolean => text.length >= 20 && !notKeys.some((form) => form.test(text))

/**
 * Keeps a key from the moment it is entered until its form succeeds, so that the page sends it once and a rejected form
 * does not ask for it again. Only the newest key is kept.
 */
export const createStagedKeys = ({ clock, createUuid, after, announce }: StagedKeysDeps): StagedKeys => {
  let staged: { entryId: string; secret: Secret; isKey: boolean; until: number } | null = null
  let cancel = (): void => {}

  const drop = (): void => {
    cancel()
    staged = null
    announce('enteredKeyChanged', {})
  }

  return {
    stage(text, isPassphrase = false) {
      const read = readKeyText(text)
      if (!read.ok) return read
      cancel()
      const entryId = createUuid()
      const isKey = !isPassphrase && mayBeKey(read.value)
      staged = { entryId, secret: createSecret(read.value), isKey, until: clock() + stagedMilliseconds }
      // SECURITY: an abandoned form must not leave a key in memory. `until` also covers the time during which the
      // computer sleeps.
      cancel = after(stagedMilliseconds, drop)
      announce('enteredKeyChanged', {})
      return succeed({ entryId, length: read.value.length })
    },
    key: () => (staged?.isKey === true && clock() <= staged.until ? staged.secret : null),
    find(entryId) {
      if (staged?.entryId !== entryId || clock() > staged.until) return invalid(['key'], 'keyExpired')
      return succeed(staged.secret)
    },
    forget(entryId) {
      if (staged?.entryId === entryId) drop()
    },
  }
}

const rules: readonly [isBroken: (text: string) => boolean, code: IssueCode][] = [
  [(text) => text === '', 'required'],
  [(text) => /[\r\n]/.test(text), 'keyLineBreak'],
  [(text) => /\s/.test(text), 'keyBlank'],
  [(text) => !/^[\x21-\x7e]+$/.test(text), 'keyCharacter'],
  [(text) => text.length < 8, 'keyShort'],
  [(text) => text.length > 512, 'keyLong'],
]

/** Trims a pasted key. It must have 8 to 512 printable ASCII characters without spaces. */
const readKeyText = (text: string): Outcome<string> => {
  const trimmed = text.trim()
  const rule = rules.find(([isBroken]) => isBroken(trimmed))
  return rule === undefined ? succeed(trimmed) : invalid(['key'], rule[1])
}

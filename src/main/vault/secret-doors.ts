import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { openSecret, type Secret } from './secret.ts'

export type SecretDoorsParts = {
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  /** Shows a text in a window of the system, and says whether it is to be put on the clipboard. */
  show: (what: ShownSecret, text: string) => Promise<{ copy: boolean }>
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  /** Told that a secret could not be taken from the clipboard; it is tried again. */
  uncleared: () => void
}

/** What a shown text is, for the words around it. */
export type ShownSecret = { kind: 'key'; name: string } | { kind: 'passphrase'; fileName: string }

export type SecretDoors = {
  /** Puts a secret on the clipboard and takes it from there after `clipboardSeconds`. */
  copy(secret: Secret): Promise<Outcome<null>>
  show(what: ShownSecret, secret: Secret): Promise<Outcome<null>>
  /** Takes from the clipboard what was put there, if it still lies there; where the system refuses, it is tried again later. */
  clear(): Promise<Outcome<null>>
}

/** How long a secret lies on the clipboard. */
export const clipboardSeconds = 45

// SECURITY: what a system's call throws may hold the text it was given. It is dropped here, and told in our own words.
const clipboardRefused = invalid([], 'clipboardRefused')
const windowRefused = invalid([], 'windowRefused')

/**
 * The two ways on which a secret leaves this process because a person wants it to: by the clipboard, and in a window of
 * the system. SECURITY: the page is none of them.
 */
export const createSecretDoors = ({ clipboard, show, after, uncleared }: SecretDoorsParts): SecretDoors => {
  /** What may lie on the clipboard: a write that was refused may have been done, or have left the one before it there. */
  const lying = new Set<Secret>()
  let cancel = (): void => {}

  const clearLater = (): void => {
    cancel()
    cancel = after(clipboardSeconds * 1000, () => void clear())
  }

  const clear = async (): Promise<Outcome<null>> => {
    cancel()
    const ours = [...lying]
    if (ours.length === 0) return succeed(null)
    try {
      const text = await clipboard.read()
      // What somebody else has put there since is theirs.
      if (ours.some((secret) => openSecret(secret) === text)) await clipboard.write('')
    } catch {
      uncleared()
      clearLater()
      return clipboardRefused
    }
    for (const secret of ours) lying.delete(secret)
    return succeed(null)
  }

  const copy = async (secret: Secret): Promise<Outcome<null>> => {
    lying.add(secret)
    clearLater()
    try {
      await clipboard.write(openSecret(secret))
      return succeed(null)
    } catch {
      return clipboardRefused
    }
  }

  return {
    copy,
    async show(what, secret) {
      try {
        const wish = await show(what, openSecret(secret))
        return wish.copy ? await copy(secret) : succeed(null)
      } catch {
        return windowRefused
      }
    },
    clear,
  }
}

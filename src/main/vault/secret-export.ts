import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { openSecret, type Secret } from './secret.ts'

type SecretExportDeps = {
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  /** Shows a text in a system dialog; `copy` is true if the person chose to copy it. */
  show: (what: ShownSecret, text: string) => Promise<{ copy: boolean }>
  /** Runs an action after some milliseconds. Returns a function that cancels it. */
  after: (milliseconds: number, action: () => void) => () => void
  /** Reports that a secret could not be removed from the clipboard; it is tried again. */
  onNotCleared: () => void
}

/** What a shown secret is, for the text around it. */
type ShownSecret = { kind: 'key'; name: string } | { kind: 'passphrase'; fileName: string }

export type SecretExport = {
  /** Copies a secret and removes it from the clipboard after `clipboardSeconds`. */
  copy(secret: Secret): Promise<Outcome<null>>
  show(what: ShownSecret, secret: Secret): Promise<Outcome<null>>
  /** Removes a secret that a person has pasted from the clipboard, if it is still there. */
  clearPasted(secret: Secret): Promise<void>
  /** Removes a copied secret from the clipboard if it is still there. If the system refuses, it is tried again later. */
  clear(): Promise<Outcome<null>>
}

/** How long a secret stays on the clipboard. */
export const clipboardSeconds = 45

// SECURITY: an error of the system may contain the secret, so it is dropped and replaced by one of these.
const clipboardRefused = invalid([], 'clipboardRefused')
const windowRefused = invalid([], 'windowRefused')

/**
 * The two ways in which a person takes a secret out of this process: the clipboard and a system dialog.
 * SECURITY: the page is not one of them.
 */
export const createSecretExport = ({ clipboard, show, after, onNotCleared }: SecretExportDeps): SecretExport => {
  /** Secrets that may be on the clipboard: a refused write may have happened, or may have left an earlier one there. */
  const onClipboard = new Set<Secret>()
  let cancel = (): void => {}

  const clearLater = (): void => {
    cancel()
    cancel = after(clipboardSeconds * 1000, () => void clear())
  }

  const clear = async (): Promise<Outcome<null>> => {
    cancel()
    const own = [...onClipboard]
    if (own.length === 0) return succeed(null)
    try {
      const text = await clipboard.read()
      // Anything else on the clipboard was copied later and stays.
      if (own.some((secret) => openSecret(secret) === text.trim())) await clipboard.write('')
    } catch {
      onNotCleared()
      clearLater()
      return clipboardRefused
    }
    for (const secret of own) onClipboard.delete(secret)
    return succeed(null)
  }

  const copy = async (secret: Secret): Promise<Outcome<null>> => {
    onClipboard.add(secret)
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
    async clearPasted(secret) {
      try {
        if ((await clipboard.read()).trim() !== openSecret(secret)) return
      } catch {
        onNotCleared()
        return
      }
      onClipboard.add(secret)
      await clear()
    },
    async show(what, secret) {
      try {
        const choice = await show(what, openSecret(secret))
        return choice.copy ? await copy(secret) : succeed(null)
      } catch {
        return windowRefused
      }
    },
    clear,
  }
}

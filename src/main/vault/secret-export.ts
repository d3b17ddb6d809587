import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { openSecret, type Secret } from './secret.ts'

type SecretExportDeps = {
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  /** Shows a secret in a system dialog; `copy` is true if the user chose to copy it. */
  show: (what: ShownSecret, text: string) => Promise<{ copy: boolean }>
  /** Runs an action after a delay. Returns a function that cancels it. */
  after: (milliseconds: number, action: () => void) => () => void
  /** Invoked when a secret could not be removed from the clipboard; removing is retried. */
  onNotCleared: () => void
}

/** The kind of a shown secret, for the text around it. */
type ShownSecret = { kind: 'key'; name: string } | { kind: 'passphrase'; fileName: string }

export type SecretExport = {
  /** Copies a secret and removes it from the clipboard after `clipboardSeconds`. */
  copy(secret: Secret): Promise<Outcome<null>>
  show(what: ShownSecret, secret: Secret): Promise<Outcome<null>>
  /** Removes a pasted secret from the clipboard, if it is still there. */
  clearPasted(secret: Secret): Promise<void>
  /** Removes a copied secret from the clipboard if it is still there. If the system refuses, this is retried later. */
  clear(): Promise<Outcome<null>>
}

/** How long a secret stays on the clipboard, in seconds. */
export const clipboardSeconds = 45

// SECURITY: a system error may contain the secret, so it is replaced by one of these.
const clipboardRefused = invalid([], 'clipboardRefused')
const windowRefused = invalid([], 'windowRefused')

/**
 * Creates the two ways in which the user can take a secret out of this process: the clipboard and a system dialog.
 * SECURITY: the page never receives a secret.
 */
export const createSecretExport = ({ clipboard, show, after, onNotCleared }: SecretExportDeps): SecretExport => {
  /**
   * Secrets that may be on the clipboard: a write that was reported as failed may have succeeded, or may have left an
   * earlier secret there.
   */
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
      // Anything else on the clipboard was copied later and is kept.
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

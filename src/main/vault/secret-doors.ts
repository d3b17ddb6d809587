import { openSecret, type Secret } from './secret.ts'

export type SecretDoorsParts = {
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  /** Shows a text in a window of the system, and says whether it is to be put on the clipboard. */
  show: (what: ShownSecret, text: string) => Promise<{ copy: boolean }>
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
}

/** What a shown text is, for the words around it. */
export type ShownSecret = { kind: 'key'; name: string } | { kind: 'passphrase'; fileName: string }

export type SecretDoors = {
  /** Puts a secret on the clipboard and takes it from there after `clipboardSeconds`. */
  copy(secret: Secret): Promise<void>
  show(what: ShownSecret, secret: Secret): Promise<void>
  /** Takes from the clipboard what was put there, if it still lies there. */
  clear(): Promise<void>
}

/** How long a secret lies on the clipboard. */
export const clipboardSeconds = 45

/**
 * The two ways on which a secret leaves this process because a person wants it to: by the clipboard, and in a window of
 * the system. SECURITY: the page is none of them.
 */
export const createSecretDoors = ({ clipboard, show, after }: SecretDoorsParts): SecretDoors => {
  let copied: Secret | null = null
  let cancel = (): void => {}

  const clear = async (): Promise<void> => {
    cancel()
    const secret = copied
    copied = null
    if (secret === null) return
    // What somebody else has put there since is theirs.
    if ((await clipboard.read()) === openSecret(secret)) await clipboard.write('')
  }

  const copy = async (secret: Secret): Promise<void> => {
    cancel()
    await clipboard.write(openSecret(secret))
    copied = secret
    cancel = after(clipboardSeconds * 1000, () => void clear())
  }

  return {
    copy,
    async show(what, secret) {
      const wish = await show(what, openSecret(secret))
      if (wish.copy) await copy(secret)
    },
    clear,
  }
}

import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { openSecret, type Secret, createSecret, secretIsKey } from './secret.ts'
import { type KeyFileContent, keyFileContentSchema } from '../../contract/key.ts'

type SecretExportDeps = {
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  /** Shows a secret in a system dialog; `copy` is true if the user chose to copy it. */
  show: (what: ShownSecret, text: string) => Promise<{ copy: boolean }>
  /** Runs an action after a delay. Returns a function that cancels it. */
  after: (milliseconds: number, action: () => void) => () => void
  /** Invoked when no copied secret is on the clipboard anymore. */
  onCleared: () => void
  /** Invoked when a secret could not be removed from the clipboard; removing is retried. */
  onNotCleared: () => void
}

/** The kind of a shown secret, for the text around it. */
type ShownSecret = { kind: 'key'; name: string } | { kind: 'passphrase'; fileName: string }

export type SecretExport = {
  /** Copies a secret and removes it from the clipboard after `clipboardSeconds`. */
  copy(secret: Secret): Promise<Outcome<null>>
  /** Checks whether copied secrets are still on the clipboard. Invokes `onCleared` once it finds that none is. */
  check(): Promise<void>
  /** True if a copied secret may still be on the clipboard. */
  isCopied(secret: Secret): boolean
  /** Returns the copied secrets that may still be on the clipboard. */
  copied(): Secret[]
  /** Shows a secret in a system dialog. Returns whether the user copied it there. */
  show(what: ShownSecret, secret: Secret): Promise<Outcome<{ isCopied: boolean }>>
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
export const createSecretExport = ({
  clipboard,
  show,
  after,
  onCleared,
  onNotCleared,
}: SecretExportDeps): SecretExport => {
  let copies = 0
  /**
   * Secrets that may be on the clipboard, with the number of their last copy: a write that was reported as failed may
   * have succeeded, or may have left an earlier secret there.
   */
  const onClipboard = new Map<Secret, number>()
  /** Those that a check didn't find. They stay in `onClipboard`, because a clipboard manager may restore them. */
  const overwritten = new Set<Secret>()
  const isCopied = (secret: Secret): boolean => onClipboard.has(secret) && !overwritten.has(secret)
  let cancel = (): void => {}

  const noteCopy = (secret: Secret): void => {
    copies += 1
    onClipboard.set(secret, copies)
    overwritten.delete(secret)
  }
  /** Returns whether a secret was not copied again since then; the clipboard may have been read before that. */
  const isSameCopy = ([secret, copy]: [Secret, number]): boolean => onClipboard.get(secret) === copy

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
      if (own.some(([secret]) => openSecret(secret) === text.trim())) await clipboard.write('')
    } catch {
      onNotCleared()
      clearLater()
      return clipboardRefused
    }
    for (const [secret] of own.filter(isSameCopy)) {
      onClipboard.delete(secret)
      overwritten.delete(secret)
    }
    if (onClipboard.size === 0) onCleared()
    return succeed(null)
  }

  const copy = async (secret: Secret): Promise<Outcome<null>> => {
    noteCopy(secret)
    clearLater()
    try {
      await clipboard.write(openSecret(secret))
      return succeed(null)
    } catch {
      return clipboardRefused
    } finally {
      noteCopy(secret)
    }
  }

  const check = async (): Promise<void> => {
    const own = [...onClipboard].filter(([secret]) => isCopied(secret))
    if (own.length === 0) return
    let text: string
    try {
      text = (await clipboard.read()).trim()
    } catch {
      // Whether the secrets are still there is unknown.
      return
    }
    for (const [secret] of own.filter(isSameCopy)) if (openSecret(secret) !== text) overwritten.add(secret)
    if (![...onClipboard.keys()].some(isCopied)) onCleared()
  }

  return {
    copy,
    check,
    isCopied,
    copied: () => [...onClipboard.keys()].filter(isCopied),
    async clearPasted(secret) {
      try {
        if ((await clipboard.read()).trim() !== openSecret(secret)) return
      } catch {
        onNotCleared()
        return
      }
      noteCopy(secret)
      await clear()
    },
    async show(what, secret) {
      try {
        const choice = await show(what, openSecret(secret))
        if (!choice.copy) return succeed({ isCopied: false })
        const copied = await copy(secret)
        return copied.ok ? succeed({ isCopied: true }) : copied
      } catch {
        return windowRefused
      }
    },
    clear,
  }
}

const sealedFormat = 'rundesk-sealed-key'
const sealedVersion = 1

/** Derives a key of 32 bytes from a passphrase and a salt. */
export type DeriveKey = (passphrase: string, salt: Uint8Array) => Promise<Uint8Array>

type SealingDeps = { derive: DeriveKey; randomBytes: (count: number) => Uint8Array }

/** Encrypts a key with its profile so that only the passphrase can decrypt it. */
type Sealing = {
  seal(about: KeyFileContent, key: Secret, passphrase: Secret): Promise<Uint8Array>
  open(bytes: Uint8Array, passphrase: Secret): Promise<Outcome<{ about: KeyFileContent; key: Secret }>>
}

/** The scrypt cost: 128 MB of memory and a few tenths of a second per attempt. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const

export const deriveByScrypt: DeriveKey = (passphrase, salt) =>
  new Promise((resolve, reject) =>
    scrypt(passphrase, salt, 32, cost, (error, key) => (error === null ? resolve(key) : reject(error))),
  )

const cipher = 'aes-256-gcm'
const tagBytes = 16
/** Format and version are authenticated, so they cannot be changed. */
const additionalData = Buffer.from(`${sealedFormat} ${sealedVersion}`)

/** Normalizes a typed passphrase: ignores hyphens and case, and unifies characters that look alike. */
export const normalizePassphrase = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a random passphrase of 125 bits in five groups. It is not chosen by a user, so it cannot be weak. */
export const createPassphrase = (randomBytes: SealingDeps['randomBytes']): Secret => {
  const characters = [...randomBytes(25)].map((byte) => symbols[byte % symbols.length] ?? '0').join('')
  return createSecret(characters.replaceAll(/(.{5})(?=.)/g, '$1-'))
}

const parseContent = (text: string): Outcome<{ about: KeyFileContent; key: Secret }> => {
  const refuse = invalid(['sealed'], 'sealedContent')
  try {
    const value: unknown = JSON.parse(text)
    const about = keyFileContentSchema.safeParse(value)
    if (!about.success || typeof value !== 'object' || value === null || !('key' in value)) return refuse
    if (typeof value.key !== 'string') return refuse
    const key = createSecret(value.key)
    return secretIsKey(key) ? succeed({ about: about.data, key }) : refuse
  } catch {
    // The file was encrypted with the right passphrase, but not by Rundesk.
    return refuse
  }
}

/**
 * Creates the encryption: AES-256-GCM with a key derived from the passphrase. If any byte is changed, the file can no
 * longer be decrypted.
 */
export const createSealing = ({ derive, randomBytes }: SealingDeps): Sealing => {
  const keyOf = (passphrase: Secret, salt: Uint8Array) => derive(normalizePassphrase(openSecret(passphrase)), salt)
  return {
    async seal(about, key, passphrase) {
      const [salt, nonce] = [randomBytes(16), randomBytes(12)]
      const seal = createCipheriv(cipher, await keyOf(passphrase, salt), nonce).setAAD(additionalData)
      const text = JSON.stringify({ ...about, key: openSecret(key) })
      const sealed = Buffer.concat([seal.update(text, 'utf8'), seal.final(), seal.getAuthTag()])
      return writeSealed({ salt, nonce, sealed })
    },

    async open(bytes, passphrase) {
      const read = readSealed(bytes)
      if (!read.ok) return read
      const { salt, nonce, sealed } = read.value
      const opened = createDecipheriv(cipher, await keyOf(passphrase, salt), nonce, { authTagLength: tagBytes })
      opened.setAAD(additionalData).setAuthTag(sealed.subarray(-tagBytes))
      try {
        const text = Buffer.concat([opened.update(sealed.subarray(0, -tagBytes)), opened.final()])
        return parseContent(text.toString('utf8'))
      } catch {
        // A wrong passphrase and a changed file cannot be distinguished.
        return invalid(['passphrase'], 'passphrase')
      }
    },
  }
}

/** The parts of a key file; none of them is secret. */
type SealedParts = { salt: Uint8Array; nonce: Uint8Array; sealed: Uint8Array }

/** Maximum size of a key file that is read, in bytes. */
export const maxSealedBytes = 16_384

const saltBytes = 16
const nonceBytes = 12
const leastSealed = 16

const notSealed = invalid(['sealed'], 'sealedFile')

/** Formats the file as one line of JSON with binary data in Base64. */
const writeSealed = ({ salt, nonce, sealed }: SealedParts): Uint8Array => {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
  const parts = { salt: base64(salt), nonce: base64(nonce), sealed: base64(sealed) }
  return Buffer.from(`${JSON.stringify({ format: sealedFormat, version: sealedVersion, ...parts })}\n`)
}

const parse = (bytes: Uint8Array): Record<string, unknown> | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    // Neither UTF-8 nor JSON, so not a key file.
    return null
  }
}

const bytesIn = (value: unknown): Uint8Array | null =>
  typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : null

/**
 * Parses a key file without decrypting it. SECURITY: the version fixes all sizes and costs, so that a file cannot cause
 * excessive use of memory or time.
 */
export const readSealed = (bytes: Uint8Array): Outcome<SealedParts> => {
  if (bytes.byteLength > maxSealedBytes) return invalid(['sealed'], 'sealedLarge')
  const file = parse(bytes)
  if (file === null || file['format'] !== sealedFormat) return notSealed
  if (file['version'] !== sealedVersion)
    return typeof file['version'] === 'number' ? invalid(['sealed'], 'sealedVersion') : notSealed
  const [salt, nonce, sealed] = [bytesIn(file['salt']), bytesIn(file['nonce']), bytesIn(file['sealed'])]
  if (salt?.byteLength !== saltBytes || nonce?.byteLength !== nonceBytes) return notSealed
  if (sealed === null || sealed.byteLength <= leastSealed) return notSealed
  return succeed({ salt, nonce, sealed })
}

import { invalid, type Outcome, succeed } from '../../contract/failure.ts'

/** The three parts of a sealed file: none of them is a secret. */
export type SealedParts = { salt: Uint8Array; nonce: Uint8Array; sealed: Uint8Array }

export const sealedFormat = 'rundesk-sealed-key'
export const sealedVersion = 1

/** A sealed key is far smaller; nothing larger is read. */
export const mostSealedBytes = 16_384

const saltBytes = 16
const nonceBytes = 12
const leastSealed = 16

const refuse = invalid(['sealed'], 'sealedFile')

/** The file as text: JSON on one line, and everything binary in base64. */
export const writeSealed = ({ salt, nonce, sealed }: SealedParts): Uint8Array => {
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
    // Neither UTF-8 nor JSON: no file of ours, whatever else it is.
    return null
  }
}

const bytesIn = (value: unknown): Uint8Array | null =>
  typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : null

/**
 * Reads the outside of a sealed file; nothing in it says how much work opening it will be. SECURITY: sizes are fixed by the
 * version, so that no file can ask for memory or time.
 */
export const readSealed = (bytes: Uint8Array): Outcome<SealedParts> => {
  if (bytes.byteLength > mostSealedBytes) return invalid(['sealed'], 'sealedLarge')
  const file = parse(bytes)
  if (file === null || file['format'] !== sealedFormat) return refuse
  if (file['version'] !== sealedVersion)
    return typeof file['version'] === 'number' ? invalid(['sealed'], 'sealedVersion') : refuse
  const [salt, nonce, sealed] = [bytesIn(file['salt']), bytesIn(file['nonce']), bytesIn(file['sealed'])]
  if (salt?.byteLength !== saltBytes || nonce?.byteLength !== nonceBytes) return refuse
  if (sealed === null || sealed.byteLength <= leastSealed) return refuse
  return succeed({ salt, nonce, sealed })
}

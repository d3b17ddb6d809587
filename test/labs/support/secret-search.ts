import { type SecretPiece, secretPieces } from './secret-forms.ts'

/** Where a piece of a secret stands, and in which form. */
export type Found = { form: string; at: number }

export type SecretSearch = (bytes: Uint8Array) => Found | null

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

/**
 * Makes the search for pieces of one secret in any bytes. Two tables of pairs of bytes turn nearly every place away
 * before anything is compared: the snapshot of a heap, some fifty megabytes, takes a fraction of a second.
 */
const createPieceSearch = (pieces: readonly SecretPiece[]): SecretSearch => {
  const first = new Uint8Array(0x10000)
  const second = new Uint8Array(0x10000)
  const byStart = new Map<number, SecretPiece[]>()
  for (const piece of pieces) {
    const [one, two] = [word(piece.bytes, 0), word(piece.bytes, 2)]
    first[one] = 1
    second[two] = 1
    const start = one * 0x10000 + two
    byStart.set(start, [...(byStart.get(start) ?? []), piece])
  }
  return (bytes) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      const one = word(bytes, at)
      if (first[one] === 0) continue
      const two = word(bytes, at + 2)
      if (second[two] === 0) continue
      const piece = byStart
        .get(one * 0x10000 + two)
        ?.find((candidate) => buffer.subarray(at, at + candidate.bytes.length).equals(candidate.bytes))
      if (piece !== undefined) return { form: piece.form, at }
    }
    return null
  }
}

/** Makes the search for a secret, whole or in part, in every form in which it may have been written down. */
export const createSecretSearch = (secret: string): SecretSearch => createPieceSearch(secretPieces(secret))

/** A piece of a text: from one index up to, but not, another. */
export type Piece = { start: number; end: number }

const pairOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff)

/**
 * Makes the search for pieces, all of one length, in long texts. Two tables of pairs of characters turn nearly every
 * place away before anything is compared: a megabyte takes a few milliseconds.
 */
export const createPieceSearch = (pieces: readonly string[], length: number): ((text: string) => Piece[]) => {
  const wanted = new Set(pieces)
  const first = new Uint8Array(0x10000)
  const last = new Uint8Array(0x10000)
  for (const piece of wanted) {
    first[pairOf(piece, 0)] = 1
    last[pairOf(piece, length - 2)] = 1
  }
  return (text) => {
    const found: Piece[] = []
    for (let at = 0; at + length <= text.length; at += 1) {
      if (first[pairOf(text, at)] === 0 || last[pairOf(text, at + length - 2)] === 0) continue
      if (wanted.has(text.slice(at, at + length))) found.push({ start: at, end: at + length })
    }
    return found
  }
}

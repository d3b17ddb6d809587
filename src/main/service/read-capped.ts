/** Thrown by `readCapped` when a body is larger than allowed. */
export class TooLargeError extends Error {}

/** Reads a body whole. Throws TooLargeError as soon as it passes the cap (bytes), and lets go of the rest unread. */
export const readCapped = async (body: AsyncIterable<Uint8Array>, capBytes: number): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.byteLength
    if (size > capBytes) throw new TooLargeError()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** A line of input, or the news that one was longer than it may be (and is gone). */
export type Line = string | { tooLong: true }

/**
 * Cuts text that arrives in pieces into lines of at most `limit` characters. What a longer line held is dropped as it
 * arrives, so that no input can fill the memory.
 */
export const createLineSplitter = (limit: number, take: (line: Line) => void): ((piece: string) => void) => {
  let begun = ''
  let dropping = false

  const add = (text: string): void => {
    if (dropping) return
    dropping = begun.length + text.length > limit
    begun = dropping ? '' : begun + text
  }

  const end = (): void => {
    take(dropping ? { tooLong: true } : begun)
    begun = ''
    dropping = false
  }

  return (piece) => {
    for (const [index, text] of piece.split('\n').entries()) {
      if (index > 0) end()
      add(text)
    }
  }
}

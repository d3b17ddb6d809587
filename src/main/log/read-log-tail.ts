import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** The last lines of the log of a data folder, at most so many bytes of them, oldest first; empty where there is none. */
export const readLogTail = async (dataFolder: string, mostBytes: number): Promise<string[]> => {
  try {
    const file = await open(join(dataFolder, 'logs', 'rundesk.log'), 'r')
    try {
      const { size } = await file.stat()
      const from = Math.max(0, size - mostBytes)
      const { bytesRead, buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
      const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n')
      // A line that was cut in two says nothing, and may begin in the middle of something that has to be masked.
      return (from > 0 ? lines.slice(1) : lines).filter((line) => line !== '')
    } finally {
      await file.close()
    }
  } catch {
    // A desk that has never written a line has no log; that is told by the empty list.
    return []
  }
}

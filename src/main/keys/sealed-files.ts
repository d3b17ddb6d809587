import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Writes a file for its owner alone, and waits for the disk. */
export const writeOwnFile = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    // One that was there before keeps its rights otherwise.
    await file.chmod(0o600)
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads at most so many bytes of an ordinary file, and one more where there are more. */
export const readUpTo = async (path: string, most: number): Promise<Uint8Array> => {
  // Not blocking: a pipe that nobody writes to would be waited for without end.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const about = await file.stat()
    // A pipe or a device would be read for ever.
    if (!about.isFile()) return new Uint8Array(0)
    const { buffer, bytesRead } = await file.read(new Uint8Array(most + 1), 0, most + 1, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

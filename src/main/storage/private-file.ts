import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Writes a file that only its owner can read, and waits until it is on disk. */
export const writePrivateFile = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    // Otherwise an existing file would keep its permissions.
    await file.chmod(0o600)
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads up to `most` bytes of an ordinary file, plus one more byte if the file is larger. */
export const readUpTo = async (path: string, most: number): Promise<Uint8Array> => {
  // Non-blocking: opening a pipe without a writer would wait forever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    // Reading a pipe or a device might never end.
    if (!(await file.stat()).isFile()) return new Uint8Array(0)
    const { buffer, bytesRead } = await file.read(new Uint8Array(most + 1), 0, most + 1, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

import { open, rename, rm } from 'node:fs/promises'

/**
 * Writes a file piece by piece beside its place and puts it there when it is whole: nobody ever sees half of it. Where
 * `pieces` end with false, or anything fails, nothing is left of it. SECURITY: for this user alone.
 */
export const writeExport = async (
  file: string,
  pieces: AsyncGenerator<string, boolean, undefined>,
): Promise<boolean> => {
  const part = `${file}.part`
  let done = false
  try {
    const handle = await open(part, 'w', 0o600)
    try {
      await handle.chmod(0o600)
      for (let piece = await pieces.next(); ; piece = await pieces.next()) {
        if (piece.done) {
          done = piece.value
          break
        }
        await handle.write(piece.value)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (done) await rename(part, file)
    return done
  } finally {
    await rm(part, { force: true })
  }
}

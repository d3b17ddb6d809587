import { open, rename, rm } from 'node:fs/promises'
import { errorCode } from '../../contract/error-code.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'

/** The text of a file, piece by piece; a failure in the place of a piece ends it, and so does false at the end. */
export type Pieces = AsyncGenerator<Outcome<string>, boolean, undefined>

const writePieces = async (part: string, pieces: Pieces): Promise<Outcome<boolean>> => {
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    for (let piece = await pieces.next(); ; piece = await pieces.next()) {
      if (piece.done) {
        await handle.sync()
        return succeed(piece.value)
      }
      if (!piece.value.ok) return piece.value
      await handle.write(piece.value.value)
    }
  } finally {
    await handle.close()
  }
}

/**
 * Writes a file piece by piece beside its place and puts it there when it is whole: nobody ever sees half of it. Where
 * `pieces` end with false, or anything fails, nothing is left of it. Gives what they ended with, the failure that came
 * in the place of a piece, or the system's own code for what stood in the way. SECURITY: for this user alone.
 */
export const writeExport = async (file: string, pieces: Pieces): Promise<Outcome<boolean>> => {
  const part = `${file}.part`
  try {
    const written = await writePieces(part, pieces)
    if (written.ok && written.value) await rename(part, file)
    return written
  } catch (error) {
    return invalid(['file'], 'exportFile', errorCode(error) ?? 'unknown')
  } finally {
    await rm(part, { force: true })
  }
}

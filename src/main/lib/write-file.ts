import { open, rename, rm } from 'node:fs/promises'
import { errorCode } from '../../domain/error-code.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'

/** Yields the content of a file in pieces. A failure ends the file; returning false cancels it. */
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
 * Writes a temporary file next to `file` and renames it when it is complete, so that there is never a partial file.
 * After a cancellation or failure, no file is left behind. Returns false if `pieces` was canceled, the failure from
 * `pieces`, or `exportFile` with the system's error code. SECURITY: only this user can read the file (mode 600).
 */
export const writeFileAtomically = async (file: string, pieces: Pieces): Promise<Outcome<boolean>> => {
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

import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { errorCode } from '../../contract/error-code.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'

/** No agent comes near it, and more would keep the app busy for seconds. */
export const mostWorkflowBytes = 2 * 1024 * 1024
const pieceBytes = 64 * 1024

/**
 * SECURITY: a link is not followed and a pipe not waited for. Where the system has no such flags (Windows) they count as
 * nothing, and the look at the file beforehand stands alone.
 */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const kindOf = (about: Stats): string | null => {
  if (about.isFile()) return null
  if (about.isSymbolicLink()) return 'link'
  return about.isDirectory() ? 'folder' : 'device'
}

const readAll = async (path: string): Promise<Outcome<Uint8Array>> => {
  const file = await open(path, readOnly)
  try {
    // Between the look and here it may have become something else.
    const kind = kindOf(await file.stat())
    if (kind !== null) return invalid([], 'workflowKind', kind)
    const pieces: Uint8Array[] = []
    for (let length = 0; ;) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(pieceBytes), 0, pieceBytes, length)
      if (bytesRead === 0) return succeed(Buffer.concat(pieces))
      pieces.push(buffer.subarray(0, bytesRead))
      length += bytesRead
      if (length > mostWorkflowBytes) return invalid([], 'workflowLarge', String(mostWorkflowBytes))
    }
  } finally {
    await file.close()
  }
}

/** Reads an ordinary file of at most 2 MiB; folders, links, devices and larger files are refused by name. It changes nothing. */
export const readWorkflowFile = async (path: string): Promise<Outcome<Uint8Array>> => {
  try {
    const kind = kindOf(await lstat(path))
    return kind === null ? await readAll(path) : invalid([], 'workflowKind', kind)
  } catch (error) {
    return invalid([], 'workflowUnread', errorCode(error) ?? 'unknown')
  }
}

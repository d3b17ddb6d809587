import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type IssueCode } from '../../contract/failure.ts'
import { listLimits } from '../../contract/list.ts'
import { errorCode } from '../../domain/error-code.ts'

/** Where a table comes from: a file that the user chose, or pasted text. */
export type TableSource = { kind: 'file'; path: string } | { kind: 'text'; text: string }

/** Why a table cannot be read. `words` is inserted into the message for the code: a line, a size, or a kind of file. */
export class TableError extends Error {
  readonly code: IssueCode
  readonly words: string

  constructor(code: IssueCode, words: string | number = '') {
    super(`table: ${code}`)
    this.name = 'TableError'
    this.code = code
    this.words = String(words)
  }
}

/** The complete bytes of a table, read while the file did not change. */
export type TableBytes = { bytes: Buffer; fileName: string | null }

/** The number of bytes that are read at a time. */
const chunkBytes = 4 * 1024 * 1024

/** O_NONBLOCK: opening a pipe must not wait for a writer. Windows has no such flag. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK

type Version = { size: number; changed: number; file: number }

const versionOf = ({ size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }): Version => ({
  size,
  changed: mtimeMs,
  file: ino,
})

const isSame = (one: Version, other: Version): boolean =>
  one.size === other.size && one.changed === other.changed && one.file === other.file

const assertSize = (bytes: number): void => {
  if (bytes > listLimits.bytes) throw new TableError('listTooLarge', bytes)
}

const readOpen = (handle: number, path: string, onRead: (bytes: number) => void): Buffer => {
  const stats = fstatSync(handle)
  if (!stats.isFile()) throw new TableError('listNotTable', stats.isDirectory() ? 'folder' : 'device')
  assertSize(stats.size)
  const before = versionOf(stats)
  // One byte more than the file's size, so that growth is noticed.
  const bytes = Buffer.allocUnsafe(before.size + 1)
  let length = 0
  for (;;) {
    const read = readSync(handle, bytes, length, Math.min(chunkBytes, bytes.length - length), null)
    length += read
    if (read === 0 || length > before.size) break
    onRead(length)
  }
  // The path may now refer to another file, because editors replace a file when they save it.
  const after = [versionOf(fstatSync(handle)), versionOf(statSync(path))]
  if (length !== before.size || !after.every((version) => isSame(version, before))) throw new TableError('listChanged')
  return bytes.subarray(0, length)
}

const readFile = (path: string, onRead: (bytes: number) => void): Buffer => {
  try {
    const handle = openSync(path, readOnly)
    try {
      return readOpen(handle, path, onRead)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (error instanceof TableError) throw error
    throw new TableError('listUnread', errorCode(error) ?? 'unknown')
  }
}

/**
 * Reads a whole table at once, so that its rows belong to one version of the file. `onRead` is invoked with the number
 * of bytes read so far.
 */
export const readSource = (source: TableSource, onRead: (bytes: number) => void = () => undefined): TableBytes => {
  if (source.kind === 'file') return { bytes: readFile(source.path, onRead), fileName: basename(source.path) }
  const bytes = Buffer.from(source.text)
  assertSize(bytes.length)
  return { bytes, fileName: null }
}

/** Returns the digest by which a file is recognized when it is opened again. */
export const fingerprintOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const startsWith = (bytes: Buffer, start: string): boolean =>
  bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1'))

/** The first bytes of files that do not contain rows of text. */
const otherKinds: readonly [start: string, kind: string][] = [
  ['%PDF', 'pdf'],
  ['\u0089PNG', 'image'],
  ['\u00ff\u00d8\u00ff', 'image'],
  ['GIF8', 'image'],
  ['{\\rtf', 'document'],
  ['\u001f\u008b', 'archive'],
  ["7z\u00bc\u00af'", 'archive'],
  ['Rar!', 'archive'],
  ['SQLite format 3', 'database'],
]

const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Returns the kind of a file in the container format that old Excel files and encrypted workbooks share. */
const containerKind = (bytes: Buffer): string | null =>
  startsWith(bytes, '\u00d0\u00cf\u0011\u00e0') ? (bytes.includes(encryptedPackage) ? 'encrypted' : 'xls') : null

/** Returns the kind of a text file whose lines are not rows. */
const textKind = (bytes: Buffer): string | null => {
  const start = bytes.subarray(0, 256).toString('latin1').trimStart().toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'webPage'
  if (start.startsWith('<?xml')) return 'xml'
  return /^(?:\{\s*"|\[\s*[{["])/.test(start) ? 'json' : null
}

/**
 * Returns `zip` for a possible workbook and `text` for anything else; throws for a file that is known not to be a
 * table.
 */
export const formatOf = (bytes: Buffer): 'zip' | 'text' => {
  if (bytes.length === 0) throw new TableError('listEmpty')
  if (startsWith(bytes, 'PK\u0003\u0004') || startsWith(bytes, 'PK\u0005\u0006')) return 'zip'
  const kind = otherKinds.find(([start]) => startsWith(bytes, start))?.[1] ?? containerKind(bytes) ?? textKind(bytes)
  if (kind !== null) throw new TableError('listNotTable', kind)
  return 'text'
}

import { hash as hashOf } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StorageError } from './errors.ts'
import { syncFolder } from './files.ts'

/** The length of the history: the number of events, calls and audit entries, and the last hash of both chains. */
export type HistoryLength = { events: number; hash: string; calls: number; entries: number; entryHash: string }

/**
 * The database file after a clean shutdown. `modified` is its modification time in nanoseconds; `unresolved` is the
 * number of calls that lock a number.
 */
type CleanEnd = { bytes: number; modified: string; unresolved: number }

type Mark = HistoryLength & {
  /** The number of the write: the mark with the highest number is the newest. */
  write: number
  /** Null while the history is open, and after a crash. */
  cleanEnd: CleanEnd | null
}

/** What is known about the earlier length of the history; `unknown` is true if the mark file is missing or damaged. */
export type KnownLength = { lengths: readonly HistoryLength[]; unknown: boolean; cleanEnd: CleanEnd | null }

/** Returns the file that records the length of the history at `file`. */
export const markFileOf = (file: string): string => join(dirname(file), 'rundesk.mark')

export const readLength = (database: DatabaseSync): HistoryLength => {
  const row = database
    .prepare(
      `SELECT chain_head.events, chain_head.hash, audit_head.entries, audit_head.hash AS entry_hash,
         (SELECT max(sequence) FROM calls) AS calls FROM chain_head, audit_head`,
    )
    .get()
  // Both tables have contained one row since the first migration.
  if (row === undefined) throw new StorageError('corrupt')
  return {
    events: Number(row['events']),
    hash: String(row['hash']),
    calls: Number(row['calls'] ?? 0),
    entries: Number(row['entries']),
    entryHash: String(row['entry_hash']),
  }
}

/**
 * Returns whether the history contains an earlier one. Both chains are numbered without gaps, so the last hash at an
 * earlier length can be found by its number.
 */
const contains = (database: DatabaseSync, { events, hash, entries, entryHash }: HistoryLength): boolean => {
  const hashAt = (table: 'call_events' | 'audit_entries', sequence: number): unknown =>
    sequence === 0 ? '' : database.prepare(`SELECT hash FROM ${table} WHERE sequence = ?`).get(sequence)?.['hash']
  return hashAt('call_events', events) === hash && hashAt('audit_entries', entries) === entryHash
}

const isEmpty = ({ events, entries }: HistoryLength): boolean => events === 0 && entries === 0

/**
 * `shorter`: the history lacks something that it once contained. `unverified`: its mark is missing, or a call has
 * changed.
 */
export type Shortfall = {
  cause: 'shorter' | 'unverified'
  /** The number of missing calls; null if unknown. */
  missing: number | null
}

/** Counts the calls that the history has lost; null if the earlier number is unknown. */
export const countMissing = (database: DatabaseSync, { lengths, unknown }: KnownLength): number | null => {
  const { calls } = readLength(database)
  return unknown ? null : Math.max(0, ...lengths.map((length) => length.calls - calls))
}

/** Compares an open history with its earlier length; returns null if nothing is missing. */
export const findShortfall = (database: DatabaseSync, known: KnownLength): Shortfall | null => {
  if (known.lengths.some((length) => !contains(database, length)))
    return { cause: 'shorter', missing: countMissing(database, known) }
  // The mark is written before the first call, so a history with calls must have one.
  return known.unknown && !isEmpty(readLength(database)) ? { cause: 'unverified', missing: null } : null
}

/** Returns whether a history existed before. */
export const hadHistory = ({ lengths }: KnownLength): boolean => lengths.some((length) => !isEmpty(length))

const describe = (file: string): Pick<CleanEnd, 'bytes' | 'modified'> => {
  const { size, mtimeNs } = statSync(file, { bigint: true })
  return { bytes: Number(size), modified: String(mtimeNs) }
}

/** Returns whether the database file is unchanged since a clean shutdown, with nothing left in the WAL. */
export const isUntouched = (file: string, { bytes, modified }: CleanEnd): boolean => {
  if (!existsSync(file) || existsSync(`${file}-wal`)) return false
  const found = describe(file)
  return found.bytes === bytes && found.modified === modified
}

/** Two slots are written alternately, each in its own block, so that a torn write damages at most one of them. */
const slotOffsets = [0, 4_096] as const

/** Bytes per slot: one sector, which a disk writes as a whole. */
const slotSize = 512

/** The number of hexadecimal characters of the SHA-256 hash by which a torn or damaged slot is detected. */
const checksumLength = 32

const checksumOf = (text: string): string => hashOf('sha256', text).slice(0, checksumLength)

const encode = (mark: Mark): Buffer => {
  const text = JSON.stringify(mark)
  const slot = Buffer.alloc(slotSize, ' ')
  const length = slot.write(checksumOf(text) + text, 'latin1')
  if (length >= slotSize) throw new StorageError('unavailable')
  return slot
}

const decode = (slot: Buffer): Mark | null => {
  const all = slot.toString('latin1').trimEnd()
  const text = all.slice(checksumLength)
  if (text === '' || all.slice(0, checksumLength) !== checksumOf(text)) return null
  // The checksum proves that `encode` wrote it.
  return JSON.parse(text) as Mark
}

const readSlots = (path: string): Mark[] => {
  const handle = openSync(path, 'r')
  try {
    return slotOffsets.flatMap((offset) => {
      const slot = Buffer.alloc(slotSize)
      readSync(handle, slot, 0, slotSize, offset)
      const mark = decode(slot)
      return mark === null ? [] : [mark]
    })
  } finally {
    closeSync(handle)
  }
}

const newestOf = (marks: readonly Mark[]): Mark | null =>
  marks.toSorted((one, other) => other.write - one.write)[0] ?? null

const isSameLength = (one: HistoryLength, other: HistoryLength): boolean =>
  one.events === other.events && one.hash === other.hash && one.entries === other.entries

/**
 * Records the length of the history at `file` in a separate file, so that lost calls are detected, for example after
 * the WAL was lost, or the database was deleted or replaced with an older copy. The mark is written after each commit
 * and before the commit is reported, without a sync: it is kept if the process is killed, and after a power loss, it
 * may be older than the history, but never newer. So the history may be longer than its mark, but not shorter.
 */
export const createHighWaterMark = (file: string) => {
  const path = markFileOf(file)
  let handle: number | null = null
  /**
   * The last length that this process has written; it is also used to detect that the data folder was replaced while it
   * was open.
   */
  let last: HistoryLength | null = null
  let writes = 0

  const release = (): void => {
    if (handle !== null) closeSync(handle)
    handle = null
  }

  const write = (length: HistoryLength, cleanEnd: CleanEnd | null): void => {
    if (handle === null) throw new StorageError('unavailable')
    const mark: Mark = { ...length, write: writes + 1, cleanEnd }
    writeSync(handle, encode(mark), 0, slotSize, slotOffsets[mark.write % 2] ?? 0)
    writes = mark.write
    last = length
  }

  return {
    /** Reads the known lengths before the history is opened. */
    read(): KnownLength {
      const found = existsSync(path) ? newestOf(readSlots(path)) : null
      writes = Math.max(writes, found?.write ?? 0)
      const lengths = [found, last].filter((length) => length !== null)
      return { lengths, unknown: lengths.length === 0, cleanEnd: found?.cleanEnd ?? null }
    },

    /** Starts recording at the length of an open history, whose gap (if any) is already stored in it. */
    begin(database: DatabaseSync): void {
      release()
      const isNew = !existsSync(path)
      // SECURITY: as with the history, only the owner may read it.
      handle = openSync(path, isNew ? 'wx+' : 'r+', 0o600)
      // Reserves the space for both slots, so that a later write does not fail on a full disk.
      if (isNew) writeSync(handle, Buffer.alloc(slotOffsets[1] + slotSize, ' '))
      write(readLength(database), null)
      // After a power loss, the clean shutdown of an earlier session must not reappear.
      fsyncSync(handle)
      if (isNew) syncFolder(dirname(path))
    },

    /** Records the length after a commit, before the commit is reported. */
    advance(database: DatabaseSync): void {
      const length = readLength(database)
      if (last === null || !isSameLength(length, last)) write(length, null)
    },

    /**
     * Returns a function that records a clean shutdown, with nothing left in the WAL; invoke it after closing the
     * database.
     */
    prepareEnd(database: DatabaseSync): () => void {
      const length = readLength(database)
      const locked = database.prepare('SELECT count(*) AS locked FROM calls WHERE unresolved = 1').get()?.['locked']
      return () => {
        if (handle === null || existsSync(`${file}-wal`)) return
        write(length, { ...describe(file), unresolved: Number(locked) })
        fsyncSync(handle)
      }
    },

    release,
  }
}

export type HighWaterMark = ReturnType<typeof createHighWaterMark>

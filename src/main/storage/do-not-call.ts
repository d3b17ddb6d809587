import { createHmac, createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type DoNotCall, doNotCallSchema } from '../../contract/person.ts'
import { endOfTime } from '../../domain/call-state.ts'
import { completeKey, isSameNumber, numberTail } from '../../domain/phone-number.ts'
import { removeRemindersOf, type Row } from './call-rows.ts'
import { inTransaction } from './database.ts'
import { eraseFromImports, findImportedRows, prefixesOf } from './do-not-call-imports.ts'
import { StorageError } from './errors.ts'
import { addFinding, rowIdOf, settleRows } from './lists/list-rows.ts'
import { createNumberRedactor } from './number-redactor.ts'

/** Parses a row; throws `corrupt` if no version of this app can have written it. */
export const readDoNotCall = (row: Row): DoNotCall => {
  const columns = {
    entryId: row['entry_id'],
    phoneNumber: row['phone_number'],
    phoneNumberDisplay: row['phone_number_display'],
    practice: row['practice'] === 1,
    reason: row['reason'],
    addedAt: row['added_at'],
    addedBy: row['added_by'],
    ...(typeof row['import_id'] === 'string' ? { importId: row['import_id'], importExpiresAt: row['expires_at'] } : {}),
  }
  const parsed = doNotCallSchema.safeParse(columns)
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

/** `at` (ISO 8601) determines which imports have expired. */
type ToNumber = { phoneNumber: string; practice: boolean; at: string }

/**
 * Finds added entries, and numbers and prefixes of complete imports, in one statement that uses only indexes. Every hash
 * that starts with the tail's is between the tail's hash and the same text with `!`, the character after the space.
 */
const findSql = `SELECT entry_id, number_hash, phone_number, phone_number_display, practice, reason, added_at, added_by,
    NULL AS import_id, NULL AS expires_at
    FROM do_not_call WHERE number_tail = ?1 OR number_hash BETWEEN ?2 AND ?2 || '!'
  UNION ALL SELECT import_id, NULL, number_key, number_key, practice, source, added_at, added_by, import_id, expires_at
    FROM do_not_call_numbers JOIN do_not_call_imports USING (import_number)
    WHERE number_tail = ?1 AND complete = 1 AND (expires_at IS NULL OR expires_at > ?4)
  UNION ALL SELECT import_id, NULL, NULL, number_key || '*', practice, source, added_at, added_by, import_id, expires_at
    FROM do_not_call_numbers JOIN do_not_call_imports USING (import_number)
    WHERE number_tail = '' AND number_key IN (SELECT value FROM json_each(?3)) AND complete = 1
      AND (expires_at IS NULL OR expires_at > ?4)`

/**
 * The hashes of a number: of its tail, and `stored`, which an entry keeps of an erased person: the tail's hash and, if
 * the number has a complete key, a space and that key's hash. Earlier versions stored only the tail's hash.
 */
type NumberHashes = { tail: string; stored: string }

/** Returns whether an erased number may be this one. Unless both are complete, only their tails can be compared. */
const matchesHash = (stored: string, of: NumberHashes): boolean =>
  stored === of.tail || stored === of.stored || (of.stored === of.tail && stored.startsWith(`${of.tail} `))

/** When an entry ends, in ISO 8601; entries without an end are the last to end. */
const endOf = ({ importExpiresAt }: DoNotCall): string => importExpiresAt ?? endOfTime

/**
 * Returns a function that finds a number's entry in any spelling, or null, with at most two indexed reads. Of several
 * entries it returns the one that applies longest; an added entry comes before those of files.
 */
export const createDoNotCallFinder = (database: DatabaseSync) => {
  // Cached as a key object, because preparing a key takes five times as long as hashing a number.
  let key: KeyObject | undefined

  const readKey = (): KeyObject => {
    const read = database.prepare('SELECT key FROM do_not_call_key').get()?.['key']
    if (!(read instanceof Uint8Array)) throw new StorageError('corrupt')
    return createSecretKey(read)
  }

  const hashesOf = (phoneNumber: string): NumberHashes => {
    const keyObject = (key ??= readKey())
    const hash = (text: string): string => createHmac('sha256', keyObject).update(text).digest('base64')
    const [tail, complete] = [hash(numberTail(phoneNumber)), completeKey(phoneNumber)]
    return { tail, stored: complete === null ? tail : `${tail} ${hash(complete)}` }
  }

  const find = ({ phoneNumber, practice, at }: ToNumber): DoNotCall | null => {
    const hashes = hashesOf(phoneNumber)
    const rows = database.prepare(findSql).all(numberTail(phoneNumber), hashes.tail, prefixesOf(phoneNumber), at)
    const [longest] = rows
      .filter(({ number_hash: hash }) => hash === null || matchesHash(String(hash), hashes))
      .map(readDoNotCall)
      .filter((one) => one.practice === practice && isSameNumber(one.phoneNumber ?? phoneNumber, phoneNumber))
      // Entries that end at the same time keep their order: added entries first.
      .toSorted((one, other) => endOf(other).localeCompare(endOf(one)))
    return longest ?? null
  }
  return { find, hashesOf }
}

const insertSql = `INSERT INTO do_not_call
    (entry_id, number_tail, phone_number, phone_number_display, practice, reason, added_at, added_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (entry_id) DO UPDATE SET number_tail = excluded.number_tail, number_hash = NULL,
    phone_number = excluded.phone_number, phone_number_display = excluded.phone_number_display,
    reason = excluded.reason, added_at = excluded.added_at, added_by = excluded.added_by`

/** The numbers that must not be called without confirmation. */
export const createDoNotCallTable = (database: DatabaseSync) => {
  const { find, hashesOf } = createDoNotCallFinder(database)
  return {
    listDoNotCall(_input: Record<string, never>): DoNotCall[] {
      return database.prepare('SELECT * FROM do_not_call ORDER BY added_at DESC, entry_id').all().map(readDoNotCall)
    },

    findDoNotCall: (input: ToNumber): DoNotCall | null => find(input),

    /**
     * Adds an entry, or replaces the entry of the same number, which keeps its ID. A new entry without a reason keeps the
     * earlier reason, its date and who added it, unless that number is erased: its reason may be the source of a file.
     * Removes the reminders to call the number, refuses its rows that lists which have not ended would call, and returns
     * the IDs of these lists.
     */
    addDoNotCall({ entry }: { entry: DoNotCall & { phoneNumber: string } }): { entry: DoNotCall; listIds: string[] } {
      return inTransaction(database, () => {
        const { phoneNumber, phoneNumberDisplay, practice } = entry
        const tail = numberTail(phoneNumber)
        const hashes = hashesOf(phoneNumber)
        // An erased number that may be another one keeps its entry.
        const known = database
          .prepare('SELECT * FROM do_not_call WHERE number_tail = ? OR number_hash = ?')
          .all(tail, hashes.stored === hashes.tail ? null : hashes.stored)
          .map(readDoNotCall)
          .find((one) => one.practice === practice && isSameNumber(one.phoneNumber ?? phoneNumber, phoneNumber))
        const entryId = known?.entryId ?? entry.entryId
        const { reason, addedAt, addedBy } =
          typeof known?.phoneNumber === 'string' && entry.reason === '' ? known : entry
        database
          .prepare(insertSql)
          .run(entryId, tail, phoneNumber, phoneNumberDisplay, practice ? 1 : 0, reason, addedAt, addedBy)
        removeRemindersOf(database, entry)
        return { entry: { ...entry, entryId, reason, addedAt, addedBy }, listIds: refuseRows(database, entry) }
      })
    },

    /** Removes an entry; returns false if there is none. */
    removeDoNotCall({ entryId }: { entryId: string }): boolean {
      return inTransaction(
        database,
        () => Number(database.prepare('DELETE FROM do_not_call WHERE entry_id = ?').run(entryId).changes) > 0,
      )
    },
  }
}

/**
 * Refuses rows that were not called because their number is on the do-not-call list, in the caller's transaction. In a
 * draft, the check after the entry's removal makes them ready again; in other lists, they are held then.
 */
export const refuseListed = (
  database: DatabaseSync,
  { list, isDraft }: { list: number; isDraft: boolean },
  rows: readonly number[],
  at: number,
): void => {
  const hold = database.prepare("UPDATE list_rows SET decision = 'hold' WHERE id = ?")
  for (const row of rows) {
    addFinding(database, list, row, { code: 'doNotCall', name: '' })
    if (!isDraft) hold.run(rowIdOf(list, row))
  }
  settleRows(database, list, rows, at, { ofDraft: isDraft })
}

const refuseRows = (
  database: DatabaseSync,
  { phoneNumber, practice, addedAt }: DoNotCall & { phoneNumber: string },
): string[] => {
  const rows = database
    .prepare(
      `SELECT list_id, lists.state, list, row, phone_number FROM lists JOIN list_rows ON list_rows.list = lists.list_number
       WHERE lists.state IN ('draft', 'running', 'paused') AND practice = ? AND number_tail = ?
         AND list_rows.state IN ('ready', 'held')`,
    )
    .all(practice ? 1 : 0, numberTail(phoneNumber))
    .filter((row) => isSameNumber(String(row['phone_number']), phoneNumber))
  for (const { state, list, row } of rows)
    refuseListed(database, { list: Number(list), isDraft: state === 'draft' }, [Number(row)], Date.parse(addedAt))
  return [...new Set(rows.map((row) => String(row['list_id'])))]
}

/**
 * Removes the entries of a person, in the caller's transaction, or keeps them as keyed hashes, so that the number is
 * still not called. `at` (ISO 8601) determines which imports have expired.
 */
export const eraseDoNotCall = (
  database: DatabaseSync,
  { phoneNumber, keepDoNotCall }: { phoneNumber: string; keepDoNotCall: boolean },
  at: string,
): void => {
  const { hashesOf } = createDoNotCallFinder(database)
  const person = createNumberRedactor(phoneNumber)
  const imported = eraseFromImports(database, phoneNumber)
  // One entry is enough, because the user can't tell two entries without a number apart. An entry of an earlier version
  // has only the tail's hash.
  const isKept = (practice: number): boolean => {
    const { tail, stored } = hashesOf(phoneNumber)
    const select = database.prepare('SELECT 1 FROM do_not_call WHERE number_hash IN (?, ?) AND practice = ?')
    return select.get(tail, stored, practice) !== undefined
  }
  const rows = database.prepare('SELECT * FROM do_not_call WHERE number_tail = ?').all(numberTail(phoneNumber))
  for (const { entryId, phoneNumber: listed, practice } of rows.map(readDoNotCall)) {
    if (listed === null || !person.matchesNumber(listed)) continue
    if (keepDoNotCall && !isKept(practice ? 1 : 0))
      database
        .prepare(
          `UPDATE do_not_call SET number_hash = ?, number_tail = NULL, phone_number = NULL, phone_number_display = '',
             reason = '' WHERE entry_id = ?`,
        )
        .run(hashesOf(phoneNumber).stored, entryId)
    else database.prepare('DELETE FROM do_not_call WHERE entry_id = ?').run(entryId)
  }
  if (!keepDoNotCall) return
  // An expired import no longer blocks the number, so keeping it would block the number again. The source of an import is
  // not about this person, so it is kept to tell entries apart.
  for (const row of imported.filter(({ expires_at: end }) => end === null || String(end) > at))
    if (!isKept(Number(row['practice'])))
      database
        .prepare(
          `INSERT INTO do_not_call (entry_id, number_hash, phone_number_display, practice, reason, added_at, added_by)
           VALUES (?, ?, '', ?, ?, ?, ?)`,
        )
        .run(
          randomUUID(),
          hashesOf(phoneNumber).stored,
          Number(row['practice']),
          person.redact(String(row['source'])),
          String(row['added_at']),
          String(row['added_by']),
        )
}

/** Returns the rows of a list that must not be called: the finder's rules, for all rows at once. */
export const findListedRows = (
  database: DatabaseSync,
  of: { list: number; practice: boolean; at: string },
): number[] => {
  const { hashesOf } = createDoNotCallFinder(database)
  const entered = database
    .prepare(
      `SELECT list_rows.row, list_rows.phone_number, do_not_call.phone_number AS listed FROM do_not_call
         CROSS JOIN list_rows ON list_rows.list = ?1 AND list_rows.number_tail = do_not_call.number_tail
       WHERE do_not_call.number_tail IS NOT NULL AND do_not_call.practice = ?2`,
    )
    .all(of.list, of.practice ? 1 : 0)
    .filter((row) => isSameNumber(String(row['listed']), String(row['phone_number'])))
  const stored = database
    .prepare('SELECT number_hash FROM do_not_call WHERE number_hash IS NOT NULL AND practice = ?')
    .all(of.practice ? 1 : 0)
    .map((row) => String(row['number_hash']))
  const byTail = Map.groupBy(stored, (hash) => hash.split(' ')[0])
  const isErased = (phoneNumber: string): boolean => {
    const hashes = hashesOf(phoneNumber)
    return byTail.get(hashes.tail)?.some((hash) => matchesHash(hash, hashes)) === true
  }
  const erased =
    stored.length === 0
      ? []
      : database
          .prepare('SELECT row, phone_number FROM list_rows WHERE list = ? AND number_tail IS NOT NULL')
          .all(of.list)
          .filter((row) => isErased(String(row['phone_number'])))
  const rows = [...entered, ...erased].map((row) => Number(row['row']))
  return [...new Set([...rows, ...findImportedRows(database, of)])]
}

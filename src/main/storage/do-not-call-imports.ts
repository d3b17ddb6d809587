import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { type DoNotCallImport, doNotCallImportSchema } from '../../contract/person.ts'
import { readDialed, subscriberDigits } from '../../domain/dial-string.ts'
import { isSameNumber, numberTail } from '../../domain/phone-number.ts'
import type { Row } from './call-rows.ts'
import { inTransaction } from './database.ts'
import { durably } from './lists/list-database.ts'
import { reasonOf, StorageError } from './errors.ts'
import { createNumberRedactor } from './number-redactor.ts'

/** The number of phone numbers per transaction: a call waits for at most one chunk, which takes less than 20 ms. */
const numbersPerChunk = 2_000

/** Minimum length of a prefix, in digits: a country code alone would block every call to the country. */
const shortestPrefix = 3

/** A stored number: its last digits, for the index, and its full key. Prefixes have no last digits. */
type Listed = { tail: string; key: string }

/**
 * Parses a number, or a prefix with its country code such as `+1900*`, from a register; null for anything else.
 */
export const readListed = (text: string): Listed | null => {
  const [, prefix] = /^\+([1-9][\d\s().-]*)\*$/.exec(text.trim()) ?? []
  const digits = prefix?.replaceAll(/\D/g, '') ?? ''
  if (prefix !== undefined) return digits.length < shortestPrefix ? null : { tail: '', key: `+${digits}` }
  const dialed = readDialed(text)
  if (dialed.kind !== 'number' || dialed.digits.length < 7) return null
  return { tail: numberTail(text), key: dialed.international ? `+${dialed.digits}` : dialed.digits }
}

/** Returns the prefixes under which a number may be listed, as JSON. The longest is the whole number. */
export const prefixesOf = (phoneNumber: string): string => {
  const dialed = readDialed(phoneNumber)
  if (dialed.kind !== 'number') return '[]'
  const lengths = Array.from({ length: Math.max(0, dialed.digits.length - shortestPrefix + 1) }, (_, index) => index)
  return JSON.stringify(lengths.map((index) => `+${dialed.digits.slice(0, index + shortestPrefix)}`))
}

/** A prefix that may also be a whole number is stored as both and counts once. */
const importColumns = `import_id, practice, source, file_name, added_at, added_by, expires_at,
  (SELECT count(*) FROM do_not_call_numbers WHERE do_not_call_numbers.import_number = do_not_call_imports.import_number)
  - (SELECT count(*) FROM do_not_call_numbers AS prefix JOIN do_not_call_numbers AS whole
       ON whole.number_tail = substr(prefix.number_key, -${subscriberDigits}) AND whole.number_key = prefix.number_key
       AND whole.import_number = prefix.import_number
     WHERE prefix.import_number = do_not_call_imports.import_number AND prefix.number_tail = '')
  AS numbers`

const readImport = (row: Row): DoNotCallImport => {
  const parsed = doNotCallImportSchema.safeParse({
    importId: row['import_id'],
    practice: row['practice'] === 1,
    source: row['source'],
    fileName: row['file_name'],
    addedAt: row['added_at'],
    addedBy: row['added_by'],
    expiresAt: row['expires_at'],
    numbers: row['numbers'],
  })
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

/**
 * Writes the numbers of a register in transactions of at most `numbersPerChunk`. They block calls only after `finish`;
 * a partially imported register is removed on the next launch.
 */
export const createDoNotCallImport = (database: DatabaseSync) => {
  const numberOf = (importId: string): number => {
    const row = database
      .prepare('SELECT import_number FROM do_not_call_imports WHERE import_id = ? AND complete = 0')
      .get(importId)
    if (row === undefined) throw new StorageError('unavailable')
    return Number(row['import_number'])
  }

  return {
    begin(about: Omit<DoNotCallImport, 'numbers'>): void {
      const { importId, practice, source, fileName, addedAt, addedBy, expiresAt } = about
      const insert = database.prepare(
        `INSERT INTO do_not_call_imports (import_id, practice, source, file_name, added_at, added_by, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      inTransaction(database, () =>
        insert.run(importId, practice ? 1 : 0, source, fileName, addedAt, addedBy, expiresAt),
      )
    },

    /** Adds numbers and prefixes; returns the number of strings that are neither. */
    append(importId: string, texts: readonly string[]): number {
      const number = numberOf(importId)
      const listed = texts.map(readListed).filter((one) => one !== null)
      const insert = database.prepare(
        `INSERT INTO do_not_call_numbers (number_tail, number_key, import_number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
      )
      for (let from = 0; from < listed.length; from += numbersPerChunk)
        inTransaction(database, () => {
          for (const { tail, key } of listed.slice(from, from + numbersPerChunk)) insert.run(tail, key, number)
        })
      return texts.length - listed.length
    },

    finish(importId: string): DoNotCallImport {
      const finish = (): DoNotCallImport => {
        database.prepare('UPDATE do_not_call_imports SET complete = 1 WHERE import_number = ?').run(numberOf(importId))
        const row = database
          .prepare(`SELECT ${importColumns} FROM do_not_call_imports WHERE import_id = ?`)
          .get(importId)
        if (row === undefined) throw new StorageError('unavailable')
        return readImport(row)
      }
      return durably(database, () => inTransaction(database, finish))
    },

    cancel(importId: string): void {
      const number = numberOf(importId)
      while (removeSomeNumbers(database, number)) continue
    },
  }
}

/** Removes the next numbers of an import and, finally, the import; returns whether more are left. */
const removeSomeNumbers = (database: DatabaseSync, importNumber: number): boolean =>
  inTransaction(database, () => {
    const { changes } = database
      .prepare(
        `DELETE FROM do_not_call_numbers WHERE import_number = ?1 AND (number_tail, number_key) IN
           (SELECT number_tail, number_key FROM do_not_call_numbers WHERE import_number = ?1 LIMIT ${numbersPerChunk})`,
      )
      .run(importNumber)
    if (Number(changes) > 0) return true
    database.prepare('DELETE FROM do_not_call_imports WHERE import_number = ?').run(importNumber)
    return false
  })

/** Removes an import in chunks, so that a call waits for at most one of them. */
const removeImport = async (database: DatabaseSync, importNumber: number): Promise<void> => {
  while (removeSomeNumbers(database, importNumber)) await pause()
}

/** Removes imports that an earlier process left partially imported or removed. */
export const removePartialImports = async (database: DatabaseSync): Promise<void> => {
  const left = database.prepare('SELECT import_number FROM do_not_call_imports WHERE complete = 0').all()
  for (const row of left) await removeImport(database, Number(row['import_number']))
}

/** The registers whose numbers must not be called. */
export const createDoNotCallImports = (database: DatabaseSync) => ({
  /** Returns the complete imports, including expired ones, newest first. */
  listDoNotCallImports(_input: Record<string, never>): DoNotCallImport[] {
    return database
      .prepare(`SELECT ${importColumns} FROM do_not_call_imports WHERE complete = 1 ORDER BY import_number DESC`)
      .all()
      .map(readImport)
  },

  /** Removes an import with its numbers, which stop blocking calls immediately, and returns it; null if there is none. */
  async removeDoNotCallImport({ importId }: { importId: string }): Promise<DoNotCallImport | null> {
    const removed = inTransaction(database, () => {
      const row = database
        .prepare(
          `UPDATE do_not_call_imports SET complete = 0 WHERE import_id = ? AND complete = 1
           RETURNING import_number, ${importColumns}`,
        )
        .get(importId)
      return row === undefined ? null : { register: readImport(row), importNumber: Number(row['import_number']) }
    })
    if (removed === null) return null
    try {
      await removeImport(database, removed.importNumber)
    } catch {
      // The removal is in effect, so it must not be reported as failed. The next launch removes the rest of the numbers.
    }
    return removed.register
  },
})

/**
 * Removes a number from every import, in the caller's transaction; returns the removed rows with columns of their
 * imports.
 */
export const eraseFromImports = (database: DatabaseSync, phoneNumber: string): Row[] => {
  const person = createNumberRedactor(phoneNumber)
  const rows = database
    .prepare('SELECT * FROM do_not_call_numbers JOIN do_not_call_imports USING (import_number) WHERE number_tail = ?')
    .all(numberTail(phoneNumber))
    .filter((row) => person.matchesNumber(String(row['number_key'])))
  for (const row of rows)
    database
      .prepare('DELETE FROM do_not_call_numbers WHERE number_tail = ? AND number_key = ? AND import_number = ?')
      .run(row['number_tail'] ?? null, row['number_key'] ?? null, row['import_number'] ?? null)
  return rows
}

/** Returns the rows of a list whose number is in an import that is valid at `at` (ISO 8601). */
export const findImportedRows = (
  database: DatabaseSync,
  { list, practice, at }: { list: number; practice: boolean; at: string },
): number[] => {
  const valid = `complete = 1 AND practice = ? AND (expires_at IS NULL OR expires_at > ?)`
  const same = database
    .prepare(
      `SELECT list_rows.row, list_rows.phone_number, do_not_call_numbers.number_key FROM list_rows
         CROSS JOIN do_not_call_numbers ON do_not_call_numbers.number_tail = list_rows.number_tail
         CROSS JOIN do_not_call_imports USING (import_number)
       WHERE list_rows.list = ? AND list_rows.number_tail IS NOT NULL AND ${valid}`,
    )
    .all(list, practice ? 1 : 0, at)
    .filter((row) => isSameNumber(String(row['number_key']), String(row['phone_number'])))
  // Searches the prefixes for each row, because a search of the rows for each prefix takes seconds.
  const starts = database
    .prepare(`SELECT DISTINCT length(number_key) AS length FROM do_not_call_numbers WHERE number_tail = ''`)
    .all()
    .map(({ length }) => `substr(phone_number, 1, ${Number(length)})`)
  const matches = database
    .prepare(
      `SELECT list_rows.row FROM list_rows
         CROSS JOIN do_not_call_numbers ON do_not_call_numbers.number_tail = '' AND number_key IN (${starts.join(', ')})
         CROSS JOIN do_not_call_imports USING (import_number)
       WHERE list_rows.list = ? AND list_rows.number_tail IS NOT NULL AND ${valid}`,
    )
    .all(list, practice ? 1 : 0, at)
  return [...same, ...matches].map((row) => Number(row['row']))
}

const rowsPerCopy = 1_000

/**
 * Copies an import from a damaged file unless the history already contains it. Returns false if some of its numbers are
 * unreadable; the others still block calls.
 */
export const recoverImport = (database: DatabaseSync, damaged: DatabaseSync, row: Row): boolean => {
  const values = importValues.map((column) => row[column] ?? null)
  if (database.prepare('SELECT 1 FROM do_not_call_imports WHERE import_id = ?').get(values[0] ?? null) !== undefined)
    return true
  return inTransaction(database, () => {
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO do_not_call_imports (${importValues.join(', ')}, complete)
         VALUES (${importValues.map(() => '?').join(', ')}, 1)`,
      )
      .run(...values)
    return copyNumbers(database, damaged, Number(row['import_number']), Number(lastInsertRowid))
  })
}

const importValues = ['import_id', 'practice', 'source', 'file_name', 'added_at', 'added_by', 'expires_at'] as const

const copyNumbers = (database: DatabaseSync, damaged: DatabaseSync, from: number, to: number): boolean => {
  const insert = database.prepare(
    'INSERT INTO do_not_call_numbers (number_tail, number_key, import_number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  try {
    const next = damaged.prepare(
      `SELECT number_tail, number_key FROM do_not_call_numbers
       WHERE import_number = ? AND (number_tail, number_key) > (?, ?)
       ORDER BY number_tail, number_key LIMIT ${rowsPerCopy}`,
    )
    for (let last: [string, string] | null = ['', '']; last !== null;) {
      const rows: Row[] = next.all(from, ...last)
      for (const one of rows) insert.run(String(one['number_tail']), String(one['number_key']), to)
      const end = rows.at(-1)
      last = end === undefined ? null : [String(end['number_tail']), String(end['number_key'])]
    }
    return true
  } catch (error) {
    // Copying ends at damage, but a full disk must end the recovery, which is then retried.
    if (reasonOf(error) === 'full') throw error
    return false
  }
}

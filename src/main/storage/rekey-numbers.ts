import type { DatabaseSync } from 'node:sqlite'
import { numberKey, numberTail } from '../../contract/same-number.ts'
import { everyCall, writeDigest } from './row-digest.ts'

/** Writes the key and the tail of every number anew, by the rule of today; a number that was erased or purged has none. */
export const rekeyNumbers = (database: DatabaseSync): void => {
  const write = database.prepare('UPDATE calls SET number_key = ?, number_tail = ? WHERE sequence = ?')
  for (const row of everyCall(database)) {
    if (row['number_key'] === '') continue
    const [number, sequence] = [String(row['phone_number']), Number(row['sequence'])]
    write.run(numberKey(number), numberTail(number), sequence)
    writeDigest(database, sequence)
  }
}

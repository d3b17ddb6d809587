import type { DatabaseSync } from 'node:sqlite'

/** Numbers whose erasure has begun and is not over: the app may have been killed between the database and its backups. */
export const readErasures = (database: DatabaseSync): string[] =>
  database
    .prepare('SELECT phone_number FROM pending_erasures')
    .all()
    .map((row) => String(row['phone_number']))

/** Notes down that a number is being erased, in the transaction that takes it out of the history. */
export const noteErasure = (database: DatabaseSync, phoneNumber: string): void => {
  database
    .prepare('INSERT INTO pending_erasures (phone_number) VALUES (?) ON CONFLICT (phone_number) DO NOTHING')
    .run(phoneNumber)
}

/** Forgets a number, in the caller's transaction: nothing is left to be done. */
export const forgetErasure = (database: DatabaseSync, phoneNumber: string): void => {
  const forget = database.prepare('DELETE FROM pending_erasures WHERE phone_number = ?')
  forget.run(phoneNumber)
}

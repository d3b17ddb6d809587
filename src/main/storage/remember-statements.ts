import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Makes a database compile each statement once: compiling one costs as much as running it, and a person waits for the
 * record of their call. Every statement here is run to its end before the next one, so none is in use twice.
 */
export const rememberStatements = (database: DatabaseSync): DatabaseSync => {
  const known = new Map<string, StatementSync>()
  const compile = database.prepare.bind(database)
  database.prepare = (sql) => {
    const statement = known.get(sql) ?? compile(sql)
    known.set(sql, statement)
    return statement
  }
  return database
}

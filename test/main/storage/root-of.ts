import { DatabaseSync } from 'node:sqlite'

/** Where the first page of a table or an index begins in a database's file. */
export const rootOf = (file: string, name: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.['rootpage']
  const size = database.prepare('PRAGMA page_size').get()?.['page_size']
  database.close()
  if (root === undefined) throw new Error(`There is no ${name}.`)
  return (Number(root) - 1) * Number(size)
}

import Libsql from 'libsql'

// The Node.js of the trial build has no node:sqlite. This class implements the methods that storage uses with libsql;
// the build substitutes it under `--mode trial`.
type Bindable = string | number | bigint | null | Uint8Array
type Row = Record<string, Bindable>

const toError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const rawCode = 'rawCode' in error && typeof error.rawCode === 'number' ? error.rawCode : undefined
  return Object.assign(new Error(error.message), { code: 'ERR_SQLITE_ERROR', errcode: rawCode })
}

const guarded = <T>(use: () => T): T => {
  try {
    return use()
  } catch (error) {
    throw toError(error)
  }
}

/** Checks bound values: in this driver, a boolean would end the process and undefined would be bound as null. */
const checked = (values: unknown[]): unknown[] =>
  values.map((value) => {
    if (value === undefined) throw new TypeError('Provided value cannot be bound to SQLite parameter.')
    return typeof value === 'boolean' ? Number(value) : value
  })

/** Exported for the build: the test runtime imports it in place of node:sqlite. */
export class DatabaseSync {
  readonly #database: Libsql.Database

  constructor(file: string) {
    this.#database = guarded(() => new Libsql(file))
  }

  get isTransaction(): boolean {
    return this.#database.inTransaction
  }

  exec(sql: string): void {
    guarded(() => this.#database.exec(sql))
  }

  prepare(sql: string) {
    let statement: Libsql.Statement | null = guarded(() => this.#database.prepare(sql))
    /** A statement that failed fails again in this driver, so it is prepared again after an error. */
    const use = <T>(invoke: (prepared: Libsql.Statement) => T): T =>
      guarded(() => {
        const prepared = (statement ??= this.#database.prepare(sql))
        statement = null
        const result = invoke(prepared)
        statement = prepared
        return result
      })
    // libsql's types do not describe the rows of this SQL.
    const all = (...values: unknown[]): Row[] => use((prepared) => prepared.all(checked(values)) as Row[])
    return {
      run: (...values: unknown[]) => use((prepared) => prepared.run(checked(values))),
      get: (...values: unknown[]): Row | undefined =>
        // libsql's types do not describe the rows of this SQL.
        use((prepared) => prepared.get(checked(values)) as Row | undefined),
      all,
      /** Reads all rows at once, so that an error stays in this call. */
      iterate: (...values: unknown[]): Iterable<Row> => all(...values),
    }
  }

  close(): void {
    guarded(() => this.#database.close())
  }
}

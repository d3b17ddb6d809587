import Libsql from 'libsql'

// [Note: the trial driver] The test runtime's Node has no node:sqlite. This class has the few methods that our storage
// uses, over libsql; the build puts it in under `--mode trial`, and the rest of the app does not know.
type Bindable = string | number | bigint | null | Uint8Array
type Row = Record<string, Bindable>

const toError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const rawCode = 'rawCode' in error && typeof error.rawCode === 'number' ? error.rawCode : undefined
  return Object.assign(new Error(error.message), { code: 'ERR_SQLITE_ERROR', errcode: rawCode })
}

const guarded = <T>(act: () => T): T => {
  try {
    return act()
  } catch (error) {
    throw toError(error)
  }
}

/** A boolean makes this driver end the whole process, and undefined would be taken for null. */
const checked = (values: unknown[]): unknown[] =>
  values.map((value) => {
    if (value === undefined) throw new TypeError('Provided value cannot be bound to SQLite parameter.')
    return typeof value === 'boolean' ? Number(value) : value
  })

/** The part of node:sqlite's DatabaseSync that storage uses. */
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
    const statement = guarded(() => this.#database.prepare(sql))
    return {
      run: (...values: unknown[]) => guarded(() => statement.run(checked(values))),
      // Rows are what our own SQL selects; the driver's types know nothing of them.
      get: (...values: unknown[]): Row | undefined => guarded(() => statement.get(checked(values)) as Row | undefined),
      // As above.
      all: (...values: unknown[]): Row[] => guarded(() => statement.all(checked(values)) as Row[]),
    }
  }

  close(): void {
    guarded(() => this.#database.close())
  }
}

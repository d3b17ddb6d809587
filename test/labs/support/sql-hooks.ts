import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** One statement that the storage runs, with its values in order. */
export type SqlStep = { sql: string; values: readonly unknown[] }

export type SqlHooks = { before?: (step: SqlStep) => void; after?: (step: SqlStep) => void }

type Act = (...values: unknown[]) => unknown

/** Lets a lab look at, and stand between, all statements of this thread's databases. The storage itself knows nothing of it. */
export const hookSql = ({ before, after }: SqlHooks): void => {
  const around = (sql: string, act: Act): Act =>
    function (this: unknown, ...values) {
      const step = { sql: sql.trim(), values }
      before?.(step)
      const result = Reflect.apply(act, this, values)
      after?.(step)
      return result
    }

  const { exec, prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    around(sql, () => exec.call(this, sql))()
  }
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    const statement: StatementSync = Reflect.apply(prepare, this, [sql, ...rest])
    for (const name of ['run', 'get', 'all', 'iterate'] as const)
      // The wrapped method takes and gives what the method itself does.
      Object.defineProperty(statement, name, { value: around(sql, statement[name].bind(statement) as Act) })
    return statement
  }
}

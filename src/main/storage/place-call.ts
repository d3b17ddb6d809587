import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../contract/call.ts'
import { mayHaveRung } from '../../contract/call-resolution.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { readCall } from './call-row.ts'
import type { CallWriter } from './call-writer.ts'
import { numberKey } from './number-key.ts'
import { inTransaction } from './transaction.ts'

export type Placement = {
  /** The call as it will be sent: its outcome is `sending`. */
  call: Call
  initialContext: InitialContext
  /** Calls to this number prepared at or after this moment ask first (ISO 8601); null asks about none. */
  repeatSince: string | null
  /** The earlier calls about which a person has been asked, and has said to call again. */
  confirmedAfter: readonly string[]
}

export type Placed =
  /** Durable as `sending`: this caller, and nobody else, sends it. */
  | { placed: 'now'; call: Call }
  /** Known already: it is sent once, and not by this caller. */
  | { placed: 'before'; call: Call }
  | { placed: 'locked'; earlier: Call }
  | { placed: 'repeat'; earlier: Call }

/** Places calls: guards, record and claim in one transaction, so that no two submissions can pass between them. */
export const createPlaceCall = (database: DatabaseSync, writer: CallWriter) => {
  const read = (sql: string, ...values: (string | number)[]): Call[] =>
    database
      .prepare(sql)
      .all(...values)
      .map(readCall)

  /** Practice rings nobody, so it never stands in the way of a real call, nor the other way round. */
  const unresolvedTo = (key: string, practice: number): Call | undefined =>
    read(
      'SELECT * FROM calls WHERE number_key = ? AND practice = ? AND unresolved = 1 ORDER BY sequence DESC LIMIT 1',
      key,
      practice,
    )[0]

  const rangSince = (key: string, practice: number, since: string): Call | undefined =>
    read(
      'SELECT * FROM calls WHERE number_key = ? AND practice = ? AND prepared_at >= ? ORDER BY sequence DESC',
      key,
      practice,
      since,
    ).find(({ outcome }) => mayHaveRung(outcome))

  const inTheWay = ({ call, repeatSince, confirmedAfter }: Placement): Placed | null => {
    const key = numberKey(call.phoneNumber)
    const practice = call.practice ? 1 : 0
    const unresolved = unresolvedTo(key, practice)
    if (unresolved) return { placed: 'locked', earlier: unresolved }
    const rang = repeatSince === null ? undefined : rangSince(key, practice, repeatSince)
    return rang === undefined || confirmedAfter.includes(rang.callId) ? null : { placed: 'repeat', earlier: rang }
  }

  return {
    placeCall(placement: Placement): Placed {
      return inTransaction(database, () => {
        const { call, initialContext } = placement
        const known = writer.find(call.callId)
        if (known !== null) return { placed: 'before', call: known }
        const refused = inTheWay(placement)
        if (refused !== null) return refused
        writer.insert(call, initialContext, [{ state: 'queued' }, call.outcome])
        return { placed: 'now', call }
      })
    },
  }
}

import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../contract/call.ts'
import { mayHaveRung, wasSurelyNotPlaced } from '../../contract/call-resolution.ts'
import { isSameNumber, numberTail } from '../../contract/same-number.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { readCall } from './call-row.ts'
import type { CallWriter } from './call-writer.ts'
import { inTransaction } from './transaction.ts'

export type Placement = {
  /** The call as it will be sent: its outcome is `sending`. */
  call: Call
  initialContext: InitialContext
  /** Calls to this number prepared at or after this moment ask first (ISO 8601); null asks about none. */
  repeatSince: string | null
  /** Calls to this number that a clock which goes only forward knows to be as young, whatever the record's time says. */
  placedLately?: readonly string[]
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
  /** The call that it says it repeats is none that may be repeated. */
  | { placed: 'wrongRedial' }

/** Places calls: guards, record and claim in one transaction, so that no two submissions can pass between them. */
export const createPlaceCall = (database: DatabaseSync, writer: CallWriter) => {
  const read = (sql: string, ...values: (string | number)[]): Call[] =>
    database
      .prepare(sql)
      .all(...values)
      .map(readCall)

  /** Practice rings nobody, so it never stands in the way of a real call, nor the other way round. */
  const unresolvedTo = ({ phoneNumber, practice }: Call): Call | undefined =>
    read(
      'SELECT * FROM calls WHERE number_tail = ? AND practice = ? AND unresolved = 1 ORDER BY sequence DESC',
      numberTail(phoneNumber),
      practice ? 1 : 0,
    ).find((earlier) => isSameNumber(earlier.phoneNumber, phoneNumber))

  const rangSince = ({ phoneNumber, practice }: Call, since: string): Call | undefined =>
    read(
      'SELECT * FROM calls WHERE number_tail = ? AND practice = ? AND prepared_at >= ? ORDER BY sequence DESC',
      numberTail(phoneNumber),
      practice ? 1 : 0,
      since,
    ).find((earlier) => mayHaveRung(earlier.outcome) && isSameNumber(earlier.phoneNumber, phoneNumber))

  /** Found by their ids, for the person may have been erased meanwhile: then their record has no number any more. */
  const rangLately = (callIds: readonly string[]): Call | undefined =>
    callIds
      .map((callId) => writer.find(callId))
      .findLast((earlier) => earlier !== null && mayHaveRung(earlier.outcome)) ?? undefined

  /** Only a call to the same telephone that surely was not placed may be said to be repeated. */
  const mayRedial = ({ redialOf, phoneNumber, practice }: Call): boolean => {
    const earlier = redialOf === null ? null : writer.find(redialOf)
    if (earlier === null) return redialOf === null
    const isAlike = earlier.practice === practice && isSameNumber(earlier.phoneNumber, phoneNumber)
    return isAlike && wasSurelyNotPlaced(earlier.outcome)
  }

  const inTheWay = ({ call, repeatSince, placedLately = [], confirmedAfter }: Placement): Placed | null => {
    const unresolved = unresolvedTo(call)
    if (unresolved) return { placed: 'locked', earlier: unresolved }
    if (!mayRedial(call)) return { placed: 'wrongRedial' }
    const rang = repeatSince === null ? undefined : (rangLately(placedLately) ?? rangSince(call, repeatSince))
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

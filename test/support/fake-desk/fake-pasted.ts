import { isNumberHeader } from '../../../src/main/pasted/name-words.ts'
import { isNumberCell, type Countries } from '../../../src/main/pasted/cell-number.ts'
import { readRow } from '../../../src/main/pasted/read-row.ts'
import { readTable } from '../../../src/main/pasted/read-table.ts'
import { splitRows } from '../../../src/main/pasted/split-rows.ts'
import { offerNumbers } from '../../../src/main/numbers/offer-numbers.ts'
import { readPhoneNumber } from '../../../src/main/numbers/read-phone-number.ts'
import { succeed, type Outcome } from '../../../src/contract/failure.ts'
import type { Input } from '../../../src/contract/operations.ts'
import type { ColumnTarget, Pasted } from '../../../src/contract/pasted.ts'

const countries: Countries = { home: null, offered: ['US', 'DE'] }

const readSentence = (text: string): Pasted => {
  const read = readPhoneNumber(text, false)
  if (read.ok) return { kind: 'number', reading: read.value }
  const [first, ...rest] = offerNumbers(text, countries.offered)
  return first === undefined ? { kind: 'nothing' } : { kind: 'offers', readings: [first, ...rest] }
}

/** Reads what was pasted with main's own parts, and keeps where columns go in memory. */
export const createFakePasted = () => {
  const kept = new Map<string, ColumnTarget[]>()
  return {
    readPasted: ({ text, names, agentUuid }: Input<'readPasted'>): Promise<Outcome<Pasted>> => {
      const isNumber = (cell: string): boolean => isNumberCell(cell, countries)
      const rows = splitRows(text, { isNumber, isHeader: isNumberHeader })
      if (rows === null) return Promise.resolve(succeed(readSentence(text)))
      const table = readTable(rows, names ?? [], countries)
      const signature = `columns-${String(table.columns.length).padStart(14, '0')}`
      const remembered = kept.get(`${agentUuid} ${signature}`) ?? null
      return Promise.resolve(succeed(readRow({ table, signature, names, remembered, countries })))
    },
    rememberColumns: ({ agentUuid, signature, targets }: Input<'rememberColumns'>) => {
      kept.set(`${agentUuid} ${signature}`, targets)
      return Promise.resolve(succeed({}))
    },
  }
}

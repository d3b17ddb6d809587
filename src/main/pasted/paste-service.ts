import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import { mostColumns, type Pasted } from '../../contract/pasted.ts'
import type { NumberService } from '../numbers/number-service.ts'
import { offerNumbers } from '../numbers/offer-numbers.ts'
import { readPhoneNumber } from '../numbers/read-phone-number.ts'
import type { SettingsBook } from '../settings/settings-book.ts'
import type { Storage } from '../storage/storage.ts'
import { type Countries, isNumberCell } from './cell-number.ts'
import { createColumnsBook, signatureOf } from './columns-book.ts'
import { isNumberHeader } from './name-words.ts'
import { readRow } from './read-row.ts'
import { readTable } from './read-table.ts'
import { splitRows } from './split-rows.ts'

export type PasteServiceParts = {
  storage: Pick<Storage, 'ask'>
  settings: Pick<SettingsBook, 'known'>
  countriesFor: NumberService['countriesFor']
}

/** A sentence is looked through for numbers up to here; what is longer is no sentence. */
const longestSentence = 4_000

const readSentence = (text: string, { home, offered }: Countries): Pasted => {
  const short = text.slice(0, longestSentence)
  const read = readPhoneNumber(short, false, home)
  if (read.ok) return { kind: 'number', reading: read.value }
  const readings = offerNumbers(short, offered)
  return readings.length === 0 ? { kind: 'nothing' } : { kind: 'offers', readings }
}

/** Makes a call of what was pasted: a number, a sentence with one, or a row of a spreadsheet. */
export const createPasteService = ({ storage, settings, countriesFor }: PasteServiceParts) => {
  const book = createColumnsBook(storage)

  return {
    async readPasted({ text, names, agentUuid, callerId }: Input<'readPasted'>): Promise<Outcome<Pasted>> {
      const countries: Countries = { home: settings.known().homeCountry, offered: countriesFor(callerId) }
      const isNumber = (cell: string): boolean => isNumberCell(cell, countries)
      const rows = splitRows(text, { isNumber, isHeader: isNumberHeader })
      if (rows === null || (rows[0]?.length ?? 0) > mostColumns) return succeed(readSentence(text, countries))
      const table = readTable(rows, names ?? [], countries)
      const signature = signatureOf(table)
      const remembered = agentUuid === null ? null : await book.recall(agentUuid, signature, table.columns.length)
      const row = readRow({ table, signature, names, remembered, countries })
      // A table without numbers or anything for the agent is a text like any other.
      const isEmpty = row.number.trouble === 'empty' && Object.keys(row.context).length === 0
      return succeed(isEmpty ? readSentence(text, countries) : row)
    },

    rememberColumns: ({ agentUuid, signature, targets }: Input<'rememberColumns'>): Promise<Outcome<null>> =>
      book.remember(agentUuid, signature, targets),
  }
}

import { reservedContextNames } from '../../contract/initial-context.ts'
import type { ListTarget } from '../../contract/list.ts'
import { contextPath } from '../../domain/template/template.ts'
import { isZone } from '../../domain/lists/calling-hours.ts'
import { columnContent, type Countries, normalizeName, wordsOf } from '../lib/cells.ts'
import { findNumberColumn, sampledRows, type TableColumn } from '../lib/columns.ts'
import { mapColumns } from '../lib/match-columns.ts'
import { zonesOfPlace } from './place.ts'

/** A target of a list column other than the number and the agent's variables. */
type SpecialTarget = 'timeZone' | 'postalCode' | 'state' | 'consent' | 'note'

/** Headers in English, German, French and Spanish, in lowercase without separators or accents. */
const specialHeaders: Readonly<Record<SpecialTarget, string>> = {
  timeZone: `timezone timezones tz localtimezone ianatimezone timezonename zeitzone fuseauhoraire fuseau zonahoraria
    husohorario`,
  postalCode: `postalcode postcode postal zip zipcode zip5 zip4 plz postleitzahl codepostal cp codigopostal codpostal
    postnumber mailingzip billingzip shippingzip homezip mailingpostalcode billingpostalcode shippingpostalcode`,
  state: `state stateprovince stateorprovince province region stateregion statecode usstate mailingstate billingstate
    shippingstate bundesland kanton provinz etat provincedetat estado provincia departamento comunidadautonoma`,
  consent: `consent optin optedin hasconsent consentgiven marketingconsent callconsent phoneconsent consenttocall
    marketingoptin calloptin phoneoptin tcpaconsent permission permissiontocall einwilligung zustimmung
    werbeeinwilligung werbezustimmung consentement accord autorisation consentimiento autorizacion permiso`,
  note: `note notes comment comments remark remarks notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar
    kommentare remarque remarques commentaire commentaires nota notas comentario comentarios observacion observaciones`,
}

const targetByHeader = new Map(
  Object.entries(specialHeaders).flatMap(([target, headers]) =>
    // The keys of the record above.
    headers.split(/\s+/).map((header) => [header, target as SpecialTarget] as const),
  ),
)

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

const headerTarget = (header: string): SpecialTarget | null =>
  targetByHeader.get(withoutAccents(normalizeName(header))) ?? null

const filledOf = ({ cells }: TableColumn): string[] => cells.slice(0, sampledRows).filter((cell) => cell !== '')

const share = (cells: readonly string[], fits: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length

/** Returns whether the cells match the header: for example, dates are not consent, and names are not postal codes. */
const fitsTarget = (column: TableColumn, target: SpecialTarget): boolean => {
  const cells = filledOf(column)
  switch (target) {
    case 'postalCode':
      return cells.length === 0 || share(cells, (cell) => /\d/.test(cell) && cell.length <= 12) >= 0.5
    case 'state':
      return share(cells, (cell) => /^[\d.,]+$/.test(cell)) < 0.5
    case 'timeZone':
    case 'consent':
    case 'note':
      return true
  }
}

const noPlace = { phoneNumber: null, timeZone: '', postalCode: '', state: '' }

/**
 * Returns whether a column contains time zones. The column needs no header, because nothing else looks like
 * `America/New_York`.
 */
const isZoneColumn = (column: TableColumn): boolean =>
  share(filledOf(column), (cell) => cell.includes('/') && isZone(cell)) >= 0.9

/** Returns whether a column contains full state names. Unlike abbreviations, they need no header. */
const isStateColumn = (column: TableColumn): boolean =>
  share(filledOf(column), (cell) => cell.length > 3 && zonesOfPlace({ ...noPlace, state: cell }).length > 0) >= 0.9

const otherNumberWords = new Set(['fax', 'telefax', 'agent', 'account', 'policy', 'order', 'invoice', 'id', 'konto'])

/** Header words for phone numbers, in English, German, French and Spanish. Preferred lines come first. */
const phoneWords = new Set(
  `phone telephone tel mobile cell cellphone msisdn telefon handy mobil rufnummer telefonnummer handynummer mobilnummer
  portable telefono movil celular`.split(/\s+/),
)

const hasWord = (column: TableColumn, words: ReadonlySet<string>): boolean =>
  column.header !== null && wordsOf(withoutAccents(column.header)).some((word) => words.has(word))

/**
 * Chooses the column with the numbers to call: never a fax column, and preferably one whose header indicates a phone.
 */
const numberColumn = (columns: readonly TableColumn[], countries: Countries): number | null => {
  const usable = columns.filter((column) => !hasWord(column, otherNumberWords))
  const named = usable.filter((column) => hasWord(column, phoneWords) || headerIsNumber(column))
  const choose = (some: readonly TableColumn[]): number | null => {
    const at = findNumberColumn(some, countries)
    return at === null ? null : (some[at]?.index ?? null)
  }
  return choose(named) ?? choose(usable) ?? onlyNamed(named)
}

const headerIsNumber = ({ header }: TableColumn): boolean =>
  header !== null && ['number', 'numero', 'nummer'].includes(withoutAccents(normalizeName(header)))

/** Returns the only column whose header indicates a phone, even though its first cells contain no readable number. */
const onlyNamed = (named: readonly TableColumn[]): number | null =>
  named.length === 1 ? (named[0]?.index ?? null) : null

type ListColumns = {
  headers: readonly string[]
  /** The first rows, without the header. */
  rows: readonly (readonly string[])[]
  /** The agent's variables; null if they are not known. */
  names: readonly string[] | null
  /** The targets that the user chose before for the same headers and agent. */
  remembered: readonly ListTarget[] | null
  countries: Countries
}

const isNamed = (header: string | null, names: readonly string[]): boolean =>
  header !== null && names.some((name) => name === header || normalizeName(name) === normalizeName(header))

const findSpecial = (columns: readonly TableColumn[], names: readonly string[]): Map<number, SpecialTarget> => {
  const found = new Map<number, SpecialTarget>()
  const taken = new Set<SpecialTarget>()
  const take = (column: TableColumn, target: SpecialTarget): void => {
    if (taken.has(target) || found.has(column.index)) return
    found.set(column.index, target)
    taken.add(target)
  }
  // An agent's variable takes precedence over the check's columns.
  const free = columns.filter(({ header }) => !isNamed(header, names))
  for (const column of free) {
    const target = column.header === null ? null : headerTarget(column.header)
    if (target !== null && fitsTarget(column, target)) take(column, target)
  }
  for (const column of free) if (isZoneColumn(column)) take(column, 'timeZone')
  for (const column of free) if (isStateColumn(column)) take(column, 'state')
  return found
}

const isUsable = (target: ListTarget): boolean =>
  target.to !== 'context' || !reservedContextNames.has(contextPath(target.name)[0] ?? '')

/**
 * Returns the target of each column of a list: as the user chose it before or, if they did not, by its header or else
 * by its content. Only one column becomes the number, and names that the service sets itself are never a target.
 */
export const mapListColumns = ({ headers, rows, names, remembered, countries }: ListColumns): ListTarget[] => {
  if (remembered?.length === headers.length)
    return remembered.map((target) => (isUsable(target) ? target : { to: 'none' }))
  const columns = headers.map((header, index): TableColumn => {
    const cells = rows.slice(0, sampledRows).map((row) => row[index] ?? '')
    return { index, header: header === '' ? null : header, content: columnContent(cells, countries), cells }
  })
  const numberAt = numberColumn(columns, countries)
  const special = findSpecial(
    columns.filter(({ index }) => index !== numberAt),
    names ?? [],
  )
  const others = columns.filter(({ index }) => index !== numberAt && !special.has(index))
  const mapped = mapColumns(
    { columns: others.map((column, index) => ({ ...column, index })), numberAt: null },
    names,
    null,
  )
  return columns.map(({ index }): ListTarget => {
    const to = special.get(index)
    if (index === numberAt) return { to: 'number' }
    if (to !== undefined) return { to }
    const target = mapped[others.findIndex((column) => column.index === index)]?.target
    return target?.to === 'context' && isUsable(target) ? target : { to: 'none' }
  })
}

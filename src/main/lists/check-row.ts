import { contextIssues, reservedContextNames } from '../../contract/initial-context.ts'
import type { FindingCode, FindingFix, List, ListTarget } from '../../contract/list.ts'
import { type ListHours, nameOfClosed, nextOpening } from '../../domain/lists/calling-hours.ts'
import type { CheckedRow } from '../../domain/lists/checked-row.ts'
import { contextOfRow } from '../../domain/lists/row-context.ts'
import { contextPath } from '../../domain/template/template.ts'
import type { ListCheck } from '../storage/lists/list-check.ts'
import { zonesOfPlace } from './place.ts'
import { createNumberReader, type NumberRules } from './row-number.ts'

/** How the rows of a list are read: its columns, what its agent needs, and what the user decided. */
export type RowCheckPlan = NumberRules & {
  targets: readonly ListTarget[]
  /** The variables without which the agent's prompts and messages would be incomplete. */
  requiredNames: readonly string[]
  /** The zone that the user chose for rows without a location. */
  chosenZone: string | null
  /** Whether a row needs a yes in the consent column. */
  needsConsent: boolean
  hours: ListHours
  /** The time of the check, in milliseconds since 1970. */
  now: number
}

/** What a check knows in addition to the list: the agent's published definition, the settings and the policy. */
export type CheckInput = Pick<RowCheckPlan, 'requiredNames' | 'homeCountry' | 'now'> &
  Pick<ListHours, 'within' | 'holidays'> & {
    /** Whether the policy requires consent for this list; marketing lists always need it. */
    consentRequired: boolean
  }

/** Returns the plan for checking a list, with the fixes that the user chose. */
export const planOfCheck = (
  { list, fixes }: Pick<ListCheck, 'fixes'> & { list: Pick<List, 'targets' | 'options'> },
  { requiredNames, homeCountry, consentRequired, now, ...ofPolicy }: CheckInput,
): RowCheckPlan => {
  const chosen = (code: FindingCode, fix: FindingFix): string | null =>
    fixes.find((one) => one.code === code && one.fix === fix)?.value ?? null
  const { type, hours, days } = list.options
  return {
    targets: list.targets,
    requiredNames,
    homeCountry,
    chosenCountry: chosen('noCountryCode', 'useCountry'),
    chosenZone: chosen('noTimeZone', 'chooseZone'),
    repair: chosen('damagedNumber', 'repair') !== null,
    needsConsent: consentRequired || type === 'marketing',
    hours: { ...hours, days, ...ofPolicy },
    now,
  }
}

type Finding = CheckedRow['findings'][number]

/**
 * Words for consent in English, German, French, Spanish, Italian, Portuguese and Dutch. Anything else means no consent.
 */
const yes = new Set(
  `yes y true 1 x ok agreed agree accepted granted given consented consent opt-in optin opted-in ja j wahr zugestimmt
  erteilt oui o vrai accord accepté si sí s verdadero aceptado sì vero sim verdadeiro aceito waar \u2713 \u2714 \u2611`.split(
    /\s+/,
  ),
)

const isYes = (cell: string): boolean => yes.has(cell.trim().toLowerCase().replaceAll(/\s+/g, '-'))

/**
 * Contexts of up to this many characters do not need to be measured: they are below the limit of 65,536 bytes in any
 * encoding.
 */
const maxUnmeasured = 8_000

/** Returns the index of the only column with a target; -1 if there is none. */
const columnOf = (targets: readonly ListTarget[], to: ListTarget['to']): number =>
  targets.findIndex((target) => target.to === to)

/**
 * SECURITY: a file must not set names that the service sets itself, or names that would modify an object's prototype.
 */
const isAllowed = (path: readonly string[]): boolean =>
  !reservedContextNames.has(path[0] ?? '') && !path.includes('__proto__')

/** Returns the columns that fill the agent's variables. */
const contextColumns = (targets: readonly ListTarget[]): { at: number; name: string }[] =>
  targets.flatMap((target, at) =>
    target.to === 'context' && isAllowed(contextPath(target.name)) ? [{ at, name: target.name }] : [],
  )

const isSendable = (values: Record<string, string>, characters: number): boolean =>
  characters < maxUnmeasured && Object.values(values).every((value) => value.isWellFormed() && !value.includes('\0'))
    ? true
    : contextIssues(contextOfRow(values)).length === 0

/**
 * Returns a function that checks one row without its history: its number, values, location and consent. What all rows
 * share is prepared once. Duplicates, earlier calls and do-not-call entries are found in the database.
 */
export const createRowCheck = (plan: RowCheckPlan): ((cells: readonly string[], row: number) => CheckedRow) => {
  const { targets, requiredNames, chosenZone, needsConsent, hours, now } = plan
  const readNumber = createNumberReader(plan)
  const columns = contextColumns(targets)
  const [numberAt, timeZoneAt, postalCodeAt, stateAt, consentAt, noteAt] = (
    ['number', 'timeZone', 'postalCode', 'state', 'consent', 'note'] as const
  ).map((to) => columnOf(targets, to))

  /** Caches, for a row's zones, the finding that holds the row; null if the row has an opening. */
  const closed = new Map<string, Finding | null>()
  const findClosed = (zones: readonly string[]): Finding | null => {
    const key = zones.join(' ')
    const known = closed.get(key)
    if (known !== undefined) return known
    const found: Finding | null =
      nextOpening(now, zones, hours) === null ? { code: 'noTimeZone', name: nameOfClosed(now, zones, hours) } : null
    closed.set(key, found)
    return found
  }

  const placeOf = (cells: readonly string[], phoneNumber: string | null): readonly string[] => {
    const cell = (at: number | undefined): string => cells[at ?? -1] ?? ''
    const zones = zonesOfPlace({
      phoneNumber,
      timeZone: cell(timeZoneAt),
      postalCode: cell(postalCodeAt),
      state: cell(stateAt),
    })
    return chosenZone !== null && zones.length === 0 ? [chosenZone] : zones
  }

  return (cells, row) => {
    const { phoneNumber, display, finding } = readNumber(cells[numberAt ?? -1] ?? '')
    const findings: Finding[] = finding === null ? [] : [finding]
    const context: Record<string, string> = {}
    let characters = 0
    for (const { at, name } of columns) {
      const value = cells[at] ?? ''
      if (value === '') continue
      context[name] = value
      characters += name.length + value.length
    }
    for (const name of requiredNames)
      if ((Object.hasOwn(context, name) ? (context[name] ?? '') : '').trim() === '')
        findings.push({ code: 'missingValue', name })
    if (!isSendable(context, characters)) findings.push({ code: 'contextTooLarge', name: '' })
    if (needsConsent && !isYes(cells[consentAt ?? -1] ?? '')) findings.push({ code: 'noConsent', name: '' })
    const timeZones = placeOf(cells, phoneNumber)
    const noOpening = phoneNumber === null ? null : findClosed(timeZones)
    if (noOpening !== null) findings.push(noOpening)
    return {
      row,
      cells,
      phoneNumber,
      phoneNumberDisplay: display,
      context,
      timeZones,
      findings,
      note: cells[noteAt ?? -1] ?? '',
    }
  }
}

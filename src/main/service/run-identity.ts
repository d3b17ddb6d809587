import type { Call } from '../../contract/call.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { isSameNumber } from '../../domain/phone-number.ts'
import type { RunListItem } from './wire/runs.ts'

/** The part of a run that shows whose run it is. */
export type RunIdentity = Pick<RunListItem, 'calledNumber' | 'initialContext'>

/**
 * Returns true for a run that certainly belongs to another call than the one with its ID. A service that was reset or
 * restored uses run IDs again.
 */
export const isOfAnotherCall = (run: RunIdentity, call: Call): boolean =>
  !carriesReference(run, call) && (belongsToAnother(run, call) || hasAnotherNumber(run, call))

/** Returns a run that was read by its ID for a call, or a failure if it certainly belongs to another call. */
export const asRunOf = <R extends RunIdentity & { workflowRunId: number }>(call: Call, run: R): Outcome<R> =>
  isOfAnotherCall(run, call) ? invalid([], 'runOfAnotherCall', String(run.workflowRunId)) : succeed(run)

/** The format of call IDs (ULID) of this and other installations. */
const callIdShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Returns the values of the run's context that have the format of a call ID. */
export const callIdsIn = ({ initialContext }: RunIdentity): string[] =>
  Object.values(initialContext).filter((value): value is string => typeof value === 'string' && callIdShape.test(value))

const referenceIn = ({ initialContext }: RunIdentity, name: string): unknown =>
  Object.hasOwn(initialContext, name) ? initialContext[name] : null

/** Returns the called number; older services return it only in the context. */
export const calledNumber = ({ calledNumber: number, initialContext }: RunIdentity): string | null => {
  const stamped = initialContext['phone_number']
  return number ?? (typeof stamped === 'string' ? stamped : null)
}

const endpoint = /^(?:sips?:|(?:pjsip|sip|iax2|dahdi|local)\/)([^@:/]+)/i

/** Returns the digits of a number in an ordinary spelling: groups of digits with single separators; null for any other. */
const readableDigits = (text: string): string | null => {
  const groups = text.replace(/^(?:tel:)?\+?/i, '').replaceAll(/\((\d+)\) ?/g, '$1')
  return /^\d+(?:[ .\-/]\d+)*$/.test(groups) ? groups.replaceAll(/\D/g, '') : null
}

/** Returns whether all digits occur in the other ones in the same order, so that only some were left out or added. */
const isPartOf = (digits: string, others: string): boolean => {
  let at = 0
  for (const other of others) if (other === digits.charAt(at)) at += 1
  return at >= digits.length
}

/**
 * Returns whether digits may be the call's number with parts left out or added, with parts replaced by one digit, or
 * encoded as hexadecimal ASCII. A number that was called without its country code may be reported with it.
 */
const mayBeMasked = (digits: string, phoneNumber: string): boolean => {
  const called = phoneNumber.normalize('NFKC').replaceAll(/\D/g, '')
  const decoded = /^(?:3\d)+$/.test(digits) ? [digits.replaceAll(/3(\d)/g, '$1')] : []
  // Three or more equal digits may replace others; the digits before and after them keep their positions.
  const shown = digits.replace(/^0+/, '').replaceAll(/(\d)\1{2,}/g, '\\d*')
  if (shown.includes('*') && new RegExp(`^\\d{0,3}${shown}$`).test(called)) return true
  return [digits, ...decoded].some((visible) => {
    const starts = phoneNumber.includes('+') ? [0] : [0, 1, 2, 3]
    // Networks insert digits: Mexico and Argentina a 1 or 9 after the country code.
    if (isPartOf(called, visible)) return true
    return starts.some((start) => isPartOf(visible.slice(start).replace(/^0+/, ''), called))
  })
}

/** Minimum and maximum number of digits of a complete number; an extension may have three. */
const [fewestDigits, mostDigits, fewestOfExtension] = [7, 15, 3]

/**
 * Returns whether the run's number rules the call out. Only a plainly readable number can, because a service may mask,
 * shorten or encode the numbers in its lists.
 */
export const hasAnotherNumber = (run: RunIdentity, { phoneNumber }: Call): boolean => {
  const number = calledNumber(run)?.trim() ?? ''
  if (number === '' || isSameNumber(number, phoneNumber)) return false
  const [, user] = endpoint.exec(number) ?? []
  const isToEndpoint = endpoint.test(phoneNumber.trim())
  // A phone system may have another number for the same person.
  if ((user !== undefined) !== isToEndpoint) return false
  const digits = readableDigits(user ?? number)
  if (digits === null || digits.length > mostDigits) return false
  return digits.length >= (user === undefined ? fewestDigits : fewestOfExtension) && !mayBeMasked(digits, phoneNumber)
}

export const carriesReference = (run: RunIdentity, { callId, referenceName }: Call): boolean =>
  referenceName !== null && referenceIn(run, referenceName) === callId

/** Returns true for a run whose reference is the ID of another call. */
export const belongsToAnother = (run: RunIdentity, { referenceName }: Call): boolean => {
  const reference = referenceName === null ? null : referenceIn(run, referenceName)
  return typeof reference === 'string' && callIdShape.test(reference)
}

/** What a text dials: an endpoint by its name, or digits, of which one knows or does not know whether the country's stand first. */
type Dialled = { kind: 'endpoint'; text: string } | { kind: 'digits'; digits: string; international: boolean }

/** Fewer digits are an extension or a code: they are one number only when they are all equal. */
const subscriberDigits = 7
/** No country's code has more digits. */
const countryDigits = 3

const digitValues = /\p{Nd}/gu
/** Any script's digits, as 0 to 9: each script has its ten in a row, beginning at a multiple of its own. */
const plainDigit = (digit: string): string => {
  let zero = digit.codePointAt(0) ?? 0
  const value = zero
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && value - zero < 9) zero -= 1
  return String(value - zero)
}

const unscheme = (text: string): string => text.replace(/^(?:tel|callto|sips?):/, '')

/** What follows the number itself: pauses, extensions, parameters. */
const withoutTail = (text: string): string => text.split(/[,;]|(?:ext|x|#|\*|p|w)(?=[\s.\d]*$)/)[0] ?? ''

const hasLettersOf = (text: string): boolean => /\p{L}/u.test(text)

const digitsOf = (text: string): Dialled => {
  const signs = withoutTail(text).replaceAll(/[^\d+]/g, '')
  const international = /^(?:\+|00)/.test(signs)
  const digits = signs.replaceAll('+', '')
  return { kind: 'digits', digits: international ? digits.replace(/^00/, '') : digits, international }
}

const readDialled = (phoneNumber: string): Dialled => {
  const text = phoneNumber.normalize('NFKC').replaceAll(digitValues, plainDigit).trim().toLowerCase()
  const bare = unscheme(text)
  const user = bare.split('@')[0] ?? ''
  const asDigits = digitsOf(user)
  const isNumber = !hasLettersOf(withoutTail(user)) && asDigits.kind === 'digits' && asDigits.digits !== ''
  // The user part of an address rings the telephone it names; a short one is a name in that exchange only.
  const isTelephone = bare.includes('@') ? isNumber && asDigits.digits.length >= subscriberDigits : isNumber
  return isTelephone ? asDigits : { kind: 'endpoint', text: bare.split(';')[0] ?? '' }
}

/** One spelling for the ways to write a number: digits alone, with the country's where they are known; an endpoint in small letters. */
export const numberKey = (phoneNumber: string): string => {
  const dialled = readDialled(phoneNumber)
  return dialled.kind === 'digits' ? dialled.digits : dialled.text
}

/** What all spellings of one number share, for an index: its last seven digits, or the endpoint. */
export const numberTail = (phoneNumber: string): string => {
  const dialled = readDialled(phoneNumber)
  return dialled.kind === 'digits' ? dialled.digits.slice(-subscriberDigits) : dialled.text
}

/** National digits without the zero that stands for long distance inside a country. */
const withoutTrunk = (digits: string): string => digits.replace(/^0+/, '')

const endsWithin = (long: string, short: string): boolean =>
  short.length >= subscriberDigits && long.endsWith(short) && long.length - short.length <= countryDigits

/**
 * Whether two texts ring one telephone, however each is spelled. A number without its country's code counts as the same
 * as one that has it: asking once too often is better than ringing somebody twice.
 */
export const isSameNumber = (one: string, other: string): boolean => {
  const [a, b] = [readDialled(one), readDialled(other)]
  if (a.kind === 'endpoint' || b.kind === 'endpoint')
    return a.kind === 'endpoint' && b.kind === 'endpoint' && a.text === b.text
  if (a.digits === b.digits) return true
  if (a.international && b.international) return false
  const [x, y] = [
    a.international ? a.digits : withoutTrunk(a.digits),
    b.international ? b.digits : withoutTrunk(b.digits),
  ]
  return x === y ? x.length >= subscriberDigits : endsWithin(x, y) || endsWithin(y, x)
}

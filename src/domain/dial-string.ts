/**
 * A telephone number. Without `+`, its digits may start with an outside-line prefix, a trunk prefix or an area code.
 */
export type DialedNumber = { kind: 'number'; digits: string; international: boolean }
/** A name in a phone system, such as a SIP user. `host` is null if the text has none. */
export type DialedEndpoint = { kind: 'endpoint'; user: string; host: string | null; text: string }
export type DialTarget = DialedNumber | DialedEndpoint

/** Minimum number of digits in a subscriber number; shorter numbers are extensions or service codes. */
export const subscriberDigits = 7
/** Minimum number of digits in a number with an area code. */
const nationalDigits = 10

/** Converts a digit of any script to 0–9. In Unicode, a script's ten digits are consecutive, starting with zero. */
const plainDigit = (digit: string): string => {
  const value = digit.codePointAt(0) ?? 0
  let zero = value
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && value - zero < 9) zero -= 1
  return String(value - zero)
}

const decodeRun = (run: string): string => {
  try {
    return decodeURIComponent(run)
  } catch {
    // Not UTF-8: decodes only the ASCII characters, because no others can be part of a number.
    return run.replace(/%([0-7][\da-f])/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/**
 * Decodes percent-encoding up to four times, because every gateway and phone system on the call's path may decode it
 * once.
 */
const decodePercent = (text: string): string => {
  let decoded = text
  for (let round = 0; round < 4 && decoded.includes('%'); round += 1)
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, decodeRun)
  return decoded
}

const normalize = (text: string): string => {
  const plain = decodePercent(text.normalize('NFKC')).normalize('NFKC')
  const ascii = /^[\x20-\x7e]*$/.test(plain)
    ? plain
    : plain.replaceAll(/\p{Cf}/gu, '').replaceAll(/\p{Nd}/gu, plainDigit)
  return ascii.trim().toLowerCase()
}

/** Returns the address in `"Jane" <sip:…>`; if there are no brackets, the text without the quoted name. */
const withoutDisplayName = (text: string): string => {
  const unquoted = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ' ').trim()
  const [, bracketed] = /<([^<>]*)(?:>|$)/.exec(unquoted) ?? []
  return (bracketed ?? (unquoted === '' ? text : unquoted)).trim()
}

/** Any other scheme, such as `whatsapp:` or `sms:`; not the user in `user:password@host`. */
const otherScheme =
  /^(?!tel:|callto:|sips?:|phone:|voip:|h323:|urn:service:)[a-z][a-z\d+.-]*:(?:\/\/)?(?=\+|\d{7}|[^@]*$)/

const withoutScheme = (text: string): string =>
  text.replace(otherScheme, '').replace(/^(?:(?:tel|callto|sips?|phone|voip|h323|urn:service):(?:\/\/)?)+/, '')

/** Converts letters to the digits of their keys on a telephone. */
const keypad = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => '22233344455566677778889999'[(letter.codePointAt(0) ?? 97) - 97] ?? '')

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length

/** Markers of an extension, a pause or tones, which separate digits as a comma does. */
const pauses = /(?<=[\d\s#*,.)!|^=_])(?:extension|extn?|[xpwt])+(?=[\s.,:()-]*(?:[\d+*#]|$))/g

/** Returns the dialable characters of an address's user part, with `,` for pauses; null if it is a name. */
const dialableOf = (user: string): string | null => {
  const text = user.replaceAll(pauses, ',')
  if (!/\p{L}/u.test(text)) return /\d/.test(text) ? text : null
  // One or two letters are tones (A to D) after a number.
  const isKeypad = /^\+?\d[\d().-]{2,}[a-z][a-z\d().-]*$/.test(text) && text.replaceAll(/[^a-z]/g, '').length > 2
  const fromKeypad = isKeypad ? keypad(text) : ''
  return countDigits(fromKeypad) >= nationalDigits ? fromKeypad : null
}

/** Removes service codes before a number: `*31#`, `#31#` and North American codes (`*` and two digits). */
const withoutServiceCodes = (text: string): string => {
  const ended = text.replace(/^(?:[*#]+\d{1,4}[*#]+)+(?=\D*\d)/, '')
  const [, rest = ''] = /^\*\d\d(.*)$/.exec(ended) ?? []
  return countDigits(rest) >= 3 ? withoutServiceCodes(rest) : ended
}

/**
 * Returns the part between pauses that is the number. The parts before it only access an outside line, and the parts
 * after it are extensions.
 */
const choosePart = (parts: readonly string[]): string => {
  const [first = '', second = ''] = parts
  const number = parts.find((part) => countDigits(part) >= subscriberDigits)
  if (number !== undefined) return number
  if (countDigits(parts.join('')) >= nationalDigits) return parts.join('')
  const isPrefix = /^[*#]/.test(first) || countDigits(first) <= 2
  return isPrefix && countDigits(second) >= 2 ? second : first
}

/** Characters between a number and what is dialed after it: pauses, and the separators of phone systems. */
const separators = /[,;~!|^=_]+/

/**
 * Removes the keys that are pressed after a number: `#5`, `*5`. In a text with as many digits as a complete number,
 * keys after an extension's few digits are part of the number.
 */
const withoutLaterKeys = (text: string): string => {
  const hasNumber = countDigits(text) >= nationalDigits
  const at = text.search(hasNumber ? /(?<=(?:\d\D*){7})[*#]/ : /(?<=(?:\d\D*){3})[*#]/)
  return at < 0 ? text : text.slice(0, at)
}

const readNumber = (dialable: string): DialedNumber => {
  const parts = dialable.split(separators).filter((part) => /\d/.test(part))
  const part = withoutLaterKeys(withoutServiceCodes(choosePart(parts).trim()))
  const plus = part.indexOf('+')
  // Digits before `+` only access an outside line.
  if (plus < 0 || countDigits(part.slice(0, plus)) >= subscriberDigits)
    return { kind: 'number', digits: part.replaceAll(/\D/g, ''), international: false }
  const digits = part.slice(plus).replaceAll(/\D/g, '').replace(/^0+/, '')
  // A `+` before an extension adds no country code.
  return { kind: 'number', digits, international: digits.length >= subscriberDigits }
}

type Address = { user: string; host: string | null }

/** Parses `user:password@host:port;parameters?headers`. Without `@`, the whole text is the user. */
const readAddress = (text: string): Address => {
  const bare = withoutScheme(text)
  const at = bare.indexOf('@')
  const named = (at < 0 ? bare : bare.slice(0, at)).replace(/(?:[:?]|;[a-z]).*$/s, '')
  // A name after a number and a separator, such as Asterisk's `!` and a context, is not dialed.
  const user = named.replace(/(?<=^[+\d*#().,\s!|^=_-]*\d)[!|^=_](?![xpwt]+[\d+*#])(?=\p{L}).*$/su, '')
  const host = at < 0 ? '' : bare.slice(bare.lastIndexOf('@') + 1).replace(/[:;?!].*$/s, '')
  return { user, host: host === '' ? null : host.replace(/\.$/, '') }
}

const isIpAddress = (text: string): boolean => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text)

/**
 * Returns a number inside other text, such as `Call +49 30 901820`, because a provider might dial it; null if there is
 * none.
 */
const embeddedNumber = (user: string): string | null =>
  /\p{L}/u.test(user) ? (/\+?\d(?:[\s().-]*\d){6,}/.exec(user)?.[0] ?? null) : null

/** Returns the number in the user part of an address; null if it is a name or too short to be a subscriber number. */
const numberOfUser = (user: string): DialedNumber | null => {
  const dialable = isIpAddress(user) ? null : (dialableOf(user) ?? embeddedNumber(user))
  const number = dialable === null ? null : readNumber(dialable)
  return number !== null && number.digits.length >= subscriberDigits ? number : null
}

/** An Asterisk channel, starting with its technology: `PJSIP/user@trunk`, `SIP/trunk/user`, `DAHDI/g1/number`. */
const channel = /^[a-z][a-z\d_]*\/(.+)$/s

/** Returns the user of an endpoint, without what is dialed before and after an extension. */
const userOf = (user: string): string => {
  const dialable = isIpAddress(user) ? null : dialableOf(user)
  return dialable === null ? user : readNumber(dialable).digits
}

const readChannel = (text: string, rest: string): DialTarget => {
  const addresses = rest.split('/').map(readAddress)
  for (const { user } of addresses) {
    const number = numberOfUser(user)
    if (number !== null) return number
  }
  const named = addresses.findLast(({ user }) => /\d/.test(user)) ?? addresses[0]
  const trunk = addresses.length > 1 && named !== addresses[0] ? (addresses[0]?.user ?? null) : null
  return { kind: 'endpoint', user: userOf(named?.user ?? rest), host: named?.host ?? trunk, text }
}

/** Returns a local number prefixed with the country or area code in its `phone-context` (RFC 3966). */
const withPhoneContext = (text: string): string => {
  const [, context] = /;phone-context=(\+[\d().-]+)/.exec(text) ?? []
  return context === undefined || text.startsWith('+') ? text : context + text
}

const readTarget = (text: string): DialTarget => {
  const bare = withoutScheme(text)
  const [, rest] = channel.exec(bare) ?? []
  if (rest !== undefined) return readChannel(bare.split(';')[0] ?? '', rest)
  const { user, host } = readAddress(withPhoneContext(bare))
  const number = numberOfUser(user)
  if (number !== null) return number
  const dialable = host === null ? dialableOf(user) : null
  if (dialable !== null) return readNumber(dialable)
  return { kind: 'endpoint', user: userOf(user), host, text: bare.split(';')[0] ?? '' }
}

/** Returns the targets of a string; Asterisk dials those between `&` at the same time. */
const targetsIn = (phoneNumber: string): string[] => {
  const text = withoutDisplayName(normalize(phoneNumber)).replace(/\?[^&?]*=.*$/s, '')
  const targets = text.split('&').filter((target) => target.trim() !== '')
  return targets.length === 0 ? [text] : targets
}

/** Returns the user part of every address in a string, with `,` for pauses: every text that a provider may dial. */
export const dialedUsers = (phoneNumber: string): string[] =>
  targetsIn(phoneNumber).flatMap((target) => {
    const bare = withoutScheme(target)
    const [, rest] = channel.exec(bare) ?? []
    const addresses = rest === undefined ? [bare, withPhoneContext(bare)] : rest.split('/')
    return addresses.map((one) => readAddress(one).user.replaceAll(pauses, ','))
  })

/**
 * Returns whether a number's digits are divided by a character that some phone systems end the number at and others
 * ignore.
 */
const isDivided = (user: string): boolean => {
  const parts = user.split(/[,;]+/).filter((part) => /\d/.test(part))
  const part = withoutServiceCodes(choosePart(parts).trim())
  const isNumber = !/\p{L}/u.test(part) && countDigits(part) >= subscriberDigits
  return isNumber && (/\d\D*[~!|^=_]\D*\d/.test(part) || /(?:\d\D*){3}[*#]\D*\d/.test(part))
}

/**
 * Returns whether a string may dial several numbers: at the same time, or depending on the phone system. The guards
 * compare one number, so neither can be called.
 */
export const hasSeveralTargets = (phoneNumber: string): boolean =>
  targetsIn(phoneNumber).length > 1 || dialedUsers(phoneNumber).some(isDivided)

/** Returns what a provider dials for a string: the first number that it contains, in any format, or the endpoint. */
export const readDialed = (phoneNumber: string): DialTarget => {
  // Fast path: almost every number has this form, and each call parses several numbers.
  if (/^\+[1-9]\d{6,14}$/.test(phoneNumber))
    return { kind: 'number', digits: phoneNumber.slice(1), international: true }
  const [first, ...others] = targetsIn(phoneNumber).map(readTarget)
  const all = first === undefined ? [] : [first, ...others]
  const number = all.find((target) => target.kind === 'number' && target.digits.length >= subscriberDigits)
  return number ?? first ?? readTarget(phoneNumber)
}

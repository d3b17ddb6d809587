import { dialedUsers } from '../../domain/dial-string.ts'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'

/**
 * Numbers that reach emergency services from every GSM phone (3GPP TS 22.101), or in so many countries that they are
 * never safe to dial.
 */
const everywhere: ReadonlySet<string> = new Set(['112', '911', '110', '999'])

/**
 * The other emergency numbers of each country: `numbers: countries`, a dot is any digit. Source: the `emergency`
 * patterns of libphonenumber's resources/ShortNumberMetadata.xml, commit 86967e9 (libphonenumber-js has no short
 * numbers).
 */
const table = [
  '000: CC CX, 000 106: AU, 000 111: PG, 01 02 03: TM, 01 02 03 001 002 003 050: UZ',
  '01 02 03 011 022 033 101 102 103: LT, 01 02 03 101 102 103: RU, 01 02 03 113: LV',
  '011 022 033 111 113 122: GE, 019: SL, 060 065 066 068 080: MX, 085 088: ES, 100: AW, 100 101: BE',
  '100 101 102: IL PS, 100 101 102 103: NP, 100 101 102 103 105: MN, 100 101 102 108 1298 2611: IN',
  '100 101 102 199: BD, 100 101 107: AR, 100 102 119: AF, 100 104 115 122: IQ, 100 166 199: GR, 101 102: EC',
  '101 102 103: AM AZ BY KG KZ TJ UA, 10111: NA, 10111 10177: ZA, 102 118 119: MV, 104 105 106: CU',
  '104 105 107: HU, 105 116 117: PE, 111: NR NZ RW, 111 114 115: TZ, 111 170 180: CI, 113: BT LU NO SI SJ SY',
  '113 114 115: VN, 113 114 116: ER, 113 114 118 177 188: CD, 113 115: AO, 113 115 118: IT SM VA, 113 117: BI',
  '113 117 118: GW, 113 118 119: ID, 114: DK FO KE, 114 115 995: MU, 114 116 117 118: BJ, 114 118: HT',
  '115: PT SR TL, 115 117: LS, 115 118 120 128: NI, 115 125: IR, 116 118: AD, 116 118 119: LK, 117: PH',
  '117 118: CG, 117 118 119 666: KH, 117 118 1220: CF, 117 118 144: CH LI, 117 118 171 172 177: TG',
  '117 119 197 198: MZ, 118 119: BO, 119: JM JP KR TW, 119 120: CN, 119 123 132 156: CO, 119 819: KP',
  '120 123: GT, 122 123 124: BA ME, 122 123 180: EG, 122 133 144: AT, 127 128 129: AL, 128: PY UY',
  '128 190 192 193: BR, 13 17 113 117: CM, 130 131 132: CV, 131 132 133: CL, 14 17: DZ, 140 175: LB',
  '1444 9999: OM, 15: YT, 15 16 115 1122: PK, 15 16 17 18: NC, 15 17 18: FR GF GP MC MF ML MQ PF PM RE WF',
  '15 17 18 118: NE, 15 19 177: EH MA, 15.: CZ, 150 155 158: SK, 150 160 166: BG, 155: TR',
  '16 17 18 116 117 118: GM, 17 18: BF DJ KM MR SN TD, 17 18 117 118: MG, 171: VE, 18: BL, 18 13.. 1730: GA',
  '190 191 193: LY, 190 191 195: LA, 190 197 198: TN, 190 199: GI, 191 192 193: GH, 191 192 197: JO',
  '191 194 195 199: YE, 191 199 1669: TH, 192 193 194: MK XK, 192 193 194 195 992 993 994: KI',
  '199: BH CY HN MM NG, 199 997 998: MW, 211 311 511: BB, 333: DM KN, 355: LR, 555 888: SO, 90 990: BZ',
  '90000: SE, 901 902 903: MD, 91 92 93 939 991 997: ET, 912 913: GY, 913: SV, 917: FJ, 919: BS SX',
  '92 93 94: RS, 922 933: TO, 93 94 192 193 194: HR, 955 977: NF, 990: TT, 991 993: ZM, 991 993 995: BN',
  '992: HK, 993 994 995: ZW, 993 995: SG, 994 995 996: WS, 996 998: CK, 997: SA, 997 998: AE BW PL',
]

const readTable = (): Map<string, RegExp> =>
  new Map(
    table
      .flatMap((line) => line.split(', '))
      .flatMap((entry) => {
        const [numbers = '', countries = ''] = entry.split(': ')
        const pattern = new RegExp(`^(?:${numbers.replaceAll(' ', '|')})$`)
        return countries.split(' ').map((country): [string, RegExp] => [country, pattern])
      }),
  )

let patterns: Map<string, RegExp> | null = null

const isEmergencyOf = (digits: string, countries: readonly string[]): boolean => {
  if (everywhere.has(digits)) return true
  patterns ??= readTable()
  return countries.some((country) => patterns?.get(country)?.test(digits) === true)
}

let callingCodes: Map<string, CountryCode[]> | null = null

/** Reads the metadata of all countries once, because that takes about 1 ms and every call needs it. */
const countriesWithCode = (code: string): readonly CountryCode[] => {
  callingCodes ??= Map.groupBy(getCountries(), (country) => getCountryCallingCode(country))
  return callingCodes.get(code) ?? []
}

/**
 * Returns whether digits are a country code, which has at most three digits, and an emergency number of that country,
 * with or without a trunk prefix 0.
 */
const isEmergencyAbroad = (digits: string): boolean =>
  [1, 2, 3].some((length) => {
    const rest = digits.slice(length)
    if (rest.length > longest + 1) return false
    const countries = countriesWithCode(digits.slice(0, length))
    return countries.length > 0 && [rest, rest.replace(/^0/, '')].some((number) => isEmergencyOf(number, countries))
  })

/** Maximum number of digits in an emergency number. */
const longest = 5

/** Prefixes of international calls: of most countries, of North America, Russia and Australia. */
const international = ['00', '011', '810', '0011']

/** Returns digits with and without a 0, 8 or 9 that selects an outside line, and without the 1 in `1911`. */
const withoutPrefix = (digits: string): string[] => {
  const lines = [digits, ...(/^[089]/.test(digits) ? [digits.slice(1)] : [])]
  // Only North America dials a 1 before a number; elsewhere, 1110 and 1112 are extensions.
  return lines.flatMap((line) => (line === '1911' ? [line, '911'] : [line]))
}

/** Returns whether digits, as they are dialed, reach emergency services. */
const isEmergency = (digits: string, hasPlus: boolean, countries: () => readonly string[]): boolean => {
  if (hasPlus && isEmergencyAbroad(digits)) return true
  return withoutPrefix(digits).some((line) => {
    // A line may start with two prefixes: 0011 and 00.
    const abroad = international.filter((prefix) => line.startsWith(prefix)).map((prefix) => line.slice(prefix.length))
    if (abroad.some((rest) => isEmergencyAbroad(rest) || isEmergencyOf(rest, []))) return true
    return line.length <= longest && isEmergencyOf(line, countries())
  })
}

/** Service codes before a number, such as `*67`, `*111` and `#31#`. */
const serviceCodes = [/^[*#]+\d{2}(?!#)(?=\D*\d)/, /^[*#]+\d{3}(?!#)(?=\D*\d)/, /^[*#]+\d{1,4}[*#]+(?=\D*\d)/]

const withoutServiceCodes = (text: string): string[] => [
  text,
  ...serviceCodes.flatMap((code) => (code.test(text) ? withoutServiceCodes(text.replace(code, '')) : [])),
]

/** Returns whether a part between pauses only gives access to a line, so that the number follows. */
const isAccess = (part: string): boolean => /^[*#]/.test(part) || part.replaceAll(/\D/g, '').length <= 2

/** Returns every text that a user part may dial before its tones and extensions: its parts, alone and joined. */
const dialedTexts = (user: string): string[] => {
  // Letters before a number are pauses, and up to two letters after it are tones.
  const text = user.replace(/^[wpxt]+(?=[\d+*#])/, '').replace(/(?<=\d)[a-d]{1,2}$/, '')
  if (/\p{L}/u.test(text)) return []
  const parts = text
    .replaceAll(/(?<=[+*#])[,;~!|^=_]+/g, '')
    .split(/[,;~!|^=_]+/)
    .filter((part) => /\d/.test(part))
  const isNumber = (part: string): boolean => !isAccess(part)
  const last = parts.some(isNumber) ? parts.findIndex(isNumber) : parts.length - 1
  return parts
    .slice(0, last + 1)
    .flatMap((_part, start) => parts.slice(start).map((_next, more) => parts.slice(start, start + more + 1).join('')))
}

const dialsEmergency = (text: string, countries: () => readonly string[]): boolean =>
  withoutServiceCodes(text).some((dialed) => {
    // The keys after a number are pressed once it has been dialed.
    const texts = [dialed, dialed.replace(/(?<=\d)[*#].*$/s, ''), dialed.replace(/^.*\+/s, '+')]
    return texts.some((one) => isEmergency(one.replaceAll(/\D/g, ''), one.startsWith('+'), countries))
  })

/**
 * Returns whether a string, in any notation, dials emergency services: a number that works almost everywhere, one of
 * `countries` (ISO 3166; a function is invoked only for a short number), one of another country after its country
 * code, or the service name `sos` (RFC 5031). Reads every address in the string, and every prefix that may be removed.
 */
export const isEmergencyNumber = (text: string, countries: readonly string[] | (() => readonly string[])): boolean => {
  const known = typeof countries === 'function' ? countries : () => countries
  return dialedUsers(text).some(
    (user) => /^sos(?:\.|$)/.test(user) || dialedTexts(user).some((dialed) => dialsEmergency(dialed, known)),
  )
}

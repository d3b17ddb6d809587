import { z } from 'zod'

/**
 * What kind of number a string is: a telephone number (E.164), a SIP endpoint, a short number (an extension or a
 * service number), or other text, which is dialed only if the user insists. All but the first are sent as typed.
 */
export const numberKinds = ['telephone', 'sip', 'short', 'other'] as const

/**
 * How certain the number is. `valid`: its range is in use. `possible`: its length is valid, but its range is unknown.
 * `unvalidated`: the numbering plan does not cover it.
 */
export const numberValidities = ['valid', 'possible', 'unvalidated'] as const

/** The line type of a number's range. A ported number may have another type now. */
export const lineTypes = [
  'fixedLine',
  'mobile',
  'fixedLineOrMobile',
  'tollFree',
  'premiumRate',
  'sharedCost',
  'voip',
  'personal',
  'pager',
  'companyWide',
  'voicemail',
] as const

/** What was added to complete a number: a country code (from the settings or guessed) or a missing `+`. */
const numberAssumptions = ['country', 'plus'] as const

export const phoneNumberReadingSchema = z.object({
  /** The text that was parsed. For a suggestion, a string that is parsed as this number. */
  text: z.string(),
  /** Exactly what would be sent: E.164, or the text as typed. */
  dial: z.string(),
  /** The international format. */
  display: z.string(),
  /** The national format; null if the number belongs to no country. */
  national: z.string().nullable(),
  /** ISO 3166 two-letter code; null if the number belongs to no country. */
  country: z.string().nullable(),
  kind: z.enum(numberKinds),
  validity: z.enum(numberValidities),
  /** Null if the numbering plan does not define it. */
  lineType: z.enum(lineTypes).nullable(),
  /** Null if the text was complete. */
  assumed: z.enum(numberAssumptions).nullable(),
  /** A suggested number's extension. It is not dialed, because the service does not support extensions. */
  extension: z.string().nullable(),
  /** True if the numbering plan has such numbers; false if only the length is valid. */
  isValid: z.boolean(),
})

/** A typed or pasted number, and exactly what would be dialed. */
export type PhoneNumberReading = z.infer<typeof phoneNumberReadingSchema>
export type LineType = (typeof lineTypes)[number]

/** Maximum number of suggestions for one input. */
export const maxSuggestions = 20

/**
 * The countries of each calling code, the largest one first. AC and TA have their own numbers, but are not countries.
 */
export const callingCodes: ReadonlyMap<string, readonly string[]> = new Map(
  [
    '1 US AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI, 7 RU KZ, 20 EG, 27 ZA',
    '30 GR, 31 NL, 32 BE, 33 FR, 34 ES, 36 HU, 39 IT VA, 40 RO, 41 CH, 43 AT, 44 GB GG IM JE, 45 DK, 46 SE',
    '47 NO SJ, 48 PL, 49 DE, 51 PE, 52 MX, 53 CU, 54 AR, 55 BR, 56 CL, 57 CO, 58 VE, 60 MY, 61 AU CC CX',
    '62 ID, 63 PH, 64 NZ, 65 SG, 66 TH, 81 JP, 82 KR, 84 VN, 86 CN, 90 TR, 91 IN, 92 PK, 93 AF, 94 LK, 95 MM',
    '98 IR, 211 SS, 212 MA EH, 213 DZ, 216 TN, 218 LY, 220 GM, 221 SN, 222 MR, 223 ML, 224 GN, 225 CI, 226 BF',
    '227 NE, 228 TG, 229 BJ, 230 MU, 231 LR, 232 SL, 233 GH, 234 NG, 235 TD, 236 CF, 237 CM, 238 CV, 239 ST',
    '240 GQ, 241 GA, 242 CG, 243 CD, 244 AO, 245 GW, 246 IO, 247 AC, 248 SC, 249 SD, 250 RW, 251 ET, 252 SO',
    '253 DJ, 254 KE, 255 TZ, 256 UG, 257 BI, 258 MZ, 260 ZM, 261 MG, 262 RE YT, 263 ZW, 264 NA, 265 MW',
    '266 LS, 267 BW, 268 SZ, 269 KM, 290 SH TA, 291 ER, 297 AW, 298 FO, 299 GL, 350 GI, 351 PT, 352 LU',
    '353 IE, 354 IS, 355 AL, 356 MT, 357 CY, 358 FI AX, 359 BG, 370 LT, 371 LV, 372 EE, 373 MD, 374 AM',
    '375 BY, 376 AD, 377 MC, 378 SM, 380 UA, 381 RS, 382 ME, 383 XK, 385 HR, 386 SI, 387 BA, 389 MK, 420 CZ',
    '421 SK, 423 LI, 500 FK, 501 BZ, 502 GT, 503 SV, 504 HN, 505 NI, 506 CR, 507 PA, 508 PM, 509 HT',
    '590 GP BL MF, 591 BO, 592 GY, 593 EC, 594 GF, 595 PY, 596 MQ, 597 SR, 598 UY, 599 CW BQ, 670 TL, 672 NF',
    '673 BN, 674 NR, 675 PG, 676 TO, 677 SB, 678 VU, 679 FJ, 680 PW, 681 WF, 682 CK, 683 NU, 685 WS, 686 KI',
    '687 NC, 688 TV, 689 PF, 690 TK, 691 FM, 692 MH, 850 KP, 852 HK, 853 MO, 855 KH, 856 LA, 880 BD, 886 TW',
    '960 MV, 961 LB, 962 JO, 963 SY, 964 IQ, 965 KW, 966 SA, 967 YE, 968 OM, 970 PS, 971 AE, 972 IL, 973 BH',
    '974 QA, 975 BT, 976 MN, 977 NP, 992 TJ, 993 TM, 994 AZ, 995 GE, 996 KG, 998 UZ',
  ]
    .flatMap((line) => line.split(', '))
    .map((entry) => {
      const [code = '', ...countries] = entry.split(' ')
      return [code, countries] as const
    }),
)

/** Every country whose numbers can be parsed, as ISO 3166 two-letter codes. */
export const phoneCountries: readonly string[] = [...callingCodes.values()].flat()

/**
 * Why the local time may be wrong. `none`: it is certain, for example for a landline in one time zone. `several`: the
 * number's range spans several local times. `mobile`: the phone may be anywhere. `unknown`: the location is unknown.
 */
export const hourDoubts = ['none', 'several', 'mobile', 'unknown'] as const
/** Where the time zones come from. */
const hourSources = ['prefix', 'country', 'person', 'nothing'] as const
/**
 * Whether it is now quiet hours in the recipient's local time. `off`: quiet hours are disabled. `maybe`: it depends on
 * where the phone is. `unknown`: the local time is unknown.
 */
const quietStates = ['off', 'no', 'yes', 'maybe', 'unknown'] as const

const localTimeSchema = z.object({
  /** An IANA zone; one of them if several have this time now. */
  zone: z.string(),
  /** `HH:MM`, 24 hours. */
  time: z.string(),
  /** The local date, `YYYY-MM-DD`. */
  date: z.string(),
  /** The offset from UTC in minutes; negative to the west. */
  offsetMinutes: z.int(),
})
export type LocalTime = z.infer<typeof localTimeSchema>

const quietStateSchema = z.object({
  state: z.enum(quietStates),
  /** The quiet hours from the settings, `HH:MM` in the recipient's local time; null if disabled. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** When quiet hours are over in every zone; null unless the state is `yes` or `maybe`. */
  endsAt: z.iso.datetime().nullable(),
})
export type QuietState = z.infer<typeof quietStateSchema>

export const calleeHourSchema = z.object({
  /** Every zone the number may be in. */
  zones: z.array(z.string()),
  /** The different local times there, earliest first. */
  localTimes: z.array(localTimeSchema),
  doubt: z.enum(hourDoubts),
  source: z.enum(hourSources),
  quiet: quietStateSchema,
})

/** The local time where a number probably rings. It is only a hint, because numbers are ported and phones travel. */
export type CalleeHour = z.infer<typeof calleeHourSchema>
export type HourDoubt = CalleeHour['doubt']

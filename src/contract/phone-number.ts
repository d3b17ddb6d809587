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
 * Every country whose numbers can be parsed, as ISO 3166 two-letter codes. AC and TA have their own numbers, but are
 * not countries.
 */
export const phoneCountries: readonly string[] = [
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ',
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR',
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP',
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT',
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ',
  'UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '))

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

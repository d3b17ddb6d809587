import type { NumberType, PhoneNumber } from 'libphonenumber-js/max'
import type { LineType, PhoneNumberReading } from '../../contract/phone-number.ts'

const lineTypes: Record<Exclude<NumberType, undefined>, LineType> = {
  FIXED_LINE: 'fixedLine',
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'fixedLineOrMobile',
  TOLL_FREE: 'tollFree',
  PREMIUM_RATE: 'premiumRate',
  SHARED_COST: 'sharedCost',
  VOIP: 'voip',
  PERSONAL_NUMBER: 'personal',
  PAGER: 'pager',
  UAN: 'companyWide',
  VOICEMAIL: 'voicemail',
}

/** The kind of line a number's range is for; null where the numbering plan does not tell. */
export const lineTypeOf = (number: PhoneNumber): LineType | null => {
  const type = number.getType()
  return type === undefined ? null : lineTypes[type]
}

/** What is left to say of a number besides itself: the text it was read from, and what was added to that. */
export type Found = Pick<PhoneNumberReading, 'text' | 'assumed'>

/** Says everything that the numbering plan knows of a number. An extension is told, and is no part of what is dialled. */
export const describeNumber = (number: PhoneNumber, { text, assumed }: Found): PhoneNumberReading => {
  const { ext: extension = null, country = null, number: dial } = number
  const isValid = number.isValid()
  const bare = { formatExtension: (formatted: string): string => formatted }
  return {
    text,
    dial,
    display: number.formatInternational(bare),
    national: number.formatNational(bare),
    country,
    kind: 'telephone',
    standing: isValid ? 'valid' : 'possible',
    lineType: lineTypeOf(number),
    assumed,
    extension,
    isE164: true,
    isValid,
  }
}

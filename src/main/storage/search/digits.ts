/** Digits with the signs that people put between those of a telephone number. */
const written = /[+(]*\d[\d ().\-/_]{4,}\d/g

const longestNumber = 20

/** The digits of a number alone; the zero that is dialled within a country only is no part of it. */
export const digitsOf = (text: string): string => text.replaceAll('(0)', '').replace(/\D/g, '')

/** The digits of every number in a folded text that is written with signs between them: so it is found in any spelling. */
export const spelledNumbers = (text: string): string[] =>
  (text.match(written) ?? [])
    .map((number) => ({ number, digits: digitsOf(number) }))
    .filter(({ number, digits }) => digits.length <= longestNumber && !number.includes(digits))
    .map(({ digits }) => digits)

import { callingCodes, phoneCountries } from '../../contract/phone-number.ts'
import { messages } from '../../messages/index.ts'

/** A country as a choice: its code, which is also shown beside its name. */
type CountryChoice = { key: string; text: string; note: string }

/** All countries, by name. */
const countries: readonly CountryChoice[] = phoneCountries
  .map((key) => ({ key, text: messages.common.country(key), note: key }))
  .toSorted((one, other) => one.text.localeCompare(other.text))

/** Returns the words of a text in lowercase, without accents, dots and other marks: "U.S." becomes "us". */
const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}.'’]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()

const searched = countries.map((choice) => ({
  choice,
  code: choice.key.toLowerCase(),
  names: [choice.text, ...(messages.common.otherCountryNames[choice.key] ?? [])].map(normalize),
}))

type Searched = (typeof searched)[number]

/** How a country can match a text, the best way first. Only the first one is an exact match. */
const ways: readonly ((country: Searched, text: string) => boolean)[] = [
  ({ code, names }, text) => code === text || names.includes(text),
  ({ names: [name = ''] }, text) => name.startsWith(text),
  ({ names }, text) => names.some((name) => name.startsWith(text)),
  ({ names }, text) => names.some((name) => ` ${name}`.includes(` ${text}`)),
]

/** `clear`: the code of the country that is certainly meant; null if it is none or there are several. */
export type FoundCountries = { countries: readonly CountryChoice[]; clear: string | null }

const only = (found: readonly CountryChoice[]): string | null => (found.length === 1 ? (found[0]?.key ?? null) : null)

const findByCallingCode = (digits: string): FoundCountries => {
  const found = [...callingCodes]
    .filter(([code]) => code.startsWith(digits))
    .flatMap(([, keys]) => keys.flatMap((key) => countries.find((choice) => choice.key === key) ?? []))
  return { countries: found, clear: only(found) }
}

/**
 * Returns the countries that a text may mean, the most likely first: by code or name, another common name, calling code,
 * the start of a name, or the start of a word. All of them without a text.
 */
export const findCountries = (typed: string): FoundCountries => {
  const [, digits] = /^\s*\+?\s*(\d{1,3})\s*$/.exec(typed) ?? []
  if (digits !== undefined) return findByCallingCode(digits)
  const text = normalize(typed)
  if (text === '') return { countries, clear: null }
  const groups = Map.groupBy(searched, (country) => ways.findIndex((matches) => matches(country, text)))
  const found = ways.flatMap((_way, at) => (groups.get(at) ?? []).map(({ choice }) => choice))
  return { countries: found, clear: only((groups.get(0) ?? []).map(({ choice }) => choice)) ?? only(found) }
}

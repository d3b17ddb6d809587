const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point))

/** The value of a decimal digit of any script: Unicode keeps the ten of a script together, zero first. */
const valueOf = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && isDigit(zero - 1)) zero -= 1
  return String(point - zero)
}

/** A link to a number, percent signs and parameters and all. */
const link = /\b(?:tel|callto|sms|phone):(?:\/\/)?\s*([+*#\d().%/ 2-7a-f-]*\d)((?:;[\w-]+=[^;\s"'<>]*)*)/gi

/** `tel:+1-415-555-0123;ext=5` and its kind: what follows the semicolons is either an extension, a prefix, or nothing to dial. */
const tellUri = (_whole: string, number: string, parameters: string): string => {
  const written = number.replace(/%([2-7][0-9a-f])/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const [, prefix = ''] = /;phone-context=(\+\d+)/i.exec(parameters) ?? []
  const [, extension = ''] = /;ext=(\d+)/i.exec(parameters) ?? []
  return ` ${written.startsWith('+') ? '' : prefix}${written}${extension && ` ext. ${extension}`} `
}

/** Most of the world writes `+` as `00` on a telephone; inside a number two zeros are just digits. */
const withPlus = (text: string): string => text.replace(/(^|[\n\t,;|] *|[^\d\s().+/-] *)00 ?(?=[1-9])/g, '$1+')

const isWithinSum = (text: string, at: number): boolean =>
  /(?<!\d)\d{1,3}$/.test(text.slice(Math.max(0, at - 4), at)) && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5))

/**
 * After a comma or a semicolon libphonenumber takes any digits for an extension, another number's first ones too. Only a few
 * digits at the end of a line are one (\`,,123#\` makes a telephone pause and dial them); otherwise the sign parts two things.
 */
const partAtCommas = (text: string): string =>
  text.replace(/[,;](?!ext=|[,;]{0,3}\s{0,5}\d{1,7}#?\s{0,5}(?:$|\n))/g, (sign, at: number) =>
    isWithinSum(text, at) ? sign : ' | ',
  )

/**
 * Writes a text the way numbers are looked for: digits of any script, dashes and blanks of any kind become plain ones,
 * invisible signs go, links to numbers (`tel:`) become their numbers, and a leading `00` becomes `+`.
 */
export const plainText = (text: string): string => {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, valueOf)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Zs}\u00a0]/gu, ' ')
  const told = plain.replace(link, tellUri)
  return withPlus(partAtCommas(told))
}

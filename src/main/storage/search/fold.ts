const plainAscii = /^[\x20-\x7e]*$/

/**
 * A text as it is compared in a search: small letters, no accents, one kind of dash, one blank between words. Applied to
 * what is searched and to what it is searched in alike.
 */
export const fold = (text: string): string => {
  if (plainAscii.test(text)) return text.toLowerCase().replace(/ +/g, ' ').trim()
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

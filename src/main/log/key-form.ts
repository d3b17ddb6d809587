export const mask = '[secret]'

/** A word that starts like the service's keys: `dgr_` and 43 random characters of Base64url. It may be a name. */
const keyLike = /dgr_[A-Za-z0-9_-]{20,}/g

/** Random characters nearly always include a digit and an upper-case letter; the name of a variable seldom has both. */
const isKey = (word: string): boolean => word.length >= 47 || (/\d/.test(word) && /[A-Z]/.test(word))

/** SECURITY: returns whether a text contains anything with the form of the service's keys, also of a truncated one. */
export const hasKeyForm = (text: string): boolean => text.match(keyLike)?.some(isKey) === true

/** SECURITY: masks everything with the form of the service's keys. It keeps names that only start like a key. */
export const maskKeyForms = (text: string): string => text.replace(keyLike, (word) => (isKey(word) ? mask : word))

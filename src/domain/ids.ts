const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const encodeTime = (milliseconds: number): string => {
  let rest = milliseconds
  let text = ''
  for (let index = 0; index < 10; index += 1) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Encodes five bits of each byte as one character, so that 16 bytes give 80 random bits. */
const encodeRandom = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += alphabet.charAt(byte & 31)
  return text
}

/**
 * Creates a ULID from milliseconds since 1970 and 16 random bytes: 26 Crockford base-32 characters (48 bits of time, 80
 * random bits).
 */
export const createUlid = (milliseconds: number, sixteenBytes: Uint8Array): string =>
  encodeTime(milliseconds) + encodeRandom(sixteenBytes)

/** The last time with a four-digit year in ISO 8601. */
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns the time encoded in a ULID, in ISO 8601 format. */
export const timeOfId = (id: string): string => {
  const milliseconds = Array.from(id.slice(0, 10)).reduce((time, sign) => time * 32 + alphabet.indexOf(sign), 0)
  return new Date(Math.min(Math.max(0, milliseconds), lastTime)).toISOString()
}

/** The exclusive upper limit of run IDs, because the service stores them as 32-bit integers. */
const beyond = 2 ** 31
const longest = 40

/**
 * Returns the run ID in text such as “48213”, “run 48213”, “Run: 48213” or “#48213”, also in full-width characters;
 * otherwise null.
 */
export const runIdIn = (text: string): number | null => {
  if (text.length > longest) return null
  const digits = /^(?:run\s*:?\s*)?#?\s*([1-9]\d{0,9})$/i.exec(text.normalize('NFKC').trim())?.[1]
  return digits !== undefined && Number(digits) < beyond ? Number(digits) : null
}

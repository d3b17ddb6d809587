const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const encodeTime = (milliseconds: number): string => {
  let rest = milliseconds
  let text = ''
  for (let place = 0; place < 10; place += 1) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Sixteen bytes give sixteen characters: five bits of each are kept, 80 bits in all. */
const encodeRandom = (bytes: Uint8Array): string => Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('')

/** Makes a ULID (26 Crockford base-32 characters: 48 bits of time, 80 of randomness) from a time in milliseconds and 16 random bytes; used for calls and for profiles. */
export const createUlid = (milliseconds: number, sixteenBytes: Uint8Array): string =>
  encodeTime(milliseconds) + encodeRandom(sixteenBytes)

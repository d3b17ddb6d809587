/** Letters that cannot be taken for digits, and make no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/**
 * Makes what a person reads to support and support finds in the log, like `KTRW-BXQD-MHPZ`. It has no digits: the log
 * takes everything out that could be a telephone number.
 */
export const createReference = (randomBytes: (count: number) => Uint8Array): string =>
  // 240 is the largest multiple of 20 in a byte: what lies above it would make some letters likelier.
  Array.from({ length: 3 }, () =>
    Array.from(
      randomBytes(16)
        .filter((byte) => byte < 240)
        .subarray(0, 4),
      (byte) => letters[byte % letters.length],
    ).join(''),
  ).join('-')

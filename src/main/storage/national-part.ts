/** The countries' codes of one and of two digits (ITU-T E.164); all others have three. */
const short = new Set(
  (
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 ' +
    '81 82 84 86 90 91 92 93 94 95 98'
  ).split(' '),
)

/** The digits of an international number without those of its country; null when hardly any are left. */
export const nationalPart = (digits: string): string | null => {
  const country = [1, 2].find((length) => short.has(digits.slice(0, length))) ?? 3
  return digits.length - country >= 6 ? digits.slice(country) : null
}

/** Run ids are whole numbers below 2^31: the service keeps 32-bit integers. */
const beyond = 2 ** 31
const longest = 40

/** The run id that a text is, alone or as “run 48213” or “#48213”; null when it is none. */
export const runIdIn = (text: string): number | null => {
  if (text.length > longest) return null
  const digits = /^(?:run\s*)?#?\s*([1-9]\d{0,9})$/i.exec(text.trim())?.[1]
  return digits !== undefined && Number(digits) < beyond ? Number(digits) : null
}

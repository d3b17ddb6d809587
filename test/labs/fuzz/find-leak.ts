/** So many characters of a key in a row are a leak; the first eight are shown by the service's own lists. */
const windowLength = 8
const firstWindow = 4

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text and what a reader could make of it: escapes of JSON, URLs and web pages undone, several times over. */
const readings = (text: string): string[] => {
  const all = [text]
  for (let round = 0; round < 3; round += 1) {
    const last = all.at(-1) ?? ''
    const next = last
      .replace(/\\u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/&#x([\da-f]+);/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)))
      .replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole)
      .replace(/\\(["\\/])/g, '$1')
    if (next === last) break
    all.push(next)
  }
  return all
}

const windows = (text: string, length: number, from: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length - from + 1) }, (_, at) =>
    text.slice(from + at, from + at + length),
  )

/** Makes the search for one key in what came out: the piece of it that was found, or null. */
export const createLeakSearch = (key: string): ((output: string) => string | null) => {
  const raw = windows(key, windowLength, firstWindow)
  const hex = windows(Buffer.from(key).toString('hex'), windowLength * 2, firstWindow * 2).filter(
    (_, at) => at % 2 === 0,
  )
  const base64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.from('\0'.repeat(offset) + key.slice(firstWindow)).toString('base64')
    return windows(text.slice(2, -4), 12, 0).flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
  })
  const needles = [...new Set([...raw, ...hex, ...base64])]
  return (output) => {
    for (const text of readings(output)) {
      const found = needles.find((needle) => text.includes(needle))
      if (found !== undefined) return found
    }
    return null
  }
}

/** The letters that make a name, without what people write differently. */
const bare = (name: string): string => name.toLowerCase().replace(/[\s_.-]+/gu, '')

type Rows = { before: number[]; last: number[]; row: number[] }

/** The steps to the first `j + 1` letters of `b`, given those to fewer letters. Swapped neighbours are one step. */
const stepsAt = (a: string, b: string, i: number, j: number, { before, last, row }: Rows): number => {
  const changed = (last[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
  const inserted = Math.min(row[j] ?? 0, last[j + 1] ?? 0) + 1
  const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
  return Math.min(changed, inserted, isSwap ? (before[j - 1] ?? 0) + 1 : Infinity)
}

/** How many letters have to be changed, added, left out or swapped with their neighbour to make one text the other. */
export const editDistance = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i += 1) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j += 1) row.push(stepsAt(a, b, i, j, { before, last, row }))
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Longer names are compared by nobody; the work would grow with the square of them. */
const longest = 100

/** Short names differ in earnest by one letter; long ones by more. */
const slipsIn = (name: string): number => (name.length <= 3 ? 0 : name.length <= 5 ? 1 : name.length <= 9 ? 2 : 3)

const distance = (a: string, b: string): number => {
  if (a === b) return 0
  const most = slipsIn(a.length < b.length ? a : b)
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > longest) return Infinity
  const steps = editDistance(a, b)
  return steps <= most ? steps : Infinity
}

/**
 * The known name that was most likely meant: the same but for capitals, blanks, dashes, dots and underscores, or within
 * three slips of the finger (fewer in short names). The first of equally near ones; null when none is near.
 */
export const nearestName = (name: string, known: readonly string[]): string | null => {
  const written = bare(name)
  const near = known
    .map((one) => ({ one, steps: distance(written, bare(one)) }))
    .filter(({ steps }) => steps < Infinity)
    .toSorted((a, b) => a.steps - b.steps)
  return near[0]?.one ?? null
}

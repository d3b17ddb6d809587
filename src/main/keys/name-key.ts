/** Who makes a key, where and when: what its name should say years later. */
export type KeyNamer = { computer: string; operator: string; clock: () => number }

const two = (n: number): string => String(n).padStart(2, '0')

/** The day on this computer, as `2026-11-21`. */
const dayOf = (at: number): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A name for a new key: the computer, the person, the day, and a number where somebody has that name already. */
export const suggestName = ({ computer, operator, clock }: KeyNamer, taken: readonly string[]): string => {
  const base = `${computer} ${operator} ${dayOf(clock())}`.slice(0, 90)
  const names = new Set(taken)
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base} (${n})`
    if (!names.has(name)) return name
  }
}

/** A name that nobody else chooses: the offered one, and eight characters of chance. */
export const uniqueName = (namer: KeyNamer, chance: string): string => `${suggestName(namer, [])} ${chance.slice(0, 8)}`

/** Returns a generator of numbers from 0 up to, but not including, 1 that repeats for the same seed (mulberry32). */
export const createSeededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a random item of a list that is not empty. */
export const pick = <T>(items: readonly T[], random: () => number): T => {
  const picked = items[Math.floor(random() * items.length)]
  if (picked === undefined) throw new Error('There is nothing to pick from.')
  return picked
}

/** Random choices, for generated histories. */
export const createRandomChoices = (random: () => number) => {
  const between = (least: number, most: number): number => least + random() * (most - least)
  return {
    random,
    between,
    whole: (least: number, most: number): number => Math.floor(between(least, most + 1)),
    chance: (share: number): boolean => random() < share,
    /** Returns one of several items, chosen by weight. */
    pick<T>(...choices: readonly [weight: number, choice: T][]): T {
      let rest = random() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, choice] of choices) if ((rest -= weight) < 0) return choice
      const last = choices.at(-1)
      if (last === undefined) throw new Error('nothing to choose from')
      return last[1]
    },
  }
}

export type RandomChoices = ReturnType<typeof createRandomChoices>

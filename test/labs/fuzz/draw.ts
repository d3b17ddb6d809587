/** Choices of chance, all from one seeded source. */
export type Draw = {
  random: () => number
  chance: (probability: number) => boolean
  /** A whole number from 0 up to, but not, `end`. */
  below: (end: number) => number
  pick: <T>(items: readonly [T, ...T[]]) => T
  /** Chooses by weights, which need not add up to anything. */
  weighted: <T>(items: readonly (readonly [weight: number, make: () => T])[]) => T
}

export const createDraw = (random: () => number): Draw => {
  const below = (end: number): number => Math.floor(random() * end)
  return {
    random,
    below,
    chance: (probability) => random() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighted(items) {
      let left = random() * items.reduce((total, [weight]) => total + weight, 0)
      for (const [weight, make] of items) {
        left -= weight
        if (left < 0) return make()
      }
      throw new Error('There is nothing to choose from.')
    },
  }
}

/** Choices by chance, for the making of histories. */
export const createDice = (random: () => number) => {
  const between = (least: number, most: number): number => least + random() * (most - least)
  return {
    random,
    between,
    whole: (least: number, most: number): number => Math.floor(between(least, most + 1)),
    chance: (share: number): boolean => random() < share,
    /** One of several, each with its weight. */
    pick<T>(...choices: readonly [weight: number, choice: T][]): T {
      let rest = random() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, choice] of choices) if ((rest -= weight) < 0) return choice
      const last = choices.at(-1)
      if (last === undefined) throw new Error('nothing to choose from')
      return last[1]
    },
  }
}

export type Dice = ReturnType<typeof createDice>

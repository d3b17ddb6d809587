import type { Page } from '@playwright/test'
import type { Lab } from '../lab.ts'
import { overdone, runRound, taskNames, type Round } from './round.ts'
import { openWorld } from './world.ts'

/** A page whose number field wants each going on twice, as a screen with a detour would. */
const plantDetour = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let held = false
    window.addEventListener(
      'keydown',
      (event) => {
        const inField =
          event.target instanceof Element && event.target.matches('[data-number-field], [data-context-field]')
        if (!inField || !['Enter', 'Tab'].includes(event.key)) return
        held = !held
        if (!held) return
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      true,
    )
  })

/** The most keys that any round took for a task, with what it may take. */
const worstOf = (rounds: readonly Round[], task: (typeof taskNames)[number]): Record<string, number> => {
  const all = rounds.flatMap(({ efforts }) => efforts[task] ?? [])
  const worst = all.toSorted((a, b) => b.keys - b.allowed - (a.keys - a.allowed))[0]
  return worst
    ? { keys: worst.keys, content: worst.content, allowed: worst.allowed }
    : { keys: -1, content: 0, allowed: 0 }
}

/** How many keys an operator presses in the real app, driven by its keyboard alone: new calls, repeats, profiles, runs. */
export const lab: Lab = {
  name: 'effort',
  standard: 10,
  short: 1,
  needs: 'window',
  async run({ n, seed, progress }) {
    const world = await openWorld()
    try {
      const rounds: Round[] = []
      for (let round = 0; round < n; round += 1) {
        rounds.push(await runRound(world, seed + round))
        progress(round + 1, n + 1)
      }
      const planted = await runRound(world, seed + n, {
        tasks: ['newCall', 'nextCall'],
        plant: plantDetour,
        patience: 1_500,
      })
      progress(n + 1, n + 1)
      const wrong = rounds.flatMap((round) => [...round.wrong, ...overdone(round)])
      const whole = rounds.filter(({ efforts }) => taskNames.every((task) => efforts[task] !== undefined))
      return {
        figures: {
          rounds: whole.length,
          ...Object.fromEntries(taskNames.map((task) => [task, worstOf(rounds, task)])),
          wrong: wrong.slice(0, 8).join('; '),
          planted: overdone(planted).join('; ') || planted.wrong.join('; '),
        },
        control: { caught: planted.wrong.length === 0 && overdone(planted).length === 2 },
        ok: wrong.length === 0 && whole.length === n,
      }
    } finally {
      await world.close()
    }
  },
}

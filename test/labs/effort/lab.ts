import type { Page } from '@playwright/test'
import type { Lab } from '../lab.ts'
import { openEffortSetup, overLimit, type Round, runRound, taskNames } from './round.ts'

/** Injected bug: the page needs Enter and Tab twice. */
const addDetour = (page: Page): Promise<void> =>
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

/** Returns the most keys that a round needed for a task, and the limit. */
const worstOf = (rounds: readonly Round[], task: (typeof taskNames)[number]): Record<string, number> => {
  const all = rounds.flatMap(({ efforts }) => efforts[task] ?? [])
  const worst = all.toSorted((a, b) => b.keys - b.allowed - (a.keys - a.allowed))[0]
  return worst
    ? { keys: worst.keys, content: worst.content, allowed: worst.allowed }
    : { keys: -1, content: 0, allowed: 0 }
}

/** Counts the keys that an operator presses in the real app, by keyboard only: new calls, repeats, profiles, runs. */
export const lab: Lab = {
  name: 'effort',
  standard: 10,
  short: 1,
  needs: 'window',
  async run({ n, seed, progress }) {
    const world = await openEffortSetup()
    try {
      const rounds: Round[] = []
      for (let round = 0; round < n; round += 1) {
        rounds.push(await runRound(world, seed + round))
        progress(round + 1, n + 1)
      }
      const injected = await runRound(world, seed + n, {
        tasks: ['newCall', 'nextCall'],
        modify: addDetour,
        timeout: 1_500,
      })
      progress(n + 1, n + 1)
      const wrong = rounds.flatMap((round) => [...round.wrong, ...overLimit(round)])
      const whole = rounds.filter(({ efforts }) => taskNames.every((task) => efforts[task] !== undefined))
      return {
        figures: {
          rounds: whole.length,
          ...Object.fromEntries(taskNames.map((task) => [task, worstOf(rounds, task)])),
          wrong: wrong.slice(0, 8).join('; '),
          injected: overLimit(injected).join('; ') || injected.wrong.join('; '),
        },
        control: { caught: injected.wrong.length === 0 && overLimit(injected).length === 2 },
        ok: wrong.length === 0 && whole.length === n,
      }
    } finally {
      await world.close()
    }
  },
}

import type { RunListItem } from '../service/wire-runs.ts'

/** What one service said about one number, and when it was asked; null runs when it could not be. */
export type RunAnswer = { askedAt: number; runs: RunListItem[] | null }

/** An answer is as good as new for a minute: while somebody types, goes back and looks again. In milliseconds. */
const goodFor = 60_000
/** A service that could not be asked is asked again sooner. */
const failureGoodFor = 10_000

/** Keeps answers for a short time, so that a service is asked about a number once and not at every key. */
export const createRunAnswers = (clock: () => number) => {
  const answers = new Map<string, { from: number; answer: Promise<RunAnswer>; failed: boolean }>()

  const forgetOld = (): void => {
    for (const [name, { from, failed }] of answers) {
      const age = clock() - from
      // A clock that was set back makes an answer look younger than it is.
      if (age < 0 || age >= (failed ? failureGoodFor : goodFor)) answers.delete(name)
    }
  }

  return {
    /** The answer that is known or on its way; `ask` is used only when there is none. */
    async once(name: string, ask: () => Promise<RunListItem[] | null>): Promise<RunAnswer> {
      forgetOld()
      const known = answers.get(name)
      if (known !== undefined) return known.answer
      const from = clock()
      const answer = ask().then((runs) => ({ askedAt: from, runs }))
      const entry = { from, answer, failed: false }
      answers.set(name, entry)
      entry.failed = (await answer).runs === null
      return answer
    },
  }
}

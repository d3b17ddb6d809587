import type { Outcome } from '../../src/contract/failure.ts'

/** Returns the value of an outcome; throws if it failed, or if the app ended without an answer (null). */
export const valueOf = async <T>(answer: Promise<Outcome<T> | null> | Outcome<T>): Promise<T> => {
  const outcome = await answer
  if (outcome?.ok !== true) throw new Error(`not ok: ${JSON.stringify(outcome?.failure)}`)
  return outcome.value
}

import { fail, type Outcome } from '../../contract/failure.ts'

/**
 * Waits for an operation of the bridge. A bridge that throws (it should not) becomes an `internal` failure,
 * so that no step of a screen hangs; its text goes to the console, where a log may take it.
 */
export const settle = async <T>(question: Promise<Outcome<T>>): Promise<Outcome<T>> => {
  try {
    return await question
  } catch (error) {
    console.error('The bridge threw instead of answering.', error)
    return fail({ kind: 'internal', reference: 'bridge' })
  }
}

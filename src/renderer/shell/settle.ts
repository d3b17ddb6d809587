import { fail, type Outcome } from '../../contract/failure.ts'

/**
 * Waits for an operation of the bridge. A bridge that throws (it should not) becomes an `internal` failure,
 * so that no step of a screen hangs; the thrown thing goes to the page's own error report.
 */
export const settle = async <T>(question: Promise<Outcome<T>>): Promise<Outcome<T>> => {
  try {
    return await question
  } catch (error) {
    reportError(error)
    return fail({ kind: 'internal', reference: 'bridge' })
  }
}

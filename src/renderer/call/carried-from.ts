import { freshNumber, type CallFormState } from './call-state.ts'

/**
 * To whom the values in the form were sent last, while they are the same and the call will go to somebody else; else null.
 * A number that stands there to be typed over is as good as another one.
 */
export const carriedFrom = (form: CallFormState): string | null => {
  const { carried, context, at, numberText, typeOver } = form
  if (carried === null || context.value === null || at.step !== 'editing') return null
  if (carried.json === '{}' || JSON.stringify(context.value) !== carried.json) return null
  if (typeOver !== null) return carried.to
  const number = freshNumber(form)
  const to = number?.step === 'read' ? number.reading.display : numberText.trim()
  return to === carried.to || to === '' ? null : carried.to
}

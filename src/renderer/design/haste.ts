/** A key held down, or pressed twice in haste, is the press that came before and not another; in milliseconds. */
export const haste = 600

const swallow = (event: KeyboardEvent): void => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The Enter that answers a question is none of what lies under it: nobody hears another until `answered`, and haste after. */
export const swallowEnter = async (answered: Promise<unknown>): Promise<void> => {
  window.addEventListener('keydown', swallow, true)
  await answered
  setTimeout(() => window.removeEventListener('keydown', swallow, true), haste)
}
